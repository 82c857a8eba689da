#include "methods/kmeans/pck/run.hpp"

#include "methods/common/requirements.hpp"
#include "methods/common/view_results.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/pck/group_steps.hpp"
#include "methods/kmeans/pck/steps.hpp"
#include "methods/kmeans/problem/unguided.hpp"
#include "methods/options/visitors.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

PckRun::PckRun(const Dataset& data, const PckMeansOptions& options, const Start& start, Context& context)
    : start_(start),
      given_(options),
      scales_(
          timer_.time("scales", [&] { return feature_scales(view_for_clusters(data, options.n_clusters), context); })),
      options_(resolved(options, scales_.mean_squared_distance)),
      problem_(data),
      groups_(problem_),
      penalties_(penalties_of(problem_, options_)),
      violations_(problem_),
      identity_(identity_metric(MetricForm::diagonal, problem_.view.cols())) {
    require_clusters_for_groups(data, options.n_clusters);
    context.require_memory(bytes_for_groups(groups_, options.n_clusters), "pck-means: the distances of grouped rows");
}

void PckRun::advance(int rounds, Context& context) {
    calibrate_weight(context);
    advance_to(std::min(trial_.rounds() + rounds, options_.max_iter), trial_, context);
}

void PckRun::find_unguided(Context& context) {
    if (!is_calibrated(given_) || unguided_.centroids.size() > 0) return;
    unguided_ = timer_.time("unguided", [&] {
        if (start_.empty()) return cluster_unguided(problem_.data, given_.n_clusters, context);
        return Unguided{initialize(problem_, start_rules(options_), start_, 0, context).centroids, {}};
    });
}

void PckRun::calibrate_weight(Context& context) {
    if (!is_calibrated(given_) || calibration_ || problem_.pairs.empty()) return;
    find_unguided(context);
    calibration_ =
        timer_.time("calibrate", [&] { return calibrate_distances(problem_, unguided_.centroids, context); });
    options_.constraint_weight = calibration_->violation_cost();
    penalties_ = penalties_of(problem_, options_);
    if (trial_.rounds() > 0 || !trial_.state.labels.empty()) {
        penalties_.start(problem_.labels_by_position(trial_.state.labels));
    }
}

void PckRun::set_constraints(std::span<const Constraint> constraints) {
    problem_ = ConstrainedView(problem_.data.with_constraints(constraints));
    groups_ = GroupedRows(problem_);
    penalties_ = penalties_of(problem_, options_);
    penalties_.start(problem_.labels_by_position(trial_.state.labels));
    violations_ = ViolationCounts(problem_);
    calibration_.reset();
    static_cast<Course&>(trial_) = {};
    // Which rows are searched for in bulk has changed, so nothing is known about them from the last search.
    trial_.state.bounds = {};
    trial_.state.lists.clear();
}

void PckRun::share_unguided(const ResumableRun& other) {
    const auto* const run = dynamic_cast<const PckRun*>(&other);
    if (run != nullptr && start_.empty() && run->start_.empty()) unguided_ = run->unguided_;
}

bool PckRun::compares_with(const ResumableRun& other) const {
    const auto* const run = dynamic_cast<const PckRun*>(&other);
    return run != nullptr && run->options_.constraint_weight == options_.constraint_weight;
}

Result PckRun::result(Context& context) {
    Result result = family_result("pck-means", options::texts(given_), problem_.view, trial_, context);
    Partition& partition = result.partitions.front();
    add_confidence(problem_, groups_, penalties_, centroids(), partition, context);
    add_constraint_report(problem_.data, *options_.constraint_weight.value, result);
    const Matrix costs = costs_by_position(problem_, centroids(), context);
    const double values = static_cast<double>(problem_.view.rows()) * static_cast<double>(problem_.view.cols());
    add_doubts(problem_, costs, violations_.or_of(partition.labels), trial_.state.distances / values, calibration_,
               result);
    warn_of_scales(problem_.view, scales_, calibration_ ? 0 : *options_.constraint_weight.value, result);
    result.seconds = timer_.seconds();
    return result;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
