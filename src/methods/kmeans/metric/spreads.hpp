#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/mpck_means.hpp>

#include "methods/kmeans/metric/metric.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The maximally separated pair (x', x'') of every metric, Eq. (5), as the vector between its two points.
class Spreads {
public:
    Spreads() = default;  // finds nothing
    /// `rule` is box or exact. The view outlives it.
    Spreads(const View& view, FarthestPair rule, int freeze_after, const Vector& centre, Context& context);

    /// Finds the pairs of these metrics, which round 0, 1, .. will assign by.
    // Departure: for diagonal metrics the corners of the data's bounding box. They never change, so the objective
    // does not change under us, and no feature's term of a violated cannot-link is negative.
    void update(const Metrics& metrics, int round, Context& context);

    [[nodiscard]] const Vector& vector(std::size_t metric) const { return vectors_[metric]; }
    /// Squared length of every metric's vector.
    [[nodiscard]] std::vector<double> squared(const Metrics& metrics) const;

private:
    Vector exact_vector(const Metric& metric, double work, Context& context) const;

    const View* view_ = nullptr;
    FarthestPair rule_ = FarthestPair::box;
    int freeze_after_ = 0;
    Vector centre_;
    Vector box_;
    std::vector<Vector> vectors_;
    bool isotropic_ = false;  // they were found under multiples of the identity
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
