#pragma once

#include "questions/cloud.hpp"
#include "questions/skeleton_tree.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// Items that stay together from here on.
struct Bundle {
    std::int32_t representative = 0;
    double size = 0;
    std::vector<double> mean;
};

/// Joins bundles pair by pair, always the two whose union adds least to the squared distances from the means (Ward
/// 1963). Of each pair, the representative that is nearer to the common mean becomes the parent of the other, so that
/// what hangs on a link is exactly what was joined there. Two single items are equally near: either may be the parent.
/// Returns the top. Time grows with the square of the bundles.
std::int32_t link_by_ward(const Cloud& cloud, std::vector<Bundle> bundles, SkeletonTree& tree);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
