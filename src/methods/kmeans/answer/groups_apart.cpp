#include "methods/kmeans/answer/groups_apart.hpp"

#include "kernels/assignment.hpp"
#include "kernels/nearest.hpp"
#include "methods/common/requirements.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// The rows of every group.
std::vector<std::vector<Index>> rows_of_groups(const Dataset& data, const View& view) {
    const GroupRule& rule = *data.group_rule();
    const int number = *data.find_view(view.name());
    std::vector<std::vector<Index>> rows(rule.values.size());
    for (Index row = 0; row < view.rows(); ++row) {
        const std::int32_t group = rule.group[data.objects().of({number, row})];
        if (group >= 0) rows[group].push_back(row);
    }
    return rows;
}

bool are_apart(const std::vector<Index>& rows, const Partition& partition) {
    std::vector<std::int32_t> labels;
    for (const Index row : rows)
        labels.push_back(partition.labels[row]);
    std::sort(labels.begin(), labels.end());
    return std::adjacent_find(labels.begin(), labels.end()) == labels.end();
}

}  // namespace

void keep_groups_apart(const Dataset& data, const View& view, const Matrix& centroids, Partition& partition,
                       Context& context) {
    require_clusters_for_groups(data, centroids.rows());
    kernels::Assignment solver;
    for (const std::vector<Index>& rows : rows_of_groups(data, view)) {
        if (are_apart(rows, partition)) continue;
        const auto count = static_cast<Index>(rows.size());
        Matrix distance(count, centroids.rows());
        kernels::distances(view.features(), rows, centroids, distance, context);
        const auto chosen =
            solver.solve({distance.data(), static_cast<std::size_t>(distance.size())}, count, centroids.rows());
        for (Index i = 0; i < count; ++i) {
            if (chosen[i] == partition.labels[rows[i]]) continue;
            partition.labels[rows[i]] = chosen[i];
            partition.confidence[rows[i]] = 0;
        }
    }
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
