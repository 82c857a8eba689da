#include "methods/propagation/transfer.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

Propagated pair_of(std::span<const Index> mapped, std::span<const std::int32_t> labels, Index x, Index y) {
    const Index i = mapped[static_cast<std::size_t>(x)], j = mapped[static_cast<std::size_t>(y)];
    const bool together = labels[static_cast<std::size_t>(i)] == labels[static_cast<std::size_t>(j)];
    return {i, j, together ? Link::must : Link::cannot, 1, i, j};
}

}  // namespace

std::vector<Propagated> by_membership(std::span<const Index> mapped, std::span<const std::int32_t> labels, Index most,
                                      Random random) {
    const auto m = static_cast<Index>(mapped.size());
    std::vector<Propagated> found;
    if (m * (m - 1) / 2 <= most) {
        for (Index x = 0; x < m; ++x) {
            for (Index y = x + 1; y < m; ++y)
                found.push_back(pair_of(mapped, labels, x, y));
        }
        return found;
    }
    std::unordered_set<Index> drawn;
    while (static_cast<Index>(found.size()) < most) {
        const Index x = random.below(m), y = random.below(m);
        if (x >= y || !drawn.insert(x * m + y).second) continue;
        found.push_back(pair_of(mapped, labels, x, y));
    }
    std::sort(found.begin(), found.end(),
              [](const Propagated& x, const Propagated& y) { return std::tuple(x.i, x.j) < std::tuple(y.i, y.j); });
    return found;
}

std::vector<Received> transferred(const JointClosure& closure, int from, std::span<const Propagated> constraints,
                                  int to) {
    std::map<Index, std::vector<Index>> rows_of_group;
    const auto rows_there = [&](Index row) -> const std::vector<Index>& {
        const Index group = closure.group_of(from, row);
        const auto [found, is_new] = rows_of_group.try_emplace(group);
        if (is_new && group >= 0) found->second = closure.rows_in(group, to);
        return found->second;
    };
    std::vector<Received> received;
    for (const Propagated& constraint : constraints) {
        const std::vector<Index>& first = rows_there(constraint.i);
        const std::vector<Index>& second = rows_there(constraint.j);
        for (const Index a : first) {
            for (const Index b : second) {
                if (a == b) continue;
                received.push_back(
                    {std::min(a, b), std::max(a, b), constraint.link, constraint.weight, from, constraint});
            }
        }
    }
    return received;
}

std::vector<Received> heaviest_of_each(std::vector<Received> received) {
    const auto key = [](const Received& x) {
        return std::tuple(x.a, x.b, x.link, -x.weight, x.from, x.there.i, x.there.j, x.there.u, x.there.v);
    };
    std::sort(received.begin(), received.end(), [&](const Received& x, const Received& y) { return key(x) < key(y); });
    received.erase(
        std::unique(received.begin(), received.end(),
                    [](const Received& x, const Received& y) { return x.a == y.a && x.b == y.b && x.link == y.link; }),
        received.end());
    return received;
}

bool is_certain(const ViewConstraints& constraints, const JointClosure& closure, int view, const Received& received) {
    return constraints.is_given(received.a, received.b, received.link) ||
           closure.follows(view, received.a, received.b, received.link);
}

std::vector<Constraint> unified(const ViewConstraints& constraints, const JointClosure& closure, int view,
                                std::span<const Received> received) {
    std::vector<Constraint> all = constraints.certain();
    std::map<std::tuple<Index, Index, Link>, std::size_t> given;
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (all[at].is_judgement())
            given[{std::min(all[at].a.row, all[at].b.row), std::max(all[at].a.row, all[at].b.row), all[at].link}] = at;
    }
    for (const Received& one : received) {
        const auto known = given.find({one.a, one.b, one.link});
        if (known != given.end()) {
            all[known->second].weight = std::max(all[known->second].weight, one.weight);
        } else if (!closure.follows(view, one.a, one.b, one.link)) {
            all.push_back({{0, one.a}, {0, one.b}, one.link, one.weight, Origin::propagated});
        } else if (one.weight > 1) {
            all.push_back({{0, one.a}, {0, one.b}, one.link, one.weight, Origin::implied});
        }
    }
    return all;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
