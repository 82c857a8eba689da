#include "methods/factors/problem/nonnegative.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

struct Place {
    Index row = -1;
    Index col = -1;
    double value = 0;
};

template <class T>
Place first_negative(const DenseRows<T>& X) {
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col) {
            if (X.at(row, col) < 0) return {row, col, static_cast<double>(X.at(row, col))};
        }
    }
    return {};
}

template <class T>
Place first_negative(const SparseRows<T>& X) {
    const auto found = std::find_if(X.values.begin(), X.values.end(), [](T value) { return value < 0; });
    if (found == X.values.end()) return {};
    const Index entry = found - X.values.begin();
    const Index row = std::upper_bound(X.offsets.begin(), X.offsets.end(), entry) - X.offsets.begin() - 1;
    return {row, X.columns[static_cast<std::size_t>(entry)], static_cast<double>(*found)};
}

std::string column_text(const View& view, Index col) {
    const auto names = view.column_names();
    if (static_cast<std::size_t>(col) >= names.size()) return std::to_string(col);
    return fmt::format("{} (\"{}\")", col, names[static_cast<std::size_t>(col)]);
}

}  // namespace

void require_nonnegative(std::string_view method, const Dataset& data) {
    for (const View& view : data.views()) {
        const Place found = view.visit([](const auto& X) { return first_negative(X); });
        if (found.row < 0) continue;
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": row {}, column {} is {}; {} expects features >= 0", view.name(),
                                found.row, column_text(view, found.col), found.value, method),
                    {{"prep", fmt::format("{}:minmax", view.name())}});
    }
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
