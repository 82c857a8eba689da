#pragma once

#include "methods/kmeans/metric/metric.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/problem/constraint_index.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The rows of each component by cluster, so that sums over all pairs between two such groups cost no more than sums
/// over their rows: sum over i in P, j in Q of vv' = n_Q S_P + n_P S_Q + n_P n_Q (mean_P - mean_Q)(mean_P - mean_Q)'.
class LabelGroups {
public:
    struct Group {
        std::int32_t label = 0;
        std::span<const Index> positions;
        [[nodiscard]] double count() const { return static_cast<double>(positions.size()); }
    };

    LabelGroups(const ConstraintIndex& index, std::span<const std::int32_t> labels);

    [[nodiscard]] Index begin(Index component) const { return offsets_[component]; }
    [[nodiscard]] Index end(Index component) const { return offsets_[component + 1]; }
    [[nodiscard]] Index count() const { return static_cast<Index>(groups_.size()); }
    [[nodiscard]] const Group& operator[](Index group) const { return groups_[group]; }

private:
    std::vector<Index> positions_;
    std::vector<Group> groups_;
    std::vector<Index> offsets_{0};
};

/// What sums over pairs between groups are made of, for dense rows and for sparse ones.
class GroupScatter {
public:
    virtual ~GroupScatter() = default;
    /// S += weight times the part of the pair sum that is the group's own.
    virtual void add_own(Index group, double weight, Scatter& S) const = 0;
    /// S += weight times the part that takes both groups.
    virtual void add_between(Index group, Index other, double weight, Scatter& S) const = 0;
    /// S += weight vv', v between two rows.
    virtual void add_rows(Index p, Index q, double weight, Scatter& S) const = 0;
};

std::unique_ptr<GroupScatter> make_group_scatter(const ConstrainedView& problem, const LabelGroups& groups);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
