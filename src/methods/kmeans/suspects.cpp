#include "methods/kmeans/suspects.hpp"

#include <algorithm>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// The least costs of two rows, each by itself, in one cluster, and in two.
struct PairCosts {
    double free = 0;
    double together = std::numeric_limits<double>::infinity();
    double apart = std::numeric_limits<double>::infinity();
};

PairCosts pair_costs(const Matrix& costs, Index p, Index q) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    PairCosts found;
    Index best_p = 0, best_q = 0;
    found.free = costs.row(p).minCoeff(&best_p) + costs.row(q).minCoeff(&best_q);
    found.together = (costs.row(p) + costs.row(q)).minCoeff();
    if (best_p != best_q) {
        found.apart = found.free;
        return found;
    }
    double second_p = kInfinity, second_q = kInfinity;
    for (Index h = 0; h < costs.cols(); ++h) {
        if (h == best_p) continue;
        second_p = std::min(second_p, costs(p, h));
        second_q = std::min(second_q, costs(q, h));
    }
    found.apart = std::min(second_p + costs(q, best_q), costs(p, best_p) + second_q);
    return found;
}

}  // namespace

void ViolationCounts::add(const std::vector<std::int32_t>& labels) {
    ++runs_;
    for (std::size_t i = 0; i < violated_.size(); ++i) {
        const constraints::Pair& pair = problem_.pairs[i];
        const bool together = labels[static_cast<std::size_t>(pair.a)] == labels[static_cast<std::size_t>(pair.b)];
        violated_[i] += together != (pair.link == Link::must) ? 1 : 0;
    }
}

std::vector<Suspect> find_suspects(const Dataset& data, const ConstrainedView& problem, const Matrix& costs,
                                   const ViolationCounts& violations) {
    std::vector<Suspect> suspects;
    if (costs.cols() < 2) return suspects;
    for (std::size_t i = 0; i < problem.pairs.size(); ++i) {
        const constraints::Pair& pair = problem.pairs[i];
        const PairCosts found = pair_costs(costs, problem.position_of(pair.a), problem.position_of(pair.b));
        const double strain = (pair.link == Link::must ? found.together : found.apart) - found.free;
        if (strain > 0) suspects.push_back({data.constraints()[i], strain, violations.share(i)});
    }
    std::stable_sort(suspects.begin(), suspects.end(),
                     [](const Suspect& a, const Suspect& b) { return a.strain > b.strain; });
    return suspects;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
