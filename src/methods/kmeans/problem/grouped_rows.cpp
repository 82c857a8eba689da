#include "methods/kmeans/problem/grouped_rows.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

GroupedRows::GroupedRows(const ConstrainedView& problem) {
    if (const GroupRule* rule = problem.data.group_rule()) collect_groups(*rule, problem);
    collect_chosen_rows(problem);
}

void GroupedRows::collect_groups(const GroupRule& rule, const ConstrainedView& problem) {
    std::vector<std::vector<Index>> rows_of(rule.values.size());
    for (Index row = 0; row < problem.view.rows(); ++row) {
        const std::int32_t group = rule.group[problem.data.objects().of({0, row})];
        if (group >= 0) rows_of[group].push_back(row);
    }
    group_of_.assign(problem.view.rows(), -1);
    for (const std::vector<Index>& rows : rows_of) {
        if (rows.size() < 2) continue;
        for (const Index row : rows)
            group_of_[row] = count();
        const auto has_constraint = [&](Index row) { return problem.constrained(row); };
        is_constrained_.push_back(std::any_of(rows.begin(), rows.end(), has_constraint) ? 1 : 0);
        members_.insert(members_.end(), rows.begin(), rows.end());
        offsets_.push_back(static_cast<Index>(members_.size()));
    }
}

void GroupedRows::collect_chosen_rows(const ConstrainedView& problem) {
    const auto nodes = problem.components.nodes();
    chosen_rows_.assign(nodes.begin(), nodes.end());
    if (empty()) return;
    chosen_rows_.insert(chosen_rows_.end(), members_.begin(), members_.end());
    std::sort(chosen_rows_.begin(), chosen_rows_.end());
    chosen_rows_.erase(std::unique(chosen_rows_.begin(), chosen_rows_.end()), chosen_rows_.end());
    for (const Index row : nodes)
        place_at_.push_back(place_of(row));
}

Index GroupedRows::place_of(Index row) const {
    return std::lower_bound(chosen_rows_.begin(), chosen_rows_.end(), row) - chosen_rows_.begin();
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
