#include "prepare/full_columns.hpp"

#include <algorithm>
#include <memory>

namespace mvlink {
inline namespace v1 {
namespace preparation {
namespace {

template <class T>
struct Entries {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<T> values;

    void add(std::int32_t column, T value) {
        columns.push_back(column);
        values.push_back(value);
    }
};

template <class T>
View written(const View& view, const SparseRows<T>& X, const std::vector<bool>& full) {
    std::vector<std::int32_t> needed;
    for (std::size_t col = 0; col < full.size(); ++col) {
        if (full[col]) needed.push_back(static_cast<std::int32_t>(col));
    }
    auto made = std::make_shared<Entries<T>>();
    for (Index row = 0; row < X.rows; ++row) {
        const auto last = static_cast<std::size_t>(X.offsets[row + 1]);
        auto next = needed.begin();
        for (auto at = static_cast<std::size_t>(X.offsets[row]); at < last; ++at) {
            for (; next != needed.end() && *next < X.columns[at]; ++next) {
                made->add(*next, T{0});
            }
            if (next != needed.end() && *next == X.columns[at]) ++next;
            made->add(X.columns[at], X.values[at]);
        }
        for (; next != needed.end(); ++next) {
            made->add(*next, T{0});
        }
        made->offsets.push_back(static_cast<Index>(made->values.size()));
    }
    return view.with_features(SparseRows<T>{X.rows, X.cols, made->offsets, made->columns, made->values}, made);
}

}  // namespace

double entries_with_full_columns(const View& view, const std::vector<bool>& full) {
    const auto stored = view.visit([]<class Rows>(const Rows& X) {
        if constexpr (Rows::kSparse) {
            return static_cast<double>(X.nonzeros());
        } else {
            return static_cast<double>(X.rows) * static_cast<double>(X.cols);
        }
    });
    return stored + static_cast<double>(view.rows()) * static_cast<double>(std::count(full.begin(), full.end(), true));
}

View with_full_columns(const View& view, const std::vector<bool>& full, Context& context) {
    return view.visit([&]<class Rows>(const Rows& X) {
        if constexpr (Rows::kSparse) {
            const auto bytes =
                entries_with_full_columns(view, full) * (sizeof(typename Rows::Scalar) + sizeof(std::int32_t));
            context.require_memory(static_cast<std::size_t>(bytes), "a sparse view with the zeros of some columns");
            return written(view, X, full);
        } else {
            return view;
        }
    });
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
