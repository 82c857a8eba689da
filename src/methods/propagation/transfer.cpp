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
    const Index i = mapped[x], j = mapped[y];
    const bool together = labels[i] == labels[j];
    return {i, j, together ? Link::must : Link::cannot, 1, i, j};
}

/// Of the constraints between the same two groups the heaviest; all of them with the heaviest first.
std::vector<const Propagated*> heaviest_of_groups(const JointClosure& closure, int view,
                                                  std::span<const Propagated> constraints) {
    const auto before = [](const Propagated* x, const Propagated* y) {
        return std::tuple(-x->weight, x->i, x->j, x->link, x->u, x->v) <
               std::tuple(-y->weight, y->i, y->j, y->link, y->u, y->v);
    };
    std::map<std::tuple<Index, Index, Link>, const Propagated*> best;
    for (const Propagated& one : constraints) {
        const Index a = closure.group_of(view, one.i), b = closure.group_of(view, one.j);
        if (a < 0 || b < 0) continue;
        const auto [place, is_new] = best.try_emplace({std::min(a, b), std::max(a, b), one.link}, &one);
        if (!is_new && before(&one, place->second)) place->second = &one;
    }
    std::vector<const Propagated*> list;
    for (const auto& [groups, one] : best)
        list.push_back(one);
    std::sort(list.begin(), list.end(), before);
    return list;
}

/// What is told of related rows is no surer than the judgements that relate them.
double carried_weight(const JointClosure& closure, int view, const Propagated& one) {
    const Index a = closure.group_of(view, one.i), b = closure.group_of(view, one.j);
    const double relation = std::min(closure.implied_weight(a, a), closure.implied_weight(b, b));
    return relation < 1 ? std::min(one.weight, relation) : one.weight;
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
                                  int to, Index most) {
    std::map<Index, std::vector<Index>> rows_of_group;
    const auto rows_there = [&](Index row) -> const std::vector<Index>& {
        const Index group = closure.group_of(from, row);
        const auto [found, is_new] = rows_of_group.try_emplace(group);
        if (is_new && group >= 0) found->second = closure.rows_in(group, to);
        return found->second;
    };
    std::vector<Received> received;
    Index room[2] = {most, most};  // for others, and for what is certain
    for (const Propagated* one : heaviest_of_groups(closure, from, constraints)) {
        const double weight = carried_weight(closure, from, *one);
        Index& left = room[closure.follows(from, one->i, one->j, one->link) ? 1 : 0];
        for (const Index a : rows_there(one->i)) {
            for (const Index b : rows_there(one->j)) {
                if (a == b || left == 0) continue;
                received.push_back({std::min(a, b), std::max(a, b), one->link, weight, from, *one});
                --left;
            }
            if (left == 0) break;
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

std::vector<int> rounds_since(std::span<const Received> before, std::span<const int> since,
                              std::span<const Received> now, int round) {
    const auto key = [](const Received& x) { return std::tuple(x.a, x.b, x.link); };
    std::vector<int> rounds;
    rounds.reserve(now.size());
    std::size_t at = 0;
    for (const Received& one : now) {
        while (at < before.size() && key(before[at]) < key(one))
            ++at;
        const bool was_there = at < before.size() && key(before[at]) == key(one);
        rounds.push_back(was_there ? since[at] : round);
    }
    return rounds;
}

std::vector<double> shared_weights(std::span<const Received> received) {
    struct AtRow {
        double sum = 0, most = 0;
        [[nodiscard]] double count() const { return most > 0 ? sum / most : 1; }
    };
    const auto key = [](const Received& x, Index row) {
        return std::tuple(row, x.from, std::min(x.there.u, x.there.v), std::max(x.there.u, x.there.v), x.link);
    };
    std::map<std::tuple<Index, int, Index, Index, Link>, AtRow> heard;
    for (const Received& one : received) {
        for (const Index row : {one.a, one.b}) {
            AtRow& at = heard[key(one, row)];
            at.sum += one.weight;
            at.most = std::max(at.most, one.weight);
        }
    }
    std::vector<double> weights;
    weights.reserve(received.size());
    for (const Received& one : received) {
        const double times = std::max(heard.at(key(one, one.a)).count(), heard.at(key(one, one.b)).count());
        weights.push_back(one.weight / times);
    }
    return weights;
}

std::vector<Constraint> unified(const ViewConstraints& constraints, const JointClosure& closure, int view,
                                std::span<const Received> received, const OrAuto<double>& factor) {
    std::vector<Constraint> all = constraints.certain();
    std::map<std::tuple<Index, Index, Link>, std::size_t> given;
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (all[at].is_judgement())
            given[{std::min(all[at].a.row, all[at].b.row), std::max(all[at].a.row, all[at].b.row), all[at].link}] = at;
    }
    std::vector<Received> guesses;
    for (const Received& one : received) {
        const auto known = given.find({one.a, one.b, one.link});
        const double weight = factor.value.value_or(1) * one.weight;
        if (known != given.end()) {
            all[known->second].weight = std::max(all[known->second].weight, weight);
        } else if (!closure.follows(view, one.a, one.b, one.link)) {
            guesses.push_back(one);
            guesses.back().weight = weight;
        } else if (weight > closure.implied_weight(closure.group_of(view, one.a), closure.group_of(view, one.b))) {
            all.push_back({{0, one.a}, {0, one.b}, one.link, weight, Origin::implied});
        }
    }
    const std::vector<double> shared = factor.is_auto() ? shared_weights(guesses) : std::vector<double>{};
    for (std::size_t at = 0; at < guesses.size(); ++at) {
        const Received& one = guesses[at];
        const double weight = factor.is_auto() ? shared[at] : one.weight;
        if (weight > 0) all.push_back({{0, one.a}, {0, one.b}, one.link, weight, Origin::propagated});
    }
    return all;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
