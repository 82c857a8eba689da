#include <mvlink/contradictions.hpp>
#include <mvlink/error.hpp>

#include "constraints/components.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace {

/// Instances of all views, counted through.
class InstanceNumbers {
public:
    explicit InstanceNumbers(const Dataset& data) {
        for (const View& view : data.views())
            first_.push_back(first_.back() + view.rows());
    }
    [[nodiscard]] Index of(InstanceId instance) const { return first_[instance.view] + instance.row; }
    [[nodiscard]] InstanceId instance(Index number) const {
        const auto after = std::upper_bound(first_.begin(), first_.end(), number);
        const auto view = after - first_.begin() - 1;
        return {static_cast<int>(view), number - first_[view]};
    }

private:
    std::vector<Index> first_{0};
};

Index pairs_in_closure(const constraints::Components& components) {
    Index count = 0;
    for (Index c = 0; c < components.count(); ++c) {
        count += components.size(c) * (components.size(c) - 1) / 2;
        for (const Index other : components.cannot_linked(c))
            count += other > c ? components.size(c) * components.size(other) : 0;
    }
    return count;
}

/// The lightest judgement that a pair of two components, or inside of one, may follow from.
class LightestJudgements {
public:
    LightestJudgements(std::span<const constraints::Pair> pairs, const constraints::Components& components)
        : within_(static_cast<std::size_t>(components.count()), std::numeric_limits<double>::infinity()) {
        for (const constraints::Pair& pair : pairs) {
            const auto [c, other] = std::minmax({components.of(pair.a), components.of(pair.b)});
            double& lightest = c == other ? within_[c] : between_.try_emplace({c, other}, pair.weight).first->second;
            if (pair.link == Link::must || c != other) lightest = std::min(lightest, pair.weight);
        }
    }
    [[nodiscard]] double weight(Index c, Index other) const {
        if (c == other) return within_[c];
        return std::min({within_[c], within_[other], between_.at({c, other})});
    }

private:
    std::vector<double> within_;                         // infinite where no must-link is
    std::map<std::pair<Index, Index>, double> between_;  // by components, the lower first
};

}  // namespace

std::vector<Constraint> closed_constraints(const Dataset& data, Index most) {
    const InstanceNumbers numbers(data);
    std::vector<constraints::Pair> pairs;
    std::map<std::pair<Index, Index>, Constraint> closed;
    for (const Constraint& constraint : data.constraints()) {
        if (!constraint.is_judgement()) continue;
        const Index a = numbers.of(constraint.a), b = numbers.of(constraint.b);
        pairs.push_back({a, b, constraint.link, constraint.weight});
        closed.emplace(std::pair(a, b), constraint);
    }
    const constraints::Components components(pairs);
    if (pairs_in_closure(components) > most) {
        throw Error(ErrorCode::input, fmt::format("{} constraints follow from the given ones; expected at most {}",
                                                  pairs_in_closure(components), most));
    }
    const LightestJudgements lightest(pairs, components);
    const auto add = [&](Index a, Index b, Link link, double weight) {
        const auto [low, high] = std::minmax(a, b);
        closed.try_emplace({low, high},
                           Constraint{numbers.instance(low), numbers.instance(high), link, weight, Origin::implied});
    };
    for (Index c = 0; c < components.count(); ++c) {
        const auto members = components.members(c);
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j)
                add(members[i], members[j], Link::must, lightest.weight(c, c));
            for (const Index other : components.cannot_linked(c)) {
                for (const Index b : components.members(other))
                    if (other > c) add(members[i], b, Link::cannot, lightest.weight(c, other));
            }
        }
    }
    std::vector<Constraint> found;
    for (const auto& [key, constraint] : closed)
        found.push_back(constraint);
    return found;
}

}  // namespace v1
}  // namespace mvlink
