#include <mvlink/kmeans.hpp>

#include "methods/common/best_start.hpp"
#include "methods/common/settling.hpp"
#include "methods/kmeans/pck/run.hpp"
#include "methods/kmeans/pck/steps.hpp"
#include "methods/kmeans/problem/unguided.hpp"
#include "methods/kmeans/start/best_predictor.hpp"
#include "methods/options/visitors.hpp"

#include <cstdint>
#include <optional>
#include <utility>

/// PCK-Means (bilenko2004): Fig. 1 with A = I, f = 1 and no metric update. Equation map: README.md of the family.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Starts besides those of the paper: at K-Means without constraints, and by k-means++ unless that would take too long.
int starts_elsewhere(const View& view) {
    constexpr Index kLargeView = 10'000'000;  // values
    return view.rows() * view.cols() <= kLargeView ? 4 : 1;
}

}  // namespace

// Departure: the paper begins at neighbourhoods alone. Two rows of one class start a cluster far from its mean, and
// single moves do not undo that; so constraints could lead to a worse answer than none.
State PckRun::elsewhere(int number, Context& context) {
    const StartRules rules{"pck-means/elsewhere", options_.n_clusters, PckMeansInit::kmeans_plus_plus};
    if (number > 0) return initialize(problem_, rules, {}, number, context);
    State state;
    state.centroids = unguided_.centroids;
    state.labels = unguided_.labels;
    return state;
}

PckTrial PckRun::started(int restart, Context& context) {
    PckTrial trial;
    trial.state = timer_.time("init", [&] {  // step 1
        return restart < own_starts_ ? initialize(problem_, start_rules(options_), start_, restart, context)
                                     : elsewhere(restart - own_starts_, context);
    });
    trial.order = context.stream("pck-means/order", static_cast<std::uint64_t>(restart));
    penalties_.start(problem_.labels_by_position(trial.state.labels));
    return trial;
}

void PckRun::advance_to(int until, PckTrial& trial, Context& context) {
    if (trial.settled()) return;
    State& state = trial.state;
    const auto round = [&](int) {
        timer_.time(
            "assign",  // step 2a
            [&] { assign_clusters(problem_, groups_, options_.order, trial.order, penalties_, state, context); });
        timer_.time("means", [&] { estimate_means_with_penalties(problem_, penalties_, state, context); });  // step 2b
        return timer_.time("objective", [&] { return state.distances + penalties_.total(); });               // Eq. (1)
    };
    run_rounds({"pck-means", options_.max_iter, until}, trial, context, round,
               [&](int) { return state.changed == 0 && has_settled(trial.objective, options_.tol); });
}

void PckRun::find_best(Context& context) {
    violations_ = ViolationCounts(problem_);
    calibrate_weight(context);
    own_starts_ = number_of_starts(problem_, start_rules(options_), options_.n_init, start_);
    const bool also_elsewhere = calibration_ && start_.empty() && options_.n_init.is_auto();
    const int starts = own_starts_ + (also_elsewhere ? starts_elsewhere(problem_.view) : 0);
    BestPredictor<PckTrial> predictor(also_elsewhere ? caution_of(problem_.view, unguided_.centroids, context) : 1,
                                      most_evidence(judged_pairs(problem_).size()));
    const auto evidence_of = [&](const PckTrial& trial) {
        const Matrix settled = settled_without_constraints(problem_.data, trial.state.centroids, context);
        return evidence_of_distances(problem_, settled, context);
    };
    const auto one_start = [&](int restart) {
        PckTrial trial = started(restart, context);
        advance_to(options_.max_iter, trial, context);
        violations_.add(trial.state.labels);
        if (also_elsewhere && !trial.cancelled()) predictor.offer(trial, evidence_of(trial), restart == own_starts_);
        return trial;
    };
    // The unguided start first: where it predicts all that can be predicted, no other is needed.
    std::optional<PckTrial> first;
    if (also_elsewhere) {
        const StartScope scope(context, own_starts_, starts);
        first = one_start(own_starts_);
    }
    if (first && (first->cancelled() || predictor.is_decided())) {
        trial_ = *std::move(first);
    } else {
        trial_ = best_of(starts, context,
                         [&](int restart) { return first && restart == own_starts_ ? *first : one_start(restart); });
    }
    auto decided = predictor.decide();
    if (decided && !trial_.cancelled()) trial_ = std::move(decided->first);
    penalties_.start(problem_.labels_by_position(trial_.state.labels));
}

}  // namespace kmeans_family

Result pck_means(const Dataset& data, const PckMeansOptions& options, Context& context, const Start& start) {
    options::check(options);
    kmeans_family::PckRun run(data, options, start, context);
    run.find_best(context);
    return run.result(context);
}

}  // namespace v1
}  // namespace mvlink
