#pragma once

#include "kernels/moved_rows.hpp"
#include "kernels/shortlist.hpp"
#include "methods/kmeans/pck/few_costs.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The cluster of least squared distance plus costs, as double arithmetic finds it, from as few distances as possible:
/// the shortlist tells most clusters apart, and only those that remain are measured. Ties keep the present cluster,
/// else the lowest.
class PckChoice {
public:
    explicit PckChoice(const kernels::CentreDistances& distance) : distance_(distance) {}

    /// Empty: the list is too short to decide; call again with the costs of all clusters.
    std::optional<std::int32_t> choose(Index row, std::int32_t present, const kernels::Shortlist& list,
                                       const FewCosts& costs);

    /// What constraints cost in every cluster.
    std::int32_t choose(Index row, std::int32_t present, const kernels::Shortlist& list,
                        std::span<const double> costs) const;

private:
    struct Candidate {
        std::int32_t cluster;
        double cost;         // what constraints add
        double least, most;  // the squared distance plus that cost is between these
    };

    void gather(const kernels::Shortlist& list, const FewCosts& costs);
    std::int32_t measure(Index row, std::int32_t present, double limit, const kernels::Shortlist& list,
                         const FewCosts& costs) const;

    const kernels::CentreDistances& distance_;
    std::array<Candidate, kernels::Shortlist::kLength + FewCosts::kMost> candidates_;
    std::size_t count_ = 0;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
