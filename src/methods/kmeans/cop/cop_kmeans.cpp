#include <mvlink/cop_kmeans.hpp>

#include "kernels/nearest.hpp"
#include "methods/common/best_start.hpp"
#include "methods/common/settling.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
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
#include <optional>
#include <set>

/// COP-KMeans (Wagstaff, Cardie, Rogers, Schroedl 2001), on chunks instead of rows. Step numbers: README.md of the
/// family.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Orders tried in one iteration, and restarts tried instead of one, before a dead end is an error.
constexpr int kAttempts = 10;

struct CopRun {
    const ConstrainedView& problem;
    const CopChunks& chunks;
    const CopKMeansOptions& options;
    PhaseTimer& timer;
    Context& context;
};

/// One start. Its state has the best labels that it saw: fewest violated cannot-links, then lowest objective.
struct CopTrial : Trial {
    State present;
    Index violated = 0;
    Visit last_visit;
    std::set<std::uint64_t> seen;  // labels of earlier rounds, by fingerprint

    [[nodiscard]] bool has_labels() const { return rounds() > 0; }
    void keep_if_better();
};

bool is_better(Index violated, double objective, Index than_violated, double than_objective) {
    return violated < than_violated || (violated == than_violated && is_lower(objective, than_objective));
}

void CopTrial::keep_if_better() {
    const Index broken = last_visit.violated;
    if (!state.labels.empty() && !is_better(broken, present.distances, violated, state.distances)) return;
    state = present;
    violated = broken;
}

/// Visits all chunks; after a dead end, if allowed, again with the dead-end chunks first.
Visit visit_with_retries(const CopRun& run, const Matrix& cost, std::span<const std::int32_t> present) {
    const OnDeadEnd policy = run.options.on_dead_end;
    Visit visit = visit_chunks(run.chunks, cost, present, {run.options.order, policy == OnDeadEnd::soften});
    if (visit.dead_end < 0) return visit;
    refuse_if_infeasible(run.chunks, visit, cost.cols());
    std::vector<Index> dead_ends(run.chunks.count(), 0);
    for (int attempt = 1; policy == OnDeadEnd::reorder && visit.dead_end >= 0 && attempt < kAttempts; ++attempt) {
        ++dead_ends[visit.dead_end];
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
        present.push_back(state.labels[run.chunks.rows(chunk).front()]);
    }
    Visit visit = visit_with_retries(run, rule == CopRule::point ? distance.first : distance.sum, present);
    if (visit.dead_end >= 0) return visit;

    const auto free_rows = kernels::nearest(run.problem.view.features(), state.centroids,
                                            {state.labels, {}, run.problem.is_constrained}, run.context);
    state.distances = free_rows.sum;
    state.changed = free_rows.changed;
    for (Index chunk = 0; chunk < run.chunks.count(); ++chunk) {
        const std::int32_t cluster = visit.clusters[chunk];
        state.distances += distance.sum(chunk, cluster);
        for (const Index row : run.chunks.rows(chunk)) {
            std::int32_t& label = state.labels[row];
            state.changed += label == cluster ? 0 : 1;
            label = cluster;
        }
    }
    return visit;
}

/// A hash of the labels: equal labels mean that the iterations cycle.
std::uint64_t fingerprint(const std::vector<std::int32_t>& labels) {
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a
    for (const std::int32_t label : labels) {
        hash = (hash ^ static_cast<std::uint64_t>(label)) * 1099511628211U;
    }
    return hash;
}

/// Steps 2 to 4. Ends without labels if the first iteration meets a dead end that may be retried.
void advance(const CopRun& run, CopTrial& trial) {
    // An empty cluster keeps its centroid: a row moved into it could violate a constraint.
    const MoveCost never = [](Index, std::int32_t) { return std::numeric_limits<double>::infinity(); };
    State& state = trial.present;
    const auto round = [&](int) -> std::optional<double> {
        trial.last_visit = run.timer.time("assign", [&] { return assign_clusters(run, state); });  // step 2
        if (trial.last_visit.dead_end >= 0) {
            if (run.options.on_dead_end == OnDeadEnd::fail) {
                refuse_dead_end(run.chunks, trial.last_visit, run.options.n_clusters, "");
            }
            return std::nullopt;  // the previous labels satisfy all constraints and are kept
        }
        run.timer.time("means",
                       [&] { estimate_means(run.problem.view.features(), never, state, run.context); });  // step 3
        trial.keep_if_better();
        return state.distances;
    };
    const auto settled = [&](int) {
        // Since the objective can rise, iterations can also cycle.
        const bool repeats = !trial.seen.insert(fingerprint(state.labels)).second;
        return state.changed == 0 || repeats || has_settled(trial.objective, run.options.tol);
    };
    run_rounds({"cop-kmeans", run.options.max_iter}, trial, run.context, round, settled);
    // The greedy visit can raise the objective; the last entry is that of the labels kept.
    if (trial.has_labels()) trial.objective.back() = trial.state.distances;
}

/// One restart; new centroids at a dead end that no order avoids.
CopTrial run_start(const CopRun& run, const Start& start, int restart) {
    const StartRules rules{
        .method = "cop-kmeans",
        .n_clusters = run.options.n_clusters,
        .init = run.options.init == KMeansInit::random ? PckMeansInit::random : PckMeansInit::kmeans_plus_plus};
    for (int attempt = 0;; ++attempt) {
        CopTrial trial;
        trial.present = run.timer.time("init", [&] {
            return initialize(run.problem, rules, start, restart * kAttempts + attempt, run.context);  // step 1
        });
        advance(run, trial);
        if (trial.has_labels()) return trial;
        const bool again = start.empty() && attempt + 1 < kAttempts && !run.context.cancelled({0, 0, 0});
        if (again) continue;
        refuse_dead_end(run.chunks, trial.last_visit, run.options.n_clusters,
                        fmt::format(", in each of {} orders and {} restarts", kAttempts, attempt + 1));
    }
}

CopTrial best_start(const CopRun& run, const Start& start) {
    return best_of(
        start.empty() ? run.options.n_init : 1, run.context,
        [&](int restart) { return run_start(run, start, restart); },
        [](const CopTrial& next, const CopTrial& best) {
            return is_better(next.violated, next.objective.back(), best.violated, best.objective.back());
        });
}

/// 1 - cost of the cluster / least cost of another that no cannot-linked chunk is in; chunks move as a whole.
void add_confidence(const CopRun& run, const Matrix& centroids, Partition& partition) {
    std::vector<std::int32_t> nearest = partition.labels;
    kernels::nearest(run.problem.view.features(), centroids,
                     {nearest, partition.confidence, run.problem.is_constrained}, run.context);
    const auto label_of = [&](Index chunk) { return partition.labels[run.chunks.rows(chunk).front()]; };
    Matrix cost = chunk_distances(run.chunks, run.problem.view, centroids, CopRule::chunk, run.context).sum;
    for (Index chunk = 0; chunk < run.chunks.count(); ++chunk) {
        const double own = cost(chunk, label_of(chunk));
        for (const CopChunks::CannotLinked& other : run.chunks.cannot_linked(chunk)) {
            cost(chunk, label_of(other.chunk)) = std::numeric_limits<double>::infinity();
        }
        cost(chunk, label_of(chunk)) = std::numeric_limits<double>::infinity();
        const double confidence = kernels::margin(own, cost.row(chunk).minCoeff());
        for (const Index row : run.chunks.rows(chunk)) {
            partition.confidence[row] = confidence;
        }
    }
}

}  // namespace
}  // namespace kmeans_family

Result cop_kmeans(const Dataset& data, const CopKMeansOptions& options, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    const View& view = view_for_clusters(data, options.n_clusters);
    PhaseTimer timer;
    const ConstrainedView problem(data);
    const CopChunks chunks(problem);
    const CopRun run{problem, chunks, options, timer, context};
    const auto table = static_cast<std::size_t>(chunks.count()) * static_cast<std::size_t>(options.n_clusters);
    context.require_memory(2 * table * sizeof(double), "cop-kmeans: distances of constrained rows to clusters");
    const CopTrial best = best_start(run, start);

    Result result = family_result("cop-kmeans", options::texts(options), view, best, context);
    add_confidence(run, best.state.centroids, result.partitions.front());
    add_constraint_report(data, 1, result);
    if (best.violated > 0) {
        warn(result, "constraints-softened",
             fmt::format(
                 "{} of {} cannot-links are violated: no cluster was left that satisfies them (on_dead_end=soften)",
                 best.violated, result.constraints.cannot.given),
             static_cast<double>(best.violated));
    }
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
