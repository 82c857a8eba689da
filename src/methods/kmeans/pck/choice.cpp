#include "methods/kmeans/pck/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-14;  // of a few sums in double

/// The least of some costs: a tie keeps the present cluster, else the lowest.
class Least {
public:
    explicit Least(std::int32_t present) : present_(present) {}

    void add(std::int32_t cluster, double cost) {
        const bool wins_tie = cluster == present_ || (chosen_ != present_ && cluster < chosen_);
        if (cost > least_ || (cost == least_ && !wins_tie)) return;
        least_ = cost;
        chosen_ = cluster;
    }
    [[nodiscard]] std::int32_t cluster() const { return chosen_; }

private:
    std::int32_t present_;
    double least_ = kInfinity;
    std::int32_t chosen_ = std::numeric_limits<std::int32_t>::max();
};

}  // namespace

/// The clusters of the list, and those that are not on it but cost something.
void PckChoice::gather(const kernels::Shortlist& list, const FewCosts& costs) {
    count_ = 0;
    for (std::size_t i = 0; i < list.centre.size() && list.centre[i] >= 0; ++i) {
        const double cost = costs.of(list.centre[i]), at = list.nearest + static_cast<double>(list.above[i]) + cost;
        const double slack = i == 0 ? 0 : static_cast<double>(list.slack);
        candidates_[count_++] = {list.centre[i], cost, at - slack, at + slack};
    }
    for (const auto& [cluster, cost] : costs.entries()) {
        if (std::find(list.centre.begin(), list.centre.end(), cluster) != list.centre.end()) continue;
        candidates_[count_++] = {cluster, cost, list.nearest + static_cast<double>(list.rest) + cost, kInfinity};
    }
}

std::optional<std::int32_t> PckChoice::choose(Index row, std::int32_t present, const kernels::Shortlist& list,
                                              const FewCosts& costs) {
    if (!std::isfinite(list.slack)) return std::nullopt;
    gather(list, costs);
    double least_most = kInfinity;
    std::size_t best = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        if (candidates_[i].most >= least_most) continue;
        least_most = candidates_[i].most;
        best = i;
    }
    const double limit = least_most + kRounding * (list.nearest + costs.size());
    if (!(list.nearest + static_cast<double>(list.rest) > limit)) return std::nullopt;
    for (std::size_t i = 0; i < count_; ++i) {
        if (i != best && !(candidates_[i].least > limit)) return measure(row, present, limit, list, costs);
    }
    return candidates_[best].cluster;
}

std::int32_t PckChoice::measure(Index row, std::int32_t present, double limit, const kernels::Shortlist& list,
                                const FewCosts& costs) const {
    Least least(present);
    for (std::size_t i = 0; i < count_; ++i) {
        const auto& [cluster, cost, lower, upper] = candidates_[i];
        if (lower > limit) continue;
        const double distance = cluster == list.centre[0] ? list.nearest : distance_(row, cluster);
        least.add(cluster, distance + cost + costs.everywhere);
    }
    return least.cluster();
}

std::int32_t PckChoice::choose(Index row, std::int32_t present, const kernels::Shortlist& list,
                               std::span<const double> costs) const {
    const auto cost_of = [&](std::int32_t h) { return costs[h]; };
    double most = list.nearest + cost_of(list.centre[0]);
    if (list.centre[1] >= 0) {
        most = std::min(most, list.nearest + static_cast<double>(list.above[1] + list.slack) + cost_of(list.centre[1]));
    }
    const double largest = std::abs(
        *std::max_element(costs.begin(), costs.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    const double limit = most + kRounding * (list.nearest + largest);
    Least least(present);
    for (std::int32_t h = 0; h < static_cast<std::int32_t>(costs.size()); ++h) {
        const float above = h == list.centre[1] ? list.above[1] - list.slack : list.rest;
        const bool own = h == list.centre[0];
        if (!own && list.nearest + static_cast<double>(above) + cost_of(h) > limit) continue;
        least.add(h, (own ? list.nearest : distance_(row, h)) + cost_of(h));
    }
    return std::min(least.cluster(), static_cast<std::int32_t>(costs.size()) - 1);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
