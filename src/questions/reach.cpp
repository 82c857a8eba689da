#include "questions/reach.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr std::size_t kMostReached = 2000;

double radius_of(const Base& base, Index item) {
    return base.near_distance[(item + 1) * base.n_near - 1];
}

}  // namespace

double Reach::distance(Index a, Index b) const noexcept {
    const double scale = std::sqrt(radius_of(base_, a) * radius_of(base_, b));
    const double distance = base_.cloud.distance(a, b);
    if (distance == 0) return 0;
    return scale > 0 ? distance / scale : std::numeric_limits<double>::infinity();
}

const std::vector<std::pair<std::int32_t, float>>& Reach::of(Index asked) {
    const auto [found, is_new] = found_.try_emplace(asked);
    auto& reached = found->second;
    if (!is_new) return reached;
    for (const std::int32_t item : base_.cloud.spaces[base_.cloud.space[asked]].items) {
        const double away = distance(asked, item);
        if (item != asked && std::isfinite(away)) reached.emplace_back(item, static_cast<float>(away));
    }
    if (reached.size() > kMostReached) {
        const auto nearer = [](const auto& x, const auto& y) {
            return std::pair(x.second, x.first) < std::pair(y.second, y.first);
        };
        std::nth_element(reached.begin(), reached.begin() + kMostReached, reached.end(), nearer);
        reached.resize(kMostReached);
        reached.shrink_to_fit();
    }
    return reached;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
