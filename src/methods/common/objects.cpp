#include "methods/common/objects.hpp"

#include "methods/common/start_labels.hpp"
#include "runtime/index.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

std::vector<Index> objects_of_rows(const Dataset& data, int view) {
    std::vector<Index> object_of(at(data.view(view).rows()));
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        object_of[at(row)] = data.objects().of({view, row});
    }
    return object_of;
}

}  // namespace

ObjectRows::ObjectRows(const Dataset& data) : count_(data.objects().count()) {
    for (int view = 0; view < data.n_views(); ++view) {
        InView own{objects_of_rows(data, view), std::vector<Index>(at(count_ + 1), 0), {}};
        for (const Index object : own.object_of) {
            ++own.offsets[at(object + 1)];
        }
        for (Index object = 0; object < count_; ++object) {
            own.offsets[at(object + 1)] += own.offsets[at(object)];
        }
        std::vector<Index> next(own.offsets.begin(), own.offsets.end() - 1);
        own.rows.resize(own.object_of.size());
        for (std::size_t row = 0; row < own.object_of.size(); ++row) {
            own.rows[at(next[at(own.object_of[row])]++)] = static_cast<Index>(row);
        }
        views_.push_back(std::move(own));
    }
}

std::span<const Index> ObjectRows::object_of(int view) const {
    return views_[at(view)].object_of;
}

std::span<const Index> ObjectRows::rows_of(int view, Index object) const {
    const InView& own = views_[at(view)];
    const Index begin = own.offsets[at(object)], end = own.offsets[at(object + 1)];
    return std::span(own.rows).subspan(at(begin), at(end - begin));
}

Index ObjectRows::present(int view) const {
    Index held = 0;
    for (Index object = 0; object < count_; ++object) {
        held += rows_of(view, object).empty() ? 0 : 1;
    }
    return held;
}

std::string object_name(const Dataset& data, const ObjectRows& objects, Index object) {
    for (int view = 0; view < data.n_views(); ++view) {
        const auto rows = objects.rows_of(view, object);
        if (!rows.empty()) return data.instance_name({view, rows.front()});
    }
    return fmt::format("object {}", object);
}

Matrix mean_by_object(const Matrix& of_rows, std::span<const Index> object_of, Index n_objects) {
    Matrix sums = Matrix::Zero(n_objects, of_rows.cols());
    Vector counts = Vector::Zero(n_objects);
    for (std::size_t row = 0; row < object_of.size(); ++row) {
        sums.row(object_of[row]) += of_rows.row(static_cast<Index>(row));
        ++counts[object_of[row]];
    }
    for (Index object = 0; object < n_objects; ++object) {
        if (counts[object] > 1) sums.row(object) /= counts[object];
    }
    return sums;
}

Matrix by_row(const Matrix& of_objects, std::span<const Index> object_of) {
    Matrix rows(static_cast<Index>(object_of.size()), of_objects.cols());
    for (std::size_t row = 0; row < object_of.size(); ++row) {
        rows.row(static_cast<Index>(row)) = of_objects.row(object_of[row]);
    }
    return rows;
}

void add_partitions_of_objects(const Dataset& data, const ObjectRows& rows, const Partition& objects,
                               std::vector<Partition>& partitions) {
    for (int view = 0; view < data.n_views(); ++view) {
        Partition partition{Scope::view, data.view(view).name(), objects.n_clusters, {}, {}};
        for (const Index object : rows.object_of(view)) {
            partition.labels.push_back(objects.labels[at(object)]);
            if (!objects.confidence.empty()) partition.confidence.push_back(objects.confidence[at(object)]);
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
    const std::vector<Partition> given = start_partitions(start, data, context);
    std::vector<std::int32_t> labels(at(rows.count()), -1);
    std::vector<bool> seen(labels.size(), false);
    for (int view = 0; view < data.n_views(); ++view) {
        const auto object_of = rows.object_of(view);
        if (std::all_of(object_of.begin(), object_of.end(), [&](Index object) { return seen[at(object)]; })) continue;
        const std::vector<std::int32_t>& own = start_labels_of_view(given, data, view, n_clusters);
        for (std::size_t row = 0; row < own.size(); ++row) {
            const std::size_t object = at(object_of[row]);
            if (!seen[object]) labels[object] = own[row];
            seen[object] = true;
        }
    }
    return labels;
}

}  // namespace v1
}  // namespace mvlink
