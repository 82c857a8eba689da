#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/context.hpp>

#include "kernels/matrix.hpp"
#include "methods/propagation/gaussians.hpp"
#include "methods/propagation/view_constraints.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// A constraint that was carried over from the pair (u, v) to the similar pair (i, j) of the same view.
struct Propagated {
    Index i = 0, j = 0;  // i < j
    Link link = Link::must;
    double weight = 0;
    Index u = 0, v = 0;  // u is similar to i, v to j
    bool operator==(const Propagated&) const = default;
};

/// Step 11 of Algorithm 2, as far as it depends on the options.
struct PropagationRules {
    double threshold = 0.75;
    Index most = 200'000;        // the heaviest are kept
    bool early_stopping = true;  // sec. 5.4; without it every pair of endpoint and row is evaluated
};

/// What became of the candidates.
struct PropagationCounts {
    Index pairs = 0;       // of an endpoint and a mapped row
    Index looked_at = 0;   // of these
    bool dropped = false;  // some were too light to be among the heaviest
    double lightest = 0;   // the least weight that was kept, where some were dropped
};

/// The rows of one view that propagation reads: X-hat and the endpoints of constraints, in double.
class PropagationRows {
public:
    PropagationRows(const View& view, std::span<const Index> targets, const ViewConstraints& constraints,
                    Context& context);

    [[nodiscard]] std::span<const Index> targets() const { return targets_; }
    [[nodiscard]] const Matrix& target_rows() const { return target_rows_; }
    [[nodiscard]] std::span<const Index> endpoints() const { return endpoints_; }
    [[nodiscard]] const Matrix& endpoint_rows() const { return endpoint_rows_; }
    /// The place of a row among the endpoints.
    [[nodiscard]] Index endpoint_of(Index row) const;

private:
    std::vector<Index> targets_, endpoints_;  // increasing
    Matrix target_rows_, endpoint_rows_;
};

/// P_V: every pair of targets that is similar enough to a constraint, Eq. (10), the heaviest of each pair and type, by
/// (i, j, type). A run that is asked to stop meanwhile gets none.
std::vector<Propagated> propagate(const PropagationRows& rows, const ViewConstraints& constraints,
                                  std::span<const ClusterGaussian> gaussians, std::span<const std::int32_t> labels,
                                  const PropagationRules& rules, Context& context, PropagationCounts* counts = nullptr);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
