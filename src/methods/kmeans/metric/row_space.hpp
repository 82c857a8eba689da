#pragma once

#include <mvlink/context.hpp>

#include "methods/kmeans/metric/metric.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"

#include <memory>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Rows that are asked about together: how many, where they lie on average, and how far they scatter, under one metric.
struct RowGroup {
    Index count = 0;
    double* vector = nullptr;  // their mean (dense) or sum (sparse), width() numbers
    double scatter = 0;        // sum of squared distances from the mean (dense), or of squared norms (sparse)
};

/// The constrained rows as every metric sees them. Rows are addressed by position.
class RowSpace {
public:
    virtual ~RowSpace() = default;

    /// Takes new metrics; earlier groups become invalid.
    virtual void use(std::span<const Metric> metrics, Context& context) = 0;
    /// Length of a group's vector.
    [[nodiscard]] virtual Index width() const = 0;

    /// |x_p - x_q|^2 under metric m.
    [[nodiscard]] virtual double between(std::size_t m, Index p, Index q) const = 0;
    /// The sum of |x_p - x_j|^2 over the rows j of a group under metric m, the group's own.
    [[nodiscard]] virtual double to_group(std::size_t m, Index p, const RowGroup& group) const = 0;
    virtual void add(std::size_t m, Index p, RowGroup& group) const = 0;
    virtual void remove(std::size_t m, Index p, RowGroup& group) const = 0;
};

/// For dense views and sparse ones; full metrics need dense ones.
std::unique_ptr<RowSpace> make_row_space(const ConstrainedView& problem);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
