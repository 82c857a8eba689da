#include "constraints/summary.hpp"

#include "constraints/components.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// The instances that have a constraint, increasing: these are the nodes.
std::vector<InstanceId> constrained_instances(std::span<const Constraint> given) {
    std::vector<InstanceId> instances;
    instances.reserve(2 * given.size());
    for (const Constraint& constraint : given) {
        instances.push_back(constraint.a);
        instances.push_back(constraint.b);
    }
    std::sort(instances.begin(), instances.end());
    instances.erase(std::unique(instances.begin(), instances.end()), instances.end());
    return instances;
}

std::vector<Pair> to_pairs(std::span<const Constraint> given, std::span<const InstanceId> instances) {
    const auto node_of = [&](InstanceId instance) {
        return static_cast<Index>(std::lower_bound(instances.begin(), instances.end(), instance) - instances.begin());
    };
    std::vector<Pair> pairs;
    pairs.reserve(given.size());
    for (const Constraint& constraint : given) {
        pairs.push_back({node_of(constraint.a), node_of(constraint.b), constraint.link, constraint.weight});
    }
    return pairs;
}

struct ClosureCounts {
    Index must = 0;
    Index cannot = 0;
};

/// Pairs of the closure, the given ones among them: all pairs inside a component, and all pairs between two components
/// that a consistent cannot-link joins.
ClosureCounts count_closure(const Components& components) {
    ClosureCounts counts;
    for (Index component = 0; component < components.count(); ++component) {
        const Index size = components.size(component);
        counts.must += size * (size - 1) / 2;
        for (const Index foe : components.foes(component)) {
            if (foe > component) counts.cannot += size * components.size(foe);
        }
    }
    return counts;
}

}  // namespace

ConstraintSummary summarize(std::span<const Constraint> given) {
    const std::vector<InstanceId> instances = constrained_instances(given);
    const Components components{to_pairs(given, instances)};

    ConstraintSummary summary;
    summary.instances = static_cast<Index>(instances.size());
    for (const Constraint& constraint : given)
        ++(constraint.link == Link::must ? summary.must : summary.cannot);
    for (const Pair& pair : components.conflicts()) {
        summary.conflicts.push_back({instances[static_cast<std::size_t>(pair.a)],
                                     instances[static_cast<std::size_t>(pair.b)], pair.link, pair.weight});
    }
    for (Index component = 0; component < components.count(); ++component) {
        const Index size = components.size(component);
        if (size < 2) continue;
        ++summary.components;
        summary.largest_component = std::max(summary.largest_component, size);
    }
    const ClosureCounts closure = count_closure(components);
    summary.implied_must = closure.must - summary.must;
    summary.implied_cannot = closure.cannot - (summary.cannot - static_cast<Index>(summary.conflicts.size()));
    return summary;
}

}  // namespace constraints

ConstraintSummary summarize_constraints(const Dataset& data) {
    return constraints::summarize(data.constraints());
}

}  // namespace v1
}  // namespace mvlink
