#include "methods/propagation/threshold.hpp"

#include "methods/propagation/co_em.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

constexpr int kFolds = 5;
constexpr std::array kGrid{0.25, 0.5, 0.75, 0.9, 0.99};

struct Kept {
    double must = 0, must_kept = 0, cannot = 0, cannot_kept = 0;

    /// Over the types that were held out.
    [[nodiscard]] double score() const {
        const double shares = (must > 0 ? must_kept / must : 0) + (cannot > 0 ? cannot_kept / cannot : 0);
        const double types = (must > 0 ? 1 : 0) + (cannot > 0 ? 1 : 0);
        return types > 0 ? shares / types : 0;
    }
};

/// Counts held-out constraints that clusters satisfy; those that the others imply anyway say nothing.
void count_kept(const CoEm& run, const std::vector<Constraint>& held_out, Kept& kept) {
    for (const Constraint& constraint : held_out) {
        if (constraint.a.view != constraint.b.view) continue;
        const int view = constraint.a.view;
        if (run.closure().follows(view, constraint.a.row, constraint.b.row, constraint.link)) continue;
        const auto& labels = run.views()[view].run->labels();
        const bool together = labels[constraint.a.row] == labels[constraint.b.row];
        const bool is_must = constraint.link == Link::must;
        (is_must ? kept.must : kept.cannot) += 1;
        if (together == is_must) (is_must ? kept.must_kept : kept.cannot_kept) += 1;
    }
}

}  // namespace

std::vector<std::vector<Constraint>> closure_disjoint_folds(const Dataset& data, int folds, Random random) {
    const JointClosure closure(data, {.across_views = true, .closed = true});
    using Unit = std::tuple<Index, Index>;
    std::map<Unit, std::vector<Constraint>> units;
    for (const Constraint& constraint : data.constraints()) {
        if (!constraint.is_judgement()) continue;
        const Index a = closure.group_of(constraint.a.view, constraint.a.row);
        const Index b = closure.group_of(constraint.b.view, constraint.b.row);
        units[{std::min(a, b), std::max(a, b)}].push_back(constraint);
    }
    const auto count = static_cast<Index>(units.size());
    std::vector<std::vector<Constraint>> lists(static_cast<std::size_t>(std::min<Index>(folds, count)));
    const std::vector<Index> order = random.permutation(count);
    Index at = 0;
    for (auto& [unit, constraints] : units) {
        auto& list = lists[static_cast<std::size_t>(order[static_cast<std::size_t>(at++)]) % lists.size()];
        list.insert(list.end(), constraints.begin(), constraints.end());
    }
    return lists;
}

ThresholdChoice choose_threshold(const Dataset& data, const PropagationOptions& options, const ClosureRules& rules,
                                 Context& context) {
    ThresholdChoice choice;
    const auto folds = closure_disjoint_folds(data, kFolds, context.stream("propagation/folds"));
    if (folds.size() < 2) return choice;
    for (const double threshold : kGrid) {
        Kept kept;
        for (const std::vector<Constraint>& held_out : folds) {
            std::vector<Constraint> others;
            for (const Constraint& constraint : data.constraints()) {
                if (std::find(held_out.begin(), held_out.end(), constraint) == held_out.end())
                    others.push_back(constraint);
            }
            if (context.cancel_requested()) return choice;
            const Dataset train = data.with_constraints(std::span<const Constraint>(others));
            Context inner = context.nested("threshold", context.seed());
            const Start none;
            CoEm run(train, options, rules, std::vector<double>(data.n_views(), threshold), none, inner);
            run.run(inner);
            count_kept(run, held_out, kept);
        }
        choice.tried.push_back({threshold, kept.score()});
    }
    // The largest of the best: later ones win ties.
    double best = -1;
    for (const auto& [threshold, score] : choice.tried) {
        if (score < best) continue;
        best = score;
        choice.threshold = threshold;
    }
    return choice;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
