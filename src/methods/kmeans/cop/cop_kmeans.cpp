#include <mvlink/cop_kmeans.hpp>

#include "kernels/nearest.hpp"
#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/cop/chunks.hpp"
#include "methods/kmeans/cop/dead_end.hpp"
#include "methods/kmeans/cop/visit.hpp"
#include "methods/kmeans/lloyd/steps.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/start/neighbourhood_start.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <limits>
#include <set>
#include <utility>

/// COP-KMeans (Wagstaff, Cardie, Rogers, Schroedl 2001), on chunks instead of rows. Step numbers: README.md of the
/// family.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Orders tried in one round, and starts tried in place of one, before a dead end is an error.
constexpr int kAttempts = 10;

struct CopRun {
    const ConstrainedView& problem;
    const CopChunks& chunks;
    const CopKMeansOptions& options;
    PhaseTimer& timer;
    Context& context;
};

/// A start, with the best labels that it saw: fewest broken cannot-links, then lowest objective.
struct CopTrial {
    Trial trial;
    Index violated = 0;
    Visit last_visit;

    [[nodiscard]] bool has_labels() const { return !trial.objective.empty(); }
    void see(const State& state);
};

bool is_better(Index violated, double objective, Index than_violated, double than_objective) {
    return violated < than_violated || (violated == than_violated && is_lower(objective, than_objective));
}

void CopTrial::see(const State& state) {
    const Index broken = last_visit.violated;
    if (!trial.state.labels.empty() && !is_better(broken, state.distances, violated, trial.state.distances)) return;
    trial.state = state;
    violated = broken;
}

/// Visits all chunks; where that meets a dead end and may be repeated, with the chunks first that were one.
Visit visit_with_retries(const CopRun& run, const Matrix& cost, std::span<const std::int32_t> present) {
    const OnDeadEnd policy = run.options.on_dead_end;
    Visit visit = visit_chunks(run.chunks, cost, present, {run.options.order, policy == OnDeadEnd::soften});
    if (visit.dead_end < 0) return visit;
    refuse_if_infeasible(run.chunks, visit, cost.cols());
    std::vector<Index> dead_ends(static_cast<std::size_t>(run.chunks.count()), 0);
    for (int attempt = 1; policy == OnDeadEnd::reorder && visit.dead_end >= 0 && attempt < kAttempts; ++attempt) {
        ++dead_ends[static_cast<std::size_t>(visit.dead_end)];
        visit = visit_chunks(run.chunks, cost, present, {CopOrder::saturation, false, dead_ends});
    }
    return visit;
}

/// Step 2: chunks one after the other, rows without constraints in bulk. After a dead end the state is as before.
Visit assign_clusters(const CopRun& run, State& state) {
    const CopRule rule = run.options.rule;
    const ChunkDistances distance = chunk_distances(run.chunks, run.problem.view, state.centroids, rule, run.context);
    std::vector<std::int32_t> present;
    for (Index chunk = 0; chunk < run.chunks.count(); ++chunk) {
        present.push_back(state.labels[static_cast<std::size_t>(run.chunks.rows(chunk).front())]);
    }
    Visit visit = visit_with_retries(run, rule == CopRule::point ? distance.first : distance.sum, present);
    if (visit.dead_end >= 0) return visit;

    const auto free_rows = kernels::nearest(run.problem.view.features(), state.centroids,
                                            {state.labels, {}, run.problem.is_constrained}, run.context);
    state.distances = free_rows.sum;
    state.changed = free_rows.changed;
    for (Index chunk = 0; chunk < run.chunks.count(); ++chunk) {
        const std::int32_t cluster = visit.clusters[static_cast<std::size_t>(chunk)];
        state.distances += distance.sum(chunk, cluster);
        for (const Index row : run.chunks.rows(chunk)) {
            std::int32_t& label = state.labels[static_cast<std::size_t>(row)];
            state.changed += label == cluster ? 0 : 1;
            label = cluster;
        }
    }
    return visit;
}

/// Labels as one number: equal labels again mean that the rounds repeat themselves.
std::uint64_t fingerprint(const std::vector<std::int32_t>& labels) {
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a
    for (const std::int32_t label : labels) {
        hash = (hash ^ static_cast<std::uint64_t>(label)) * 1099511628211U;
    }
    return hash;
}

/// Steps 2 to 4. Ends without labels where the first round meets a dead end that may be tried again.
CopTrial run_rounds(const CopRun& run, State state) {
    // An empty cluster keeps its centroid: a row moved into it could break a constraint.
    const MoveCost never = [](Index, std::int32_t) { return std::numeric_limits<double>::infinity(); };
    CopTrial best;
    std::vector<double> objective;
    std::set<std::uint64_t> seen;
    StopReason stop_reason = StopReason::max_iter;
    for (int t = 0; t < run.options.max_iter; ++t) {
        best.last_visit = run.timer.time("assign", [&] { return assign_clusters(run, state); });
        if (best.last_visit.dead_end >= 0) {
            if (run.options.on_dead_end == OnDeadEnd::fail) {
                refuse_dead_end(run.chunks, best.last_visit, run.options.n_clusters, "");
            }
            stop_reason = StopReason::converged;  // the labels of the round before keep all constraints: they stand
            break;
        }
        run.timer.time("means",
                       [&] { estimate_means(run.problem.view.features(), never, state, run.context); });  // step 3
        require_finite(state.distances, "cop-kmeans", t + 1);
        objective.push_back(state.distances);
        best.see(state);
        // Since the objective can rise, rounds can also go in circles.
        const bool repeats = !seen.insert(fingerprint(state.labels)).second;
        if (state.changed == 0 || repeats || has_settled(objective, run.options.tol)) {
            stop_reason = StopReason::converged;
            break;
        }
        if (run.context.cancelled({t + 1, run.options.max_iter, state.distances})) {
            stop_reason = StopReason::cancelled;
            break;
        }
    }
    // The greedy visit can raise the objective; the last entry is that of the labels kept.
    if (!objective.empty()) objective.back() = best.trial.state.distances;
    best.trial.objective = std::move(objective);
    best.trial.stop_reason = stop_reason;
    return best;
}

/// One start; at a dead end that no order avoids, fresh centroids.
CopTrial run_start(const CopRun& run, const Start& start, int restart) {
    const StartRules rules{
        .method = "cop-kmeans",
        .n_clusters = run.options.n_clusters,
        .init = run.options.init == KMeansInit::random ? PckMeansInit::random : PckMeansInit::kmeans_plus_plus};
    for (int attempt = 0;; ++attempt) {
        State state = run.timer.time("init", [&] {
            return initialize(run.problem, rules, start, restart * kAttempts + attempt, run.context);  // step 1
        });
        CopTrial trial = run_rounds(run, std::move(state));
        if (trial.has_labels()) return trial;
        const bool again = start.empty() && attempt + 1 < kAttempts && !run.context.cancelled({0, 0, 0});
        if (again) continue;
        refuse_dead_end(run.chunks, trial.last_visit, run.options.n_clusters,
                        fmt::format(", in each of {} orders and {} starts", kAttempts, attempt + 1));
    }
}

CopTrial best_start(const CopRun& run, const Start& start) {
    CopTrial best = run_start(run, start, 0);
    const int count = start.empty() ? run.options.n_init : 1;
    for (int restart = 1; restart < count && best.trial.stop_reason != StopReason::cancelled; ++restart) {
        CopTrial next = run_start(run, start, restart);
        const bool cancelled = next.trial.stop_reason == StopReason::cancelled;
        if (is_better(next.violated, next.trial.objective.back(), best.violated, best.trial.objective.back())) {
            best = std::move(next);
        }
        if (cancelled) best.trial.stop_reason = StopReason::cancelled;
    }
    return best;
}

/// 1 - cost of the cluster / least cost of another that no foe is in; chunks move as a whole.
void add_confidence(const CopRun& run, const Matrix& centroids, Partition& partition) {
    std::vector<std::int32_t> nearest = partition.labels;
    kernels::nearest(run.problem.view.features(), centroids,
                     {nearest, partition.confidence, run.problem.is_constrained}, run.context);
    const auto label_of = [&](Index chunk) {
        return partition.labels[static_cast<std::size_t>(run.chunks.rows(chunk).front())];
    };
    Matrix cost = chunk_distances(run.chunks, run.problem.view, centroids, CopRule::chunk, run.context).sum;
    for (Index chunk = 0; chunk < run.chunks.count(); ++chunk) {
        const double own = cost(chunk, label_of(chunk));
        for (const CopChunks::Foe& foe : run.chunks.foes(chunk)) {
            cost(chunk, label_of(foe.chunk)) = std::numeric_limits<double>::infinity();
        }
        cost(chunk, label_of(chunk)) = std::numeric_limits<double>::infinity();
        const double confidence = kernels::margin(own, cost.row(chunk).minCoeff());
        for (const Index row : run.chunks.rows(chunk)) {
            partition.confidence[static_cast<std::size_t>(row)] = confidence;
        }
    }
}

}  // namespace
}  // namespace kmeans_family

Result cop_kmeans(const Dataset& data, const CopKMeansOptions& options, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    const View& view = require_one_view(data, options.n_clusters);
    PhaseTimer timer;
    const ConstrainedView problem(data);
    const CopChunks chunks(data, problem);
    const CopRun run{problem, chunks, options, timer, context};
    const auto table = static_cast<std::size_t>(chunks.count()) * static_cast<std::size_t>(options.n_clusters);
    context.require_memory(2 * table * sizeof(double), "cop-kmeans: distances of constrained rows to clusters");
    CopTrial best = best_start(run, start);

    Result result = family_result("cop-kmeans", options::texts(options), view, std::move(best.trial), context);
    add_confidence(run, centroids_of(result), result.partitions.front());
    add_constraint_report(data, 1, result);
    if (best.violated > 0) {
        result.warnings.push_back(
            {"constraints-softened",
             fmt::format("{} of {} cannot-links are broken: no cluster was left that keeps them (on_dead_end=soften)",
                         best.violated, result.constraints.cannot.given),
             static_cast<double>(best.violated)});
    }
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
