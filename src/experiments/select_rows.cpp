#include "experiments/select_rows.hpp"

#include <mvlink/error.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

template <class T>
View selected(const std::string& name, const DenseRows<T>& X, std::span<const Index> rows) {
    std::vector<T> values;
    values.reserve(rows.size() * static_cast<std::size_t>(X.cols));
    for (const Index row : rows) {
        for (Index col = 0; col < X.cols; ++col)
            values.push_back(X.at(row, col));
    }
    return View::dense(name, static_cast<Index>(rows.size()), X.cols, std::move(values));
}

template <class T>
View selected(const std::string& name, const SparseRows<T>& X, std::span<const Index> rows) {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<T> values;
    for (const Index row : rows) {
        const auto first = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row)]);
        const auto last = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row) + 1]);
        for (std::size_t entry = first; entry < last; ++entry) {
            columns.push_back(X.columns[entry]);
            values.push_back(X.values[entry]);
        }
        offsets.push_back(static_cast<Index>(values.size()));
    }
    return View::sparse(name, static_cast<Index>(rows.size()), X.cols, std::move(offsets), std::move(columns),
                        std::move(values));
}

}  // namespace

Dataset select_rows(const Dataset& data, std::span<const Index> rows) {
    std::vector<View> views;
    for (const View& view : data.views()) {
        if (view.rows() != data.view(0).rows()) {
            throw Error(ErrorCode::input, "rows can be chosen only where all views have equally many");
        }
        views.push_back(view.visit([&](const auto& X) { return selected(view.name(), X, rows); }));
    }
    const bool mapped = data.n_views() > 1 && !data.unmapped();
    Dataset chosen(std::move(views));
    return mapped ? chosen.with_row_mapping() : chosen;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
