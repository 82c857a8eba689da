#pragma once

#include "methods/propagation/propagate.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// A target that an endpoint reaches. G(i|u) = exp(-cost), Eq. (15).
struct Reached {
    Index target;    // row
    Index endpoint;  // row
    double cost;
};

/// The targets that the endpoints of a site reach: each once, nearest first, with its endpoints, nearest first.
class SiteReach {
public:
    struct Target {
        Index row;
        double cost;         // of its nearest endpoint
        Index begin, count;  // of its endpoints
    };

    SiteReach() = default;
    explicit SiteReach(std::vector<Reached> reached);

    [[nodiscard]] std::span<const Target> targets() const { return targets_; }
    [[nodiscard]] std::span<const Reached> endpoints(const Target& target) const {
        return std::span(reached_).subspan(target.begin, static_cast<std::size_t>(target.count));
    }

private:
    std::vector<Reached> reached_;  // by target, then cost
    std::vector<Target> targets_;   // by cost
};

/// The reach of every site. Costs above ln(most / threshold), the bound of Eq. (18) for weights up to `most`, can
/// never pass and are left out.
std::vector<SiteReach> reach_of_sites(const PropagationRows& rows, const ViewConstraints& constraints,
                                      std::span<const ClusterGaussian> gaussians, std::span<const std::int32_t> labels,
                                      const PropagationRules& rules, PropagationCounts& counts, Context& context);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
