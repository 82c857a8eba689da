#include "methods/kmeans/pck/run.hpp"

#include "methods/common/requirements.hpp"
#include "methods/common/view_results.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/pck/steps.hpp"
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
      penalties_(penalties_of(problem_, options_)),
      violations_(problem_),
      identity_(identity_metric(MetricForm::diagonal, problem_.view.cols())) {}

void PckRun::advance(int rounds, Context& context) {
    advance_to(std::min(trial_.rounds() + rounds, options_.max_iter), trial_, context);
}

void PckRun::set_constraints(std::span<const Constraint> constraints) {
    problem_ = ConstrainedView(problem_.data.with_constraints(constraints));
    penalties_ = penalties_of(problem_, options_);
    penalties_.start(problem_.labels_by_position(trial_.state.labels));
    violations_ = ViolationCounts(problem_);
    static_cast<Course&>(trial_) = {};
    // Which rows are searched for in bulk has changed, so nothing is known about them from the last search.
    trial_.state.bounds = {};
    trial_.state.lists.clear();
}

Result PckRun::result(Context& context) {
    Result result = family_result("pck-means", options::texts(given_), problem_.view, trial_, context);
    Partition& partition = result.partitions.front();
    add_confidence(problem_, penalties_, centroids(), partition, context);
    add_constraint_report(problem_.data, *options_.constraint_weight.value, result);
    const double values = static_cast<double>(problem_.view.rows()) * static_cast<double>(problem_.view.cols());
    result.suspects = find_suspects(problem_, costs_by_position(problem_, centroids(), context),
                                    violations_.or_of(partition.labels), trial_.state.distances / values);
    warn_of_scales(problem_.view, scales_, *options_.constraint_weight.value, result);
    result.seconds = timer_.seconds();
    return result;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
