#include "methods/kmeans/metric/result.hpp"

#include "kernels/nearest.hpp"
#include "methods/common/view_results.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/metric/model.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr Index kBlock = 256;

/// 1 - cost of the row's cluster / least other cost.
double confidence_of(std::span<const double> costs, std::int32_t own, double offset) {
    double second = std::numeric_limits<double>::infinity();
    for (std::size_t h = 0; h < costs.size(); ++h) {
        if (static_cast<std::int32_t>(h) != own) second = std::min(second, costs[h]);
    }
    return kernels::margin(costs[own] + offset, second + offset);
}

/// Confidence of every row by its costs before constraints; returns those costs of the constrained rows.
Matrix add_confidence(const MetricProblem& problem, const Metrics& metrics, const Matrix& centroids,
                      Partition& partition, Context& context) {
    const MetricCosts cluster_costs(problem.features(), centroids, metrics, problem.centre);
    const double offset = largest_log_det(metrics);
    Matrix kept(static_cast<Index>(problem.view.components.nodes().size()), centroids.rows());
    parallel_for(context, problem.view.view.rows(), kBlock, [&](Index begin, Index end) {
        std::vector<Index> rows(end - begin);
        std::iota(rows.begin(), rows.end(), begin);
        Matrix costs(end - begin, centroids.rows());
        cluster_costs(rows, costs);
        for (Index row = begin; row < end; ++row) {
            const auto at = static_cast<std::size_t>(row);
            if (problem.view.constrained(row)) kept.row(problem.view.position_of(row)) = costs.row(row - begin);
            partition.confidence[at] =
                confidence_of({costs.data() + (row - begin) * costs.cols(), static_cast<std::size_t>(costs.cols())},
                              partition.labels[at], offset);
        }
    });
    return kept;
}

/// Constrained rows also pay for constraints.
void add_penalties(const MetricProblem& problem, Matrix costs, double offset, MetricPenalties& penalties,
                   Partition& partition) {
    for (Index p = 0; p < costs.rows(); ++p) {
        const std::span<double> paid(costs.data() + p * costs.cols(), static_cast<std::size_t>(costs.cols()));
        penalties.add_costs(p, paid);
        partition.confidence[problem.view.row_at(p)] = confidence_of(paid, penalties.label(p), offset);
    }
}

/// What each violated constraint adds to Eq. (6).
void add_costs_of_violations(const MetricProblem& problem, const MetricPenalties& penalties, ConstraintReport& report) {
    const ConstraintWeights& weights = penalties.index().weights();
    for (Violation& violation : report.violations) {
        const Index p = problem.view.position_of(violation.constraint.a.row);
        const Index q = problem.view.position_of(violation.constraint.b.row);
        const double f = violation.constraint.link == Link::must
                             ? penalties.must_cost(p, q, penalties.label(p), penalties.label(q))
                             : penalties.cannot_cost(p, q, penalties.label(p));
        violation.cost = weights.of(violation.constraint.link) * violation.constraint.weight * std::max(0.0, f);
    }
    std::stable_sort(report.violations.begin(), report.violations.end(),
                     [](const Violation& a, const Violation& b) { return a.cost > b.cost; });
}

}  // namespace

Result metric_result(const std::string& method, std::vector<OptionText> options, const MetricProblem& problem,
                     const MetricTrial& trial, const ViolationCounts& violations, bool assignment_pays,
                     MetricPenalties& penalties, const std::optional<Calibration>& calibration, Context& context) {
    const Metrics& metrics = trial.metrics;
    Result result = family_result(method, std::move(options), problem.view.view, trial, context);
    penalties.start(metrics, trial.spreads.squared(metrics), problem.view.labels_by_position(trial.state.labels),
                    context);
    add_metrics(metrics, result.model);
    Partition& partition = result.partitions.front();
    const Matrix costs = add_confidence(problem, metrics, trial.state.centroids, partition, context);
    if (assignment_pays) add_penalties(problem, costs, largest_log_det(metrics), penalties, partition);
    add_constraint_report(problem.view.data, penalties.index().weights().must, result);
    add_costs_of_violations(problem, penalties, result.constraints);
    add_doubts(problem.view, costs, violations.or_of(partition.labels), 1, calibration, result);
    result.metrics = explain(metrics, problem.deviation);
    return result;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
