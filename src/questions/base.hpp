#pragma once

#include <mvlink/questions.hpp>

#include "questions/cloud.hpp"
#include "questions/items.hpp"
#include "questions/skeleton_tree.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// What is known of a link before anybody was asked: 1, its length, how near its item is to another cluster, how many
/// neighbours of its subtree are in other clusters. Each in [0, 1].
constexpr int kLinkFeatures = 4;
using LinkFeatures = std::array<float, kLinkFeatures>;

/// Everything of a session that no answer changes.
struct Base {
    Items items;
    Cloud cloud;
    Partition start;
    SkeletonTree tree;
    int n_near = 0;
    std::vector<std::int32_t> near;              ///< items x n_near: the nearest others of the space, nearest first
    std::vector<double> near_distance;           ///< items x n_near
    std::vector<std::vector<double>> centroids;  ///< of the start's clusters, in the space of their top
    std::vector<LinkFeatures> features;          ///< of the link from every item to its parent
    std::vector<std::int32_t> safest_first;      ///< items with a parent, by how sure their link is
    std::vector<Constraint> given;               ///< judgements that came with the dataset
    std::string about = {};                      ///< of several clusterings: which this is

    [[nodiscard]] Index count() const noexcept { return cloud.count(); }
    [[nodiscard]] std::span<const std::int32_t> near_of(Index item) const noexcept {
        return {near.data() + item * n_near, static_cast<std::size_t>(n_near)};
    }
    /// Infinite where the cluster is empty or in another space.
    [[nodiscard]] double distance_to_centroid(Index item, int cluster) const noexcept;
    /// How probably the item is of every cluster of the start, by distance alone.
    [[nodiscard]] std::vector<double> memberships(Index item) const;
};

/// One for each clustering that the session begins with.
std::vector<Base> make_bases(const Problem& problem, const SessionSetup& setup, Context& context);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
