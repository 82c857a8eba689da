#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <cstddef>
#include <span>

namespace mvlink {
inline namespace v1 {

/// A judgement on two rows, by their positions in a table of costs (rows x clusters).
struct Judged {
    Index a = 0;
    Index b = 0;
    bool must = true;
};

/// How far costs and judgements can be trusted. A row is in cluster h with probability proportional to
/// exp(-cost_h / temperature); a judgement is wrong with probability error_rate.
struct Calibration {
    double temperature = 1;
    double error_rate = 0.1;
    double evidence = 0;  ///< log posterior density of the two, the judgements given the costs

    /// What the violation of a judgement is worth, in the unit of the costs: the log odds that it is right.
    [[nodiscard]] double violation_cost() const;
};

/// The mean over rows of their second lowest cost less the lowest: on this scale costs tell clusters apart. 0: nowhere,
/// or the costs are not finite.
double mean_gap(const Matrix& costs);

/// Factor of the log odds by which one way to divide the data must predict judgements better than another: the mean
/// lowest cost in gaps, at least 1. Rows that are hardly nearer to their own cluster than to the next stay wherever
/// they began, so there a start, or a metric, predicts by fit.
double caution(const Matrix& squared_distances);

/// Both estimates. The costs must come from clusters that were found without the judgements: then how well they predict
/// them is no matter of fit. The temperature is at the maximum of the posterior of both. The error rate is its expected
/// value where clusters may also mix classes: the judgements on two clusters, or within one, either follow the costs or
/// have nothing to do with them (docs/methods/pck-means.md).
/// Prior: the temperature is about 0.15 gaps, within a factor of e^0.35 either way; the error rate is about 7 %, as if
/// 14 judgements had been checked and one of them was wrong.
Calibration calibrate(const Matrix& costs, std::span<const Judged> judged, double gap);
/// Calibration::evidence alone, which is found sooner.
double evidence(const Matrix& costs, std::span<const Judged> judged, double gap);

/// The evidence of costs that predict every one of so many judgements for certain: none has more.
double most_evidence(std::size_t judgements);

/// Probability, by their costs alone, that the two rows are in one cluster.
double probability_together(const Matrix& costs, Index a, Index b, double temperature);

/// Probability that a judgement is wrong, if it agrees with the costs with this probability.
double probability_wrong(double agreement, double error_rate);

}  // namespace v1
}  // namespace mvlink
