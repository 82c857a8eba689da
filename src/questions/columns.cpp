#include "questions/columns.hpp"

#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

template <class Rows>
View taken_from(const Rows& X, const std::string& name, std::span<const Index> columns) {
    const auto cols = static_cast<Index>(columns.size());
    std::vector<double> values;
    if constexpr (Rows::kSparse) {
        std::vector<std::int32_t> place(X.cols, -1);
        for (Index col = 0; col < cols; ++col)
            place[columns[col]] = static_cast<std::int32_t>(col);
        std::vector<Index> offsets{0};
        std::vector<std::int32_t> kept;
        for (Index row = 0; row < X.rows; ++row) {
            for (Index e = X.offsets[row]; e < X.offsets[row + 1]; ++e) {
                if (place[X.columns[e]] < 0) continue;
                kept.push_back(place[X.columns[e]]);
                values.push_back(static_cast<double>(X.values[e]));
            }
            offsets.push_back(static_cast<Index>(kept.size()));
        }
        return View::sparse(name, X.rows, cols, std::move(offsets), std::move(kept), std::move(values));
    } else {
        values.reserve(static_cast<std::size_t>(X.rows) * columns.size());
        for (Index row = 0; row < X.rows; ++row) {
            for (const Index col : columns)
                values.push_back(static_cast<double>(X.at(row, col)));
        }
        return View::dense(name, X.rows, cols, std::move(values));
    }
}

}  // namespace

View only_columns(const View& view, std::span<const Index> columns) {
    return view.visit([&](const auto& X) { return taken_from(X, view.name(), columns); });
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
