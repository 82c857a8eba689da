#include "methods/propagation/contradiction.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

/// A step of a chain: two nodes that a must-link or the mapping puts together.
struct Step {
    Index from, to;
    bool mapped;
};
using Neighbours = std::map<Index, std::vector<Step>>;

/// Must-links and mapping, with the mapping pairs as they were given where they are known.
Neighbours neighbours_of(const Dataset& data, const Nodes& nodes) {
    Neighbours found;
    const auto add = [&](Index a, Index b, bool mapped) {
        found[a].push_back({a, b, mapped});
        found[b].push_back({b, a, mapped});
    };
    for (const Mapping& mapping : data.mappings()) {
        for (const auto& [a, b] : mapping.rows)
            add(nodes.of({mapping.view_a, a}), nodes.of({mapping.view_b, b}), true);
    }
    if (data.mappings().empty()) {
        for (const constraints::Pair& pair : mapping_pairs(data, nodes))
            add(pair.a, pair.b, true);
    }
    for (const Constraint& constraint : data.constraints()) {
        if (constraint.link == Link::must && !constraint.is_soft())
            add(nodes.of(constraint.a), nodes.of(constraint.b), false);
    }
    return found;
}

/// The fewest steps from one node to the other; empty if it is longer than `most`.
std::vector<Step> shortest_chain(const Neighbours& neighbours, Index from, Index to, std::size_t most) {
    std::map<Index, Step> reached{{from, {from, from, false}}};
    std::map<Index, std::size_t> steps{{from, 0}};
    std::deque<Index> waiting{from};
    while (!waiting.empty() && !reached.contains(to)) {
        const Index node = waiting.front();
        waiting.pop_front();
        const auto found = neighbours.find(node);
        if (found == neighbours.end() || steps[node] >= most) continue;
        for (const Step& step : found->second) {
            if (!reached.emplace(step.to, step).second) continue;
            steps[step.to] = steps[node] + 1;
            waiting.push_back(step.to);
        }
    }
    std::vector<Step> chain;
    if (!reached.contains(to)) return chain;
    for (Index node = to; node != from; node = reached.at(node).from) {
        chain.push_back(reached.at(node));
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
}

std::string chain_text(const Dataset& data, const Nodes& nodes, const std::vector<Step>& chain) {
    std::string text;
    for (const Step& step : chain) {
        if (text.empty()) text = data.instance_name(nodes.instance(step.from));
        text += fmt::format(" {} {}", step.mapped ? "is mapped to" : "is must-linked with",
                            data.instance_name(nodes.instance(step.to)));
    }
    return text;
}

[[noreturn]] void refuse(const Dataset& data, const JointClosure& closure) {
    const Neighbours neighbours = neighbours_of(data, closure.nodes());
    std::vector<Step> smallest;
    constraints::Pair worst{};
    for (const constraints::Pair& pair : closure.groups().conflicts()) {
        const std::size_t most = smallest.empty() ? neighbours.size() : smallest.size() - 1;
        std::vector<Step> chain = shortest_chain(neighbours, pair.a, pair.b, most);
        if (chain.empty()) continue;
        smallest = std::move(chain);
        worst = pair;
    }
    throw Error(ErrorCode::input,
                fmt::format("{} and {} are cannot-linked, but {}; expected constraints that the mapping does not "
                            "contradict (cannot-links that it contradicts: {})",
                            data.instance_name(closure.nodes().instance(worst.a)),
                            data.instance_name(closure.nodes().instance(worst.b)),
                            chain_text(data, closure.nodes(), smallest), closure.groups().conflicts().size()),
                {{"closure", "false"}});
}

}  // namespace

ClosureRules checked_rules(const Dataset& data, const OrAuto<bool>& closure, bool across_views) {
    ClosureRules rules{.across_views = across_views, .closed = closure.value.value_or(true)};
    if (!rules.closed) return rules;
    const JointClosure alone(data, {.across_views = false, .closed = true});
    const bool views_contradict = !alone.groups().conflicts().empty();
    if (closure.is_auto() && views_contradict) {
        rules.closed = false;
        return rules;
    }
    if (!across_views) return rules;
    const JointClosure joint(data, rules);
    // A cannot-link inside a group of one view is a contradiction of that view alone, which the base method tolerates.
    if (joint.groups().conflicts().size() > alone.groups().conflicts().size()) refuse(data, joint);
    return rules;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
