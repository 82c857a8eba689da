#include "methods/factors/concat/side_by_side.hpp"

#include "kernels/rows.hpp"
#include "methods/factors/problem/normalize.hpp"
#include "runtime/index.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

struct SideBySide {
    std::vector<Features> views;
    std::vector<std::vector<double>> scales;  // of the rows; empty: none
    std::vector<Index> first_column;
    Index cols = 0;
    bool sparse = false;
    Index entries = 0;
};

SideBySide scaled_views(const Dataset& data, NmfNormalize normalize, std::span<const double> scales, Context& context) {
    SideBySide all;
    for (int v = 0; v < data.n_views(); ++v) {
        const View& view = data.view(v);
        all.views.push_back(view.features());
        all.scales.push_back(row_scales(view, normalize, scales[at(v)], context));
        all.first_column.push_back(all.cols);
        all.cols += view.cols();
        all.sparse = all.sparse || view.is_sparse();
        all.entries += view.nonzeros();
    }
    return all;
}

/// Calls body(column, value) for what an object has in all views, columns ascending.
template <class Body>
void for_each_entry_of(const SideBySide& all, const ObjectRows& objects, Index object, Body&& body) {
    for (std::size_t v = 0; v < all.views.size(); ++v) {
        const Index row = objects.rows_of(static_cast<int>(v), object).front();
        const double scale = all.scales[v].empty() ? 1 : all.scales[v][at(row)];
        std::visit(
            [&](const auto& X) {
                kernels::for_each_entry(
                    X, row, [&](Index column, double value) { body(all.first_column[v] + column, scale * value); });
            },
            all.views[v]);
    }
}

View as_sparse(const SideBySide& all, const ObjectRows& objects) {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    for (Index object = 0; object < objects.count(); ++object) {
        for_each_entry_of(all, objects, object, [&](Index column, double value) {
            if (value == 0) return;
            columns.push_back(static_cast<std::int32_t>(column));
            values.push_back(value);
        });
        offsets.push_back(static_cast<Index>(values.size()));
    }
    return View::sparse("side-by-side", objects.count(), all.cols, std::move(offsets), std::move(columns),
                        std::move(values));
}

View as_dense(const SideBySide& all, const ObjectRows& objects) {
    std::vector<double> values;
    values.reserve(at(objects.count() * all.cols));
    for (Index object = 0; object < objects.count(); ++object) {
        for_each_entry_of(all, objects, object, [&](Index, double value) { values.push_back(value); });
    }
    return View::dense("side-by-side", objects.count(), all.cols, std::move(values));
}

}  // namespace

View side_by_side(const Dataset& data, const ObjectRows& objects, NmfNormalize normalize,
                  std::span<const double> scales, Context& context) {
    const SideBySide all = scaled_views(data, normalize, scales, context);
    constexpr std::size_t kSparseEntry = sizeof(double) + sizeof(std::int32_t);
    context.require_memory(at(all.entries) * (all.sparse ? kSparseEntry : sizeof(double)), "the views side by side");
    return all.sparse ? as_sparse(all, objects) : as_dense(all, objects);
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
