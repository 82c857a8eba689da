#include "methods/common/best_start.hpp"
#include "methods/common/settling.hpp"
#include "methods/kmeans/metric/run.hpp"
#include "methods/kmeans/problem/unguided.hpp"
#include "methods/kmeans/start/best_predictor.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

/// Fig. 1 of bilenko2004, as MPCK-Means and MK-Means run it. Equation map: README.md of the family.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

MetricTrial MetricRun::started(const MetricStart& start, Context& context) {
    MetricTrial trial;
    trial.metrics = first_metrics_;
    trial.spreads = first_spreads_;
    timer_.time("init", [&] {  // step 1
        if (start.from == nullptr) {
            trial.state = initialize(problem_.view, start.rules, start_, start.restart, context);
            return;
        }
        trial.state.centroids = start.from->centroids;
        trial.state.labels = start.from->labels;
        trial.state.labels.resize(problem_.view.view.rows(), -1);
        trial.metrics = start.from->metrics;
        trial.spreads.update(trial.metrics, 0, context);
    });
    trial.order = context.stream(std::string(method_.name) + "/order", static_cast<std::uint64_t>(start.restart));
    trial.forgetful = start.forgetful;
    return trial;
}

void MetricRun::assign(MetricTrial& trial, bool forget, Context& context) {
    if (method_.assignment_pays) {
        assign_clusters(problem_, trial.metrics, trial.spreads, method_.order, forget, trial.order, penalties_,
                        trial.state, context);
    } else {
        assign_in_bulk(problem_, trial.metrics, all_rows_, trial.state, context);
    }
}

void MetricRun::advance_to(int until, MetricTrial& trial, Context& context) {
    if (trial.settled()) return;
    State& state = trial.state;
    MetricPenalties* const paid = method_.assignment_pays ? &penalties_ : nullptr;
    const auto round = [&](int t) {
        timer_.time("assign", [&] { assign(trial, trial.forgets(t), context); });                      // step 2a
        timer_.time("means", [&] { estimate_means(problem_, trial.metrics, paid, state, context); });  // step 2b
        const MetricSums sums = timer_.time("metrics", [&] {                                           // step 2c
            return update_metrics(problem_, penalties_.index(), trial.spreads, state, trial.metrics, context);
        });
        timer_.time("spread", [&] { trial.spreads.update(trial.metrics, trial.earlier_rounds + t + 1, context); });
        return timer_.time("objective", [&] {  // Eq. (6)
            return objective(problem_, sums, trial.metrics, trial.spreads, state, penalties_, context);
        });
    };
    // Departure: a share of at least 1, since Eq. (6) may well be 0.
    run_rounds({method_.name, method_.max_iter, until}, trial, context, round, [&](int t) {
        return !trial.forgets(t) && state.changed == 0 && has_settled(trial.objective, method_.tol, 1);
    });
}

double MetricRun::find_best_start(Context& context) {
    violations_ = ViolationCounts(problem_.view);
    const std::vector<MetricStart> elsewhere = starts_elsewhere();
    const MetricStarts own = method_.starts(problem_.view, start_);
    const Index most = std::numeric_limits<int>::max() - static_cast<Index>(elsewhere.size()),
                count = std::min(own.count, most), unguided = count + (problem_.rules.shrinkage == 1 ? 0 : 1);
    const int starts = static_cast<int>(count) + static_cast<int>(elsewhere.size());
    BestPredictor<MetricTrial> predictor(caution_, most_evidence(judged_pairs(problem_.view).size()));
    const auto one_start = [&](Index number) {
        MetricTrial trial = started(number < count ? own.at(number) : elsewhere[number - count], context);
        advance_to(method_.max_iter, trial, context);
        violations_.add(trial.state.labels);
        if (calibration_ && !trial.cancelled()) {
            predictor.offer(trial, evidence_of(trial, context), number == unguided);
        }
        return trial;
    };
    // The unguided start first: where it predicts all that can be predicted, no other is needed.
    std::optional<MetricTrial> first;
    if (!elsewhere.empty()) {
        const StartScope scope(context, static_cast<int>(unguided), starts);
        first = one_start(unguided);
    }
    if (first && (first->cancelled() || predictor.is_decided())) {
        trial_ = *std::move(first);
    } else {
        trial_ = best_of(starts, context,
                         [&](int number) { return first && number == unguided ? *first : one_start(number); });
    }
    if (!calibration_ || trial_.cancelled()) return 0;
    if (auto decided = predictor.decide()) {
        trial_ = std::move(decided->first);
        return decided->second;
    }
    return evidence_of(trial_, context);
}

void MetricRun::find_best(Context& context) {
    calibrate_weights(context);
    const double evidence = find_best_start(context);
    const bool left_open = calibration_ && method_.shrinkage.is_auto() && problem_.rules.shrinkage == 1;
    if (left_open && !trial_.cancelled()) try_metric(evidence, context);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
