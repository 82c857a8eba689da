#include "methods/propagation/joint_closure.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

std::vector<constraints::Pair> relations(const Dataset& data, const Nodes& nodes, const ClosureRules& rules) {
    std::vector<constraints::Pair> pairs;
    if (rules.across_views) pairs = mapping_pairs(data, nodes);
    for (const Constraint& constraint : data.constraints()) {
        const bool between = constraint.a.view != constraint.b.view;
        if (between && !rules.across_views) continue;
        if (!rules.closed && !(between && constraint.link == Link::must)) continue;
        pairs.push_back(
            {nodes.of(constraint.a), nodes.of(constraint.b), constraint.link, constraint.weight, constraint.is_soft()});
    }
    return pairs;
}

}  // namespace

Nodes::Nodes(const Dataset& data) : first_{0} {
    for (const View& view : data.views()) {
        first_.push_back(first_.back() + view.rows());
    }
}

InstanceId Nodes::instance(Index node) const {
    const auto next = std::upper_bound(first_.begin(), first_.end(), node);
    const auto view = static_cast<int>(next - first_.begin()) - 1;
    return {view, node - first(view)};
}

std::vector<constraints::Pair> mapping_pairs(const Dataset& data, const Nodes& nodes) {
    std::vector<constraints::Pair> pairs;
    if (data.n_views() < 2 || data.unmapped()) return pairs;
    std::vector<Index> first_of(data.objects().count(), -1);
    for (int view = 0; view < data.n_views(); ++view) {
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            Index& first = first_of[data.objects().of({view, row})];
            const Index node = nodes.of({view, row});
            if (first >= 0) pairs.push_back({first, node, Link::must, 1, false});
            if (first < 0) first = node;
        }
    }
    return pairs;
}

JointClosure::JointClosure(const Dataset& data, const ClosureRules& rules)
    : JointClosure(rules, Nodes(data), relations(data, Nodes(data), rules)) {}

JointClosure::JointClosure(const ClosureRules& rules, Nodes nodes, std::span<const constraints::Pair> relations)
    : rules_(rules), nodes_(std::move(nodes)), groups_(relations) {
    find_light(relations);
}

void JointClosure::find_light(std::span<const constraints::Pair> relations) {
    const auto lower = [&](Index group, Index other, double weight) {
        if (weight >= 1) return;
        double& known = light_.try_emplace(std::minmax(group, other), weight).first->second;
        known = std::min(known, weight);
    };
    for (const constraints::Pair& pair : relations) {
        if (pair.link == Link::must && !pair.soft) lower(groups_.of(pair.a), groups_.of(pair.a), pair.weight);
    }
    for (const constraints::Pair& pair : relations) {
        if (pair.link == Link::must || pair.soft) continue;
        const Index a = groups_.of(pair.a), b = groups_.of(pair.b);
        if (a != b) lower(a, b, std::min({pair.weight, implied_weight(a, a), implied_weight(b, b)}));
    }
}

double JointClosure::implied_weight(Index group, Index other) const {
    const auto found = light_.find(std::minmax(group, other));
    return found == light_.end() ? 1 : found->second;
}

std::vector<Index> JointClosure::rows_in(Index group, int view) const {
    const std::span<const Index> members = groups_.members(group);
    const auto begin = std::lower_bound(members.begin(), members.end(), nodes_.first(view));
    const auto end = std::lower_bound(begin, members.end(), nodes_.first(view + 1));
    std::vector<Index> rows(begin, end);
    for (Index& row : rows) {
        row -= nodes_.first(view);
    }
    return rows;
}

std::vector<Index> JointClosure::mapped_rows(int view) const {
    std::vector<Index> rows;
    for (const Index node : groups_.nodes()) {
        if (node < nodes_.first(view) || node >= nodes_.first(view + 1)) continue;
        const std::span<const Index> members = groups_.members(groups_.of(node));
        const bool elsewhere = members.front() < nodes_.first(view) || members.back() >= nodes_.first(view + 1);
        if (elsewhere) rows.push_back(node - nodes_.first(view));
    }
    return rows;
}

bool JointClosure::follows(int view, Index a, Index b, Link link) const {
    if (!rules_.closed) return false;
    const Index of_a = group_of(view, a), of_b = group_of(view, b);
    if (of_a < 0 || of_b < 0) return false;
    if (link == Link::must) return of_a == of_b;
    return std::ranges::binary_search(groups_.cannot_linked(of_a), of_b);
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
