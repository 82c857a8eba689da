#include <mvlink/constrained_spectral.hpp>

#include <mvlink/error.hpp>

#include "methods/common/best_start.hpp"
#include "methods/constrained/frame.hpp"
#include "methods/constrained/pair_graphs.hpp"
#include "methods/constrained/self_taught_steps.hpp"
#include "methods/spectral/family.hpp"
#include "runtime/index.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

constexpr Limit kLimit{"self-taught", 1000, 12};
constexpr double kFirstPenalty = 10;  // of the rank: halved in each step down to what is asked for

/// Completes the constraints; the penalty falls to mu, and every teach_every steps the cut is made anew.
Pupil learn(const Lesson& lesson, const SelfTaughtOptions& options, Context& context) {
    const Index n = lesson.W.rows();
    Pupil pupil;
    pupil.table = pupil.before = Eigen::MatrixXd::Zero(n, n);
    pupil.v = taught_cut(lesson, given_table(lesson));
    double penalty = std::max(kFirstPenalty, lesson.mu);
    const auto round = [&](int t) {
        if (t > 0 && t % options.teach_every == 0) {
            pupil.v = taught_cut(lesson, pupil.table);
            pupil.pace = 1;
        }
        completion_step(lesson, penalty, pupil);
        return objective_of(lesson, pupil);
    };
    const auto settled = [&](int t) {
        const bool falls = penalty > lesson.mu;
        penalty = std::max(penalty / 2, lesson.mu);
        if (falls || t < options.teach_every) return false;  // taught once at least
        const double now = pupil.objective[at(t)], before = pupil.objective[at(t - 1)];
        return std::abs(now - before) <= options.tol * std::abs(before);
    };
    run_rounds({kLimit.method, options.max_iter}, pupil, context, round, settled);
    return pupil;
}

/// The K singular vectors of Q of the largest singular values.
Matrix top_singular_vectors(const Spectrum& Q, int n_clusters) {
    std::vector<Index> order(at(Q.values.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return std::abs(Q.values[a]) > std::abs(Q.values[b]); });
    Matrix F(Q.vectors.rows(), n_clusters);
    for (Index j = 0; j < n_clusters; ++j) {
        F.col(j) = Q.vectors.col(order[at(j)]);
    }
    kernels::settle_signs(F);
    return F;
}

Found embed_graph(const Task& task, const SelfTaughtOptions& options, std::vector<double> weights, Context& context) {
    std::vector<kernels::Graph> S;
    for (const auto& view : task.graphs.views) {
        S.push_back(view.graph.S);
    }
    Lesson lesson{as_dense(kernels::weighted_sum(S, weights, context)),
                  known_entries(task.beliefs, task.n()),
                  task.n_clusters,
                  options.graph_weight,
                  options.teaching_weight,
                  options.rank_penalty};
    lesson.W.diagonal().setOnes();
    Pupil pupil = learn(lesson, options, context);
    const bool empty = pupil.Q.values.cwiseAbs().maxCoeff() <= 0;  // too high a penalty: the cut is what there is
    Matrix F = empty ? Matrix(pupil.v) : top_singular_vectors(pupil.Q, task.n_clusters);
    return {std::move(F), std::move(pupil), std::move(weights)};
}

void require_complete_views(const Task& task) {
    for (const auto& view : task.graphs.views) {
        if (view.missing == 0) continue;
        throw Error(ErrorCode::input,
                    fmt::format("self-taught: view \"{}\" lacks {} of {} objects, and fusion=best clusters every view "
                                "alone; expected views that hold every object",
                                view.name, view.missing, task.n()),
                    {{"fusion", "mean"}});
    }
}

/// Every view alone; the one whose labels violate the fewest constraints, then the one with the lowest objective.
Found best_view(const Task& task, const SelfTaughtOptions& options, Context& context) {
    require_complete_views(task);
    const std::size_t views = task.graphs.views.size();
    std::optional<Found> best;
    double least = 0;
    for (std::size_t v = 0; v < views; ++v) {
        const StartScope scope(context, static_cast<int>(v), static_cast<int>(views));
        std::vector<double> weights(views, 0);
        weights[v] = 1;
        Found found = embed_graph(task, options, std::move(weights), context);
        found.rule = spectral_family::learn_rule(found.F, {task.n_clusters, options.n_init, options.normalize_rows},
                                                 task.known, context);
        const auto labels = spectral_family::partition_of(found.F, *found.rule, context).labels;
        const double violated = mvcsc_steps::balanced_violation(task.pairs, labels);
        const bool cancelled = found.course.cancelled();
        const bool better =
            !best || violated < least ||
            (violated == least && is_lower(found.course.objective.back(), best->course.objective.back()));
        if (better) least = violated, best = std::move(found);
        if (cancelled) {
            best->course.stop_reason = StopReason::cancelled;
            break;
        }
    }
    return std::move(*best);
}

Found embed(const Task& task, const SelfTaughtOptions& options, Context& context) {
    if (options.fusion == SelfTaughtFusion::best && task.graphs.views.size() > 1) {
        return best_view(task, options, context);
    }
    return embed_graph(task, options, spectral_family::equal_weights(task.graphs), context);
}

}  // namespace
}  // namespace constrained_spectral

Result self_taught(const Dataset& data, const SelfTaughtOptions& options, Context& context, const Start& start) {
    using namespace constrained_spectral;
    std::vector<double> weights;
    Result result = run_on_pairs(kLimit, options, options.normalize_rows, data, context, start,
                                 [&](const Task& task, Context& own) {
                                     Found found = embed(task, options, own);
                                     weights = found.view_weights;
                                     return found;
                                 });
    result.view_weights = weights;
    return result;
}

}  // namespace v1
}  // namespace mvlink
