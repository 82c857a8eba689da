#include "methods/kmeans/metric/run.hpp"

#include "methods/kmeans/metric/result.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// The method, once the data are known to have a view that it can cluster.
MetricMethod fitting(const Dataset& data, MetricMethod method) {
    view_for_clusters(data, method.n_clusters);
    return method;
}

std::vector<Index> all_rows(const View& view) {
    std::vector<Index> rows(view.rows());
    std::iota(rows.begin(), rows.end(), Index{0});
    return rows;
}

Spreads spreads_under(const Metrics& metrics, const MetricProblem& problem, Context& context) {
    Spreads spreads = problem.spreads(context);
    spreads.update(metrics, 0, context);
    return spreads;
}

}  // namespace

MetricRun::MetricRun(const Dataset& data, MetricMethod method, const Start& start, Context& context)
    : start_(start),
      method_(fitting(data, std::move(method))),
      problem_(data, method_.rules, context),
      all_rows_(method_.assignment_pays ? std::vector<Index>{} : all_rows(problem_.view.view)),
      penalties_(penalties_of_problem()),
      first_metrics_(problem_.first_metrics(method_.n_clusters)),
      first_spreads_(spreads_under(first_metrics_, problem_, context)),
      violations_(problem_.view) {}

MetricPenalties MetricRun::penalties_of_problem() const {
    return {problem_.view, method_.n_clusters, problem_.view.uses_closure(method_.closure), method_.weights};
}

void MetricRun::begin(std::size_t number, Context& context) {
    calibrate_weights(context);
    trial_ = started(method_.starts(problem_.view, start_).at(static_cast<Index>(number)), context);
}

void MetricRun::advance(int rounds, Context& context) {
    calibrate_weights(context);
    advance_to(std::min(trial_.rounds() + rounds, method_.max_iter), trial_, context);
}

void MetricRun::set_constraints(std::span<const Constraint> constraints) {
    problem_.set_constraints(constraints);
    penalties_ = penalties_of_problem();
    violations_ = ViolationCounts(problem_.view);
    calibration_.reset();
    trial_.earlier_rounds += trial_.rounds();
    static_cast<Course&>(trial_) = {};
}

/// Squared distances of K-Means know no scale; under the final metric they do.
std::optional<Calibration> MetricRun::calibration_in_final_unit() const {
    std::optional<Calibration> calibration = calibration_;
    if (calibration && is_of_plain_) {
        calibration->temperature *= trial_.metrics.front().squared_norm(Vector::Unit(problem_.view.view.cols(), 0));
    }
    return calibration;
}

void MetricRun::share_unguided(const ResumableRun& other) {
    const auto* const run = dynamic_cast<const MetricRun*>(&other);
    if (run == nullptr || !start_.empty() || !run->start_.empty()) return;
    plain_ = run->plain_;
    learnt_ = run->learnt_;
}

bool MetricRun::compares_with(const ResumableRun& other) const {
    const auto* const run = dynamic_cast<const MetricRun*>(&other);
    return run != nullptr && run->method_.weights == method_.weights &&
           run->problem_.rules.shrinkage == problem_.rules.shrinkage;
}

Result MetricRun::result(Context& context) {
    Result result = metric_result(method_.name, method_.options, problem_, trial_, violations_, method_.assignment_pays,
                                  penalties_, calibration_in_final_unit(), context);
    if (found_error_rate_) result.judgements.error_rate = *found_error_rate_;
    result.seconds = timer_.seconds();
    return result;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
