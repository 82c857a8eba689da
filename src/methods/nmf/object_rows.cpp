#include "methods/nmf/object_rows.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "kernels/rows.hpp"
#include "methods/nmf/factor_model.hpp"
#include "methods/nmf/normalize.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace nmf_family {
namespace {

[[noreturn]] void refuse(std::string_view method, const std::string& found) {
    throw Error(ErrorCode::input, fmt::format("{}: {}; expected every object once in every view (nmf clusters views by "
                                              "themselves)",
                                              method, found));
}

/// An object by the name of some row that is it.
std::string object_name(const Dataset& data, Index object) {
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; row < data.view(v).rows(); ++row) {
            if (data.objects().of({v, row}) == object) return data.instance_name({v, row});
        }
    }
    return fmt::format("object {}", object);
}

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
        all.scales.push_back(row_scales(view, normalize, scales[static_cast<std::size_t>(v)], context));
        all.first_column.push_back(all.cols);
        all.cols += view.cols();
        all.sparse = all.sparse || view.is_sparse();
        all.entries += view.nonzeros();
    }
    return all;
}

/// Calls body(column, value) for what an object has in all views, columns rising.
template <class Body>
void for_each_entry_of(const SideBySide& all, const ObjectRows& rows, Index object, Body&& body) {
    for (std::size_t v = 0; v < all.views.size(); ++v) {
        const Index row = rows.row_of[v][static_cast<std::size_t>(object)];
        const double scale = all.scales[v].empty() ? 1 : all.scales[v][static_cast<std::size_t>(row)];
        std::visit(
            [&](const auto& X) {
                kernels::for_each_entry(
                    X, row, [&](Index column, double value) { body(all.first_column[v] + column, scale * value); });
            },
            all.views[v]);
    }
}

View as_sparse(const SideBySide& all, const ObjectRows& rows) {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    for (Index object = 0; object < rows.count; ++object) {
        for_each_entry_of(all, rows, object, [&](Index column, double value) {
            if (value == 0) return;
            columns.push_back(static_cast<std::int32_t>(column));
            values.push_back(value);
        });
        offsets.push_back(static_cast<Index>(values.size()));
    }
    return View::sparse("side-by-side", rows.count, all.cols, std::move(offsets), std::move(columns), std::move(values));
}

View as_dense(const SideBySide& all, const ObjectRows& rows) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(rows.count * all.cols));
    for (Index object = 0; object < rows.count; ++object) {
        for_each_entry_of(all, rows, object, [&](Index, double value) { values.push_back(value); });
    }
    return View::dense("side-by-side", rows.count, all.cols, std::move(values));
}

}  // namespace

ObjectRows require_complete_mapping(const Dataset& data, std::string_view method) {
    if (data.n_views() > 1 && data.unmapped()) refuse(method, "nothing is mapped");
    ObjectRows rows{data.objects().count(), {}, {}};
    for (int v = 0; v < data.n_views(); ++v) {
        const View& view = data.view(v);
        std::vector<Index> row_of(static_cast<std::size_t>(rows.count), -1), object_of;
        for (Index row = 0; row < view.rows(); ++row) {
            const Index object = data.objects().of({v, row});
            Index& known = row_of[static_cast<std::size_t>(object)];
            if (known >= 0) {
                refuse(method, fmt::format("{} and {} are one object", data.instance_name({v, known}),
                                           data.instance_name({v, row})));
            }
            known = row;
            object_of.push_back(object);
        }
        const auto absent = std::find(row_of.begin(), row_of.end(), -1);
        if (absent != row_of.end()) {
            refuse(method, fmt::format("{} has no row in view \"{}\"", object_name(data, absent - row_of.begin()),
                                       view.name()));
        }
        rows.row_of.push_back(std::move(row_of));
        rows.object_of.push_back(std::move(object_of));
    }
    return rows;
}

void add_partitions_of_objects(const Dataset& data, const ObjectRows& rows, const Partition& objects,
                               std::vector<Partition>& partitions) {
    for (int v = 0; v < data.n_views(); ++v) {
        Partition partition{Scope::view, data.view(v).name(), objects.n_clusters, {}, {}};
        for (const Index object : rows.object_of[static_cast<std::size_t>(v)]) {
            partition.labels.push_back(objects.labels[static_cast<std::size_t>(object)]);
            partition.confidence.push_back(objects.confidence[static_cast<std::size_t>(object)]);
        }
        partitions.push_back(std::move(partition));
    }
    if (data.n_views() < 2) return;
    partitions.push_back(objects);
    partitions.back().scope = Scope::objects;
    partitions.back().name = "objects";
}

std::vector<std::int32_t> start_labels_of_objects(const Start& start, const Dataset& data, const ObjectRows& rows,
                                                  int n_clusters, Context& context) {
    if (start.empty()) return {};
    Start of_first = start;
    if (start.model != nullptr) {
        of_first.model = nullptr;
        of_first.partitions = predict(*start.model, data, context);
    }
    const auto known = start_labels(of_first, data.view(0), n_clusters, context);
    std::vector<std::int32_t> labels(known.size());
    for (std::size_t row = 0; row < known.size(); ++row) {
        labels[static_cast<std::size_t>(rows.object_of[0][row])] = known[row];
    }
    return labels;
}

View side_by_side(const Dataset& data, const ObjectRows& rows, NmfNormalize normalize, std::span<const double> scales,
                  Context& context) {
    const SideBySide all = scaled_views(data, normalize, scales, context);
    constexpr std::size_t kSparseEntry = sizeof(double) + sizeof(std::int32_t);
    context.require_memory(static_cast<std::size_t>(all.entries) * (all.sparse ? kSparseEntry : sizeof(double)),
                           "the views side by side");
    return all.sparse ? as_sparse(all, rows) : as_dense(all, rows);
}

}  // namespace nmf_family
}  // namespace v1
}  // namespace mvlink
