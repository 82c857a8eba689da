#include "methods/common/view_results.hpp"

#include <mvlink/constraints.hpp>

#include "methods/common/warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace {

/// What an object's rows say for one label.
struct Vote {
    double confidence = 0;
    Index rows = 0;
};
using Votes = std::map<std::int32_t, Vote>;

std::vector<std::span<const std::int32_t>> labels_by_view(const Dataset& data, const Result& result) {
    std::vector<std::span<const std::int32_t>> labels(static_cast<std::size_t>(data.n_views()));
    for (const Partition& partition : result.partitions) {
        if (partition.scope != Scope::view) continue;
        if (const auto view = data.find_view(partition.name)) labels[*view] = partition.labels;
    }
    return labels;
}

std::vector<Votes> votes_of_objects(const Dataset& data, const Result& result) {
    std::vector<Votes> votes(data.objects().count());
    for (const Partition& partition : result.partitions) {
        const auto view = partition.scope == Scope::view ? data.find_view(partition.name) : std::nullopt;
        if (!view) continue;
        for (std::size_t row = 0; row < partition.labels.size(); ++row) {
            const Index object = data.objects().of({*view, static_cast<Index>(row)});
            Vote& vote = votes[object][partition.labels[row]];
            vote.confidence += partition.confidence[row];
            ++vote.rows;
        }
    }
    return votes;
}

bool weaker(const Votes::value_type& a, const Votes::value_type& b) {
    const Vote &left = a.second, &right = b.second;
    return left.confidence != right.confidence ? left.confidence < right.confidence : left.rows < right.rows;
}

bool is_satisfied(const Constraint& constraint, const Partition& partition) {
    const auto label = [&](Index row) { return partition.labels[row]; };
    return (label(constraint.a.row) == label(constraint.b.row)) == (constraint.link == Link::must);
}

}  // namespace

void add_constraint_report(const Dataset& data, double constraint_weight, Result& result) {
    result.constraints = report_constraints(data, labels_by_view(data, result), constraint_weight);
    warn_of_conflicts(data, result);
}

void warn_of_conflicts(const Dataset& data, Result& result) {
    const auto conflicts = static_cast<double>(summarize_constraints(data).conflicts.size());
    if (conflicts == 0) return;
    warn(result, "constraints-contradict",
         fmt::format("cannot-links between rows that must-links put together: {}; not all can hold", conflicts),
         conflicts);
}

ConstraintReport report_on_clusterings(const Dataset& data, const std::vector<Partition>& partitions,
                                       double constraint_weight) {
    ConstraintReport report;
    for (const Constraint& constraint : data.constraints()) {
        if (!constraint.is_judgement()) continue;
        ConstraintCounts& counts = constraint.link == Link::must ? report.must : report.cannot;
        ++counts.given;
        const bool kept = std::any_of(partitions.begin(), partitions.end(),
                                      [&](const Partition& partition) { return is_satisfied(constraint, partition); });
        ++(kept ? counts.satisfied : counts.violated);
        if (!kept) report.violations.push_back({constraint, constraint.weight * constraint_weight});
    }
    std::stable_sort(report.violations.begin(), report.violations.end(),
                     [](const Violation& a, const Violation& b) { return a.cost > b.cost; });
    return report;
}

void add_object_consensus(const Dataset& data, Result& result) {
    if (data.n_views() < 2 || data.unmapped()) return;
    Partition objects{Scope::objects, "objects", 0, {}, {}};
    for (const Partition& partition : result.partitions) {
        objects.n_clusters = std::max(objects.n_clusters, partition.n_clusters);
    }
    for (const Votes& votes : votes_of_objects(data, result)) {
        Index rows = 0;
        for (const auto& [label, vote] : votes) {
            rows += vote.rows;
        }
        const auto winner = std::max_element(votes.begin(), votes.end(), weaker);
        objects.labels.push_back(winner->first);
        objects.confidence.push_back(winner->second.confidence / static_cast<double>(rows));
    }
    result.partitions.push_back(std::move(objects));
}

}  // namespace v1
}  // namespace mvlink
