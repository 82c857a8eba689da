#include "constraints/judgement_folds.hpp"

#include "data/union_find.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

using ObjectPair = std::pair<Index, Index>;

/// The objects of both ends, by their place among all objects that are judged.
std::vector<ObjectPair> judged_pairs(const Judgements& judgements, const Objects& objects, Index& count) {
    std::vector<ObjectPair> pairs;
    std::vector<Index> judged;
    for (Index j = 0; j < judgements.count(); ++j) {
        const Constraint& first = judgements.copies(j).front();
        pairs.emplace_back(objects.of(first.a), objects.of(first.b));
        judged.push_back(pairs.back().first);
        judged.push_back(pairs.back().second);
    }
    std::sort(judged.begin(), judged.end());
    judged.erase(std::unique(judged.begin(), judged.end()), judged.end());
    const auto place = [&](Index object) {
        return static_cast<Index>(std::lower_bound(judged.begin(), judged.end(), object) - judged.begin());
    };
    for (auto& [a, b] : pairs) {
        a = place(a);
        b = place(b);
    }
    count = static_cast<Index>(judged.size());
    return pairs;
}

bool is_must(const Judgements& judgements, Index j) {
    return judgements.copies(j).front().link == Link::must;
}

void number_units(const Judgements& judgements, const Objects& objects, JudgementFolds& result) {
    Index count = 0;
    const std::vector<ObjectPair> pairs = judged_pairs(judgements, objects, count);
    UnionFind groups(count);
    for (Index j = 0; j < judgements.count(); ++j) {
        if (is_must(judgements, j)) groups.join(pairs[j].first, pairs[j].second);
    }
    std::map<ObjectPair, Index> numbers;
    for (const auto& [a, b] : pairs) {
        const auto [low, high] = std::minmax({groups.find(a), groups.find(b)});
        result.unit.push_back(numbers.try_emplace({low, high}, static_cast<Index>(numbers.size())).first->second);
    }
    result.units = static_cast<Index>(numbers.size());
}

struct UnitSize {
    Index must = 0, cannot = 0;
};

/// The largest units first, units with must-links before the others, equal ones in random order.
std::vector<Index> order_of_units(const std::vector<UnitSize>& sizes, Random& random) {
    std::vector<Index> order = random.permutation(static_cast<Index>(sizes.size()));
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
        return std::tie(sizes[a].must, sizes[a].cannot) > std::tie(sizes[b].must, sizes[b].cannot);
    });
    return order;
}

}  // namespace

JudgementFolds judgement_folds(const Judgements& judgements, const Objects& objects, int folds, Random random) {
    JudgementFolds result;
    number_units(judgements, objects, result);
    result.folds = static_cast<int>(std::min<Index>(folds, result.units));
    std::vector<UnitSize> sizes(result.units), filled(result.folds);
    for (Index j = 0; j < judgements.count(); ++j)
        ++(is_must(judgements, j) ? sizes[result.unit[j]].must : sizes[result.unit[j]].cannot);

    std::vector<int> fold_of(result.units, 0);
    for (const Index unit : order_of_units(sizes, random)) {
        // Where its kind is rarest; of those, where there is least of everything.
        const bool has_must = sizes[unit].must > 0;
        const auto load = [&](const UnitSize& fold) {
            return std::tuple(has_must ? fold.must : fold.cannot, fold.must + fold.cannot);
        };
        const auto least = std::min_element(filled.begin(), filled.end(),
                                            [&](const UnitSize& a, const UnitSize& b) { return load(a) < load(b); });
        least->must += sizes[unit].must;
        least->cannot += sizes[unit].cannot;
        fold_of[unit] = static_cast<int>(least - filled.begin());
    }
    for (const Index unit : result.unit)
        result.fold.push_back(fold_of[unit]);
    return result;
}

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
