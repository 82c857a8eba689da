#pragma once

#include <mvlink/context.hpp>
#include <mvlink/view.hpp>

#include "runtime/parallel.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace preparation {

constexpr Index kRowsAtOnce = 512;

/// New values over the pattern of a sparse view, which stays alive with them.
template <class T>
struct NewValues {
    View pattern;
    std::vector<T> values;
};

template <class T, class Value>
View map_entries(const View& view, const DenseRows<T>& X, Value&& value, Context& context) {
    context.require_memory(static_cast<std::size_t>(X.rows * X.cols) * sizeof(T), "a prepared view");
    auto values = std::make_shared<std::vector<T>>(X.rows * X.cols);
    parallel_for(context, X.rows, kRowsAtOnce, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            T* out = values->data() + row * X.cols;
            for (Index col = 0; col < X.cols; ++col) {
                out[col] = static_cast<T>(value(row, col, static_cast<double>(X.at(row, col))));
            }
        }
    });
    const T* first = values->data();
    return view.with_features(DenseRows<T>{first, X.rows, X.cols, X.cols, 1}, std::move(values));
}

template <class T, class Value>
View map_entries(const View& view, const SparseRows<T>& X, Value&& value, Context& context) {
    context.require_memory(X.values.size() * sizeof(T), "a prepared view");
    auto made = std::make_shared<NewValues<T>>(NewValues<T>{view, std::vector<T>(X.values.size())});
    parallel_for(context, X.rows, kRowsAtOnce, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            const auto last = static_cast<std::size_t>(X.offsets[row + 1]);
            for (auto at = static_cast<std::size_t>(X.offsets[row]); at < last; ++at) {
                made->values[at] = static_cast<T>(value(row, Index{X.columns[at]}, static_cast<double>(X.values[at])));
            }
        }
    });
    return view.with_features(SparseRows<T>{X.rows, X.cols, X.offsets, X.columns, made->values}, made);
}

/// The same rows with value(row, column, x) in place of every stored entry; sparse rows keep their pattern.
template <class Value>
View map_entries(const View& view, Value&& value, Context& context) {
    return view.visit([&](const auto& X) { return map_entries(view, X, value, context); });
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
