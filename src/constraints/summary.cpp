#include "constraints/summary.hpp"

#include "constraints/components.hpp"
#include "constraints/judgements.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// Pairs of judged nodes: instances, or objects where every judgement is on objects.
struct JudgedPair {
    InstanceId a, b;  // of an object: view 0, row = its number
    Index judgement = 0;
};

std::vector<JudgedPair> judged_pairs(const Judgements& judgements, const Objects& objects) {
    const bool on_objects = judgements.all_on_objects();
    std::vector<JudgedPair> pairs;
    for (Index j = 0; j < judgements.count(); ++j) {
        for (const Constraint& copy : judgements.copies(j)) {
            if (!on_objects) {
                pairs.push_back({copy.a, copy.b, j});
                continue;
            }
            pairs.push_back({{0, objects.of(copy.a)}, {0, objects.of(copy.b)}, j});
            break;  // the other copies are the same two objects
        }
    }
    return pairs;
}

/// The instances or objects that have a constraint, in ascending order: these are the nodes.
std::vector<InstanceId> judged_nodes(std::span<const JudgedPair> pairs) {
    std::vector<InstanceId> nodes;
    nodes.reserve(2 * pairs.size());
    for (const JudgedPair& pair : pairs) {
        nodes.push_back(pair.a);
        nodes.push_back(pair.b);
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

std::vector<Pair> to_pairs(std::span<const JudgedPair> judged, std::span<const InstanceId> nodes,
                           const Judgements& judgements) {
    const auto number_of = [&](InstanceId node) {
        return static_cast<Index>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
    };
    std::vector<Pair> pairs;
    pairs.reserve(judged.size());
    for (const JudgedPair& pair : judged) {
        pairs.push_back({number_of(pair.a), number_of(pair.b), judgements.copies(pair.judgement).front().link});
    }
    return pairs;
}

/// Judgements that a pair of theirs keeps apart what must-links join, each once.
std::vector<Constraint> conflicting(std::span<const JudgedPair> judged, std::span<const Pair> pairs,
                                    const Components& components, const Judgements& judgements) {
    std::vector<Constraint> found;
    Index last = -1;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool inside = components.of(pairs[i].a) == components.of(pairs[i].b);
        if (pairs[i].link == Link::must || !inside || judged[i].judgement == last) continue;
        last = judged[i].judgement;
        found.push_back(judgements.copies(last).front());
    }
    return found;
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
        for (const Index other : components.cannot_linked(component)) {
            if (other > component) counts.cannot += size * components.size(other);
        }
    }
    return counts;
}

}  // namespace

ConstraintSummary summarize(std::span<const Constraint> given, const Objects& objects) {
    const Judgements judgements(given, objects);
    const std::vector<JudgedPair> judged = judged_pairs(judgements, objects);
    const std::vector<InstanceId> nodes = judged_nodes(judged);
    const std::vector<Pair> pairs = to_pairs(judged, nodes, judgements);
    const Components components(pairs);

    ConstraintSummary summary;
    summary.instances = static_cast<Index>(nodes.size());
    for (Index j = 0; j < judgements.count(); ++j)
        ++(judgements.copies(j).front().link == Link::must ? summary.must : summary.cannot);
    summary.conflicts = conflicting(judged, pairs, components, judgements);
    for (Index component = 0; component < components.count(); ++component) {
        const Index size = components.size(component);
        if (size < 2) continue;
        ++summary.components;
        summary.largest_component = std::max(summary.largest_component, size);
    }
    const ClosureCounts closure = count_closure(components);
    const auto must_pairs =
        std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.link == Link::must; });
    const auto conflicts = static_cast<Index>(components.conflicts().size());
    summary.implied_must = closure.must - must_pairs;
    summary.implied_cannot = closure.cannot - (static_cast<Index>(pairs.size()) - must_pairs - conflicts);
    return summary;
}

}  // namespace constraints

ConstraintSummary summarize_constraints(const Dataset& data) {
    return constraints::summarize(data.constraints(), data.objects());
}

}  // namespace v1
}  // namespace mvlink
