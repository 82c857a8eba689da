#pragma once

#include "methods/kmeans/answer/suspects.hpp"
#include "methods/kmeans/metric/steps.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The result of a run that learnt metrics: labels, confidence, model, what violated constraints cost, suspects
/// and learnt metrics. Constraints count in the confidence if they counted in the assignment.
Result metric_result(const std::string& method, std::vector<OptionText> options, const MetricProblem& problem,
                     const MetricTrial& trial, const ViolationCounts& violations, bool assignment_pays,
                     MetricPenalties& penalties, const std::optional<Calibration>& calibration, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
