#include "methods/kmeans/metric/run.hpp"
#include "methods/kmeans/problem/unguided.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>

/// What MPCK-Means knows before its first round if the weight of constraints is left to it: which metric makes clusters
/// that were found without the constraints predict them, and what a violation is worth under it.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr int kUnguidedStarts = 5;  // with a learnt metric; the first at K-Means
// Log odds by which a learnt metric must predict the constraints better than equal weights do. Ten constraints give
// hardly more than one by chance.
constexpr double kClearlyBetter = 2;

Matrix costs_of(const MetricProblem& problem, const MetricSolution& solution, std::span<const Index> rows,
                Context& context) {
    constexpr Index kBlock = 256;
    const MetricCosts cluster_costs(problem.features(), solution.centroids, solution.metrics, problem.centre);
    Matrix costs(static_cast<Index>(rows.size()), solution.centroids.rows());
    parallel_for(context, costs.rows(), kBlock, [&](Index begin, Index end) {
        cluster_costs(rows.subspan(begin, end - begin), costs.middleRows(begin, end - begin));
    });
    return costs;
}

double gap_under(const MetricProblem& problem, const MetricSolution& solution, Context& context) {
    return mean_gap(costs_of(problem, solution, sample_of_rows(problem.view.view.rows()), context));
}

Calibration calibrate_under(const MetricProblem& problem, const MetricSolution& solution, Context& context) {
    return calibrate(costs_of(problem, solution, problem.view.components.nodes(), context), judged_pairs(problem.view),
                     gap_under(problem, solution, context));
}

/// The mean squared distance of two rows under each metric.
Vector mean_squared_distances(const MetricProblem& problem, const Metrics& metrics, Context& context) {
    const auto n_metrics = static_cast<Index>(metrics.size());
    const MetricSolution at_centre{problem.centre.transpose().replicate(n_metrics, 1), metrics, {}};
    Vector mean =
        costs_of(problem, at_centre, sample_of_rows(problem.view.view.rows()), context).colwise().mean().transpose();
    for (Index m = 0; m < n_metrics; ++m) {
        mean[m] += metrics[m].log_det;
    }
    return 2 * mean;
}

/// Factors of Eqs. (4) and (5) with which two rows of mean distance cost `violation` if their constraint is violated.
ConstraintWeights weights_for(const MetricProblem& problem, const Metrics& metrics, double violation,
                              Context& context) {
    Spreads spreads = problem.spreads(context);
    spreads.update(metrics, 0, context);
    const std::vector<double> squared = spreads.squared(metrics);
    const double n_metrics = static_cast<double>(metrics.size());
    const double apart = mean_squared_distances(problem, metrics, context).sum() / n_metrics;
    const double farthest = std::accumulate(squared.begin(), squared.end(), 0.0) / n_metrics;
    if (!(apart > 0) || !std::isfinite(apart) || !std::isfinite(farthest)) return 1;
    return {violation / apart, violation / std::max(farthest - apart, apart)};
}

}  // namespace

/// Without constraints: K-Means, and K-Means with the metric that its clusters imply.
void MetricRun::find_unguided(Context& context) {
    if (!method_.calibrated || plain_.centroids.size() > 0) return;
    const StartRules rules{method_.name, method_.n_clusters};
    Unguided found = start_.empty() ? cluster_unguided(problem_.view.data, method_.n_clusters, context)
                                    : Unguided{initialize(problem_.view, rules, start_, 0, context).centroids, {}};
    plain_.centroids = std::move(found.centroids);
    plain_.labels = std::move(found.labels);
    plain_.metrics = Metrics(first_metrics_.size(), identity_metric(problem_.rules.form, problem_.view.view.cols()));
    const StartRules elsewhere{std::string(method_.name) + "/unguided", method_.n_clusters,
                               PckMeansInit::kmeans_plus_plus};
    const MetricStarts starts{
        start_.empty() ? kUnguidedStarts : 1, [&](Index number) {
            return MetricStart{elsewhere, static_cast<int>(number), false, number == 0 ? &plain_ : nullptr};
        }};
    learnt_ = without_constraints(method_.shrinkage.value.value_or(0), starts, context);
}

MetricSolution MetricRun::without_constraints(double shrinkage, const MetricStarts& starts, Context& context) const {
    MetricMethod free = method_;
    free.calibrated = false;
    free.rules.shrinkage = shrinkage;
    free.rules.constrained = false;
    free.starts = [&](const ConstrainedView&, const Start&) { return starts; };
    MetricRun run(problem_.view.data.with_constraints(std::span<const Constraint>{}), std::move(free), {}, context);
    run.find_best(context);
    return {run.trial_.state.centroids, run.trial_.metrics, run.trial_.state.labels};
}

void MetricRun::use(const Calibration& calibration, const MetricSolution& unguided, double shrinkage,
                    Context& context) {
    calibration_ = calibration;
    is_of_plain_ = &unguided == &plain_;
    found_error_rate_.reset();
    problem_.rules.shrinkage = shrinkage;
    method_.weights = weights_for(problem_, unguided.metrics, calibration.violation_cost(), context);
    penalties_ = penalties_of_problem();
}

void MetricRun::calibrate_weights(Context& context) {
    if (!method_.calibrated || calibration_ || problem_.view.pairs.empty()) return;
    timer_.time("unguided", [&] { find_unguided(context); });
    timer_.time("calibrate", [&] {
        of_learnt_ = calibrate_under(problem_, learnt_, context);
        of_plain_ = calibrate_under(problem_, plain_, context);
        caution_ = caution_of(problem_.view.view, plain_.centroids, context);
        const bool learns = of_learnt_.evidence > of_plain_.evidence + kClearlyBetter * caution_;
        if (learns || !method_.shrinkage.is_auto()) {
            use(of_learnt_, learnt_, method_.shrinkage.value.value_or(0), context);
        } else {
            use(of_plain_, plain_, 1, context);
        }
    });
}

/// Where clusters and judgements disagree, the calibration blames the judgements. Here the clusters are blamed: the
/// judgements are trusted as far as the prior does. A metric that was learnt from them predicts them by fit, too: up to
/// one log odd per number in it is no evidence (Akaike). Where that is more than any metric could reach, there is
/// nothing to try.
void MetricRun::try_metric(double plain_evidence, Context& context) {
    const auto d = static_cast<double>(problem_.view.view.cols());
    const double in_each = problem_.rules.form == MetricForm::full ? d * (d + 1) / 2 : d;
    const double needed =
        plain_evidence + kClearlyBetter * caution_ + in_each * static_cast<double>(first_metrics_.size());
    if (needed > most_evidence(judged_pairs(problem_.view).size())) return;
    const MetricTrial plain = trial_;
    const ViolationCounts violations = violations_;
    use(calibrate({}, {}, gap_under(problem_, learnt_, context)), learnt_, 0, context);
    const double evidence = find_best_start(context);
    if (evidence > needed) {
        found_error_rate_ = calibrate_under(problem_, {trial_.state.centroids, trial_.metrics, {}}, context).error_rate;
        return;
    }
    const StopReason reason = trial_.cancelled() ? StopReason::cancelled : plain.stop_reason;
    use(of_plain_, plain_, 1, context);
    trial_ = plain;
    trial_.stop_reason = reason;
    violations_ = violations;
}

double MetricRun::evidence_of(const MetricTrial& trial, Context& context) const {
    const MetricSolution found{trial.state.centroids, trial.metrics, trial.state.labels};
    const MetricStarts from_there{1, [&](Index) {
                                      return MetricStart{{method_.name, method_.n_clusters}, 0, false, &found};
                                  }};
    const MetricSolution settled = without_constraints(problem_.rules.shrinkage, from_there, context);
    return evidence(costs_of(problem_, settled, problem_.view.components.nodes(), context), judged_pairs(problem_.view),
                    gap_under(problem_, settled, context));
}

/// Where the paper does not begin: at the two answers without constraints.
std::vector<MetricStart> MetricRun::starts_elsewhere() const {
    if (!calibration_ || !start_.empty()) return {};
    const StartRules none{method_.name, method_.n_clusters};
    return {MetricStart{none, 0, false, &plain_}, MetricStart{none, 0, false, &learnt_}};
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
