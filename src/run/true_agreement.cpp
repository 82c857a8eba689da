#include "run/true_agreement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr double kOutside = 0.025;  // on each side
constexpr double kWrongBefore = 1, kRightBefore = 13;
constexpr int kShares = 60;      // of true must-links among pairs together, or apart
constexpr int kErrorRates = 40;  // up to kMostWrong
constexpr double kMostWrong = 0.4;

/// On these shares Jeffreys' prior is even: arcsines of their roots are evenly spread.
double share_at(int i) {
    const double root = std::sin((i + 0.5) / kShares * std::acos(0.0));
    return root * root;
}

double error_rate_at(int i) {
    return (i + 0.5) / kErrorRates * kMostWrong;
}

using Densities = std::array<std::array<double, kShares>, kErrorRates>;

double prior_of(double error_rate) {
    return std::pow(error_rate, kWrongBefore) * std::pow(1 - error_rate, kRightBefore);
}

/// Up to a factor: by error rate and share, how probable the tally is.
Densities densities_of(const Tally& tally) {
    Densities found;
    double most = -std::numeric_limits<double>::infinity();
    for (int e = 0; e < kErrorRates; ++e) {
        for (int i = 0; i < kShares; ++i) {
            const double judged_must = error_rate_at(e) + (1 - 2 * error_rate_at(e)) * share_at(i);
            found[e][i] = tally.must * std::log(judged_must) + tally.cannot * std::log1p(-judged_must);
            most = std::max(most, found[e][i]);
        }
    }
    for (auto& of_rate : found) {
        for (double& density : of_rate)
            density = std::exp(density - most);
    }
    return found;
}

/// With the shares of true must-links among pairs together and among pairs apart.
double agreement_with_truth(double in_together, double in_apart, double together) {
    const double must = together * in_together + (1 - together) * in_apart;
    const double must_together = together * in_together / must;
    const double cannot_together = together * (1 - in_together) / (1 - must);
    return (1 + must_together - cannot_together) / 2;
}

}  // namespace

double highest_true_agreement(const Tally& of_together, const Tally& of_apart, double together) {
    Densities in_together = densities_of(of_together);
    for (int e = 0; e < kErrorRates; ++e) {
        for (double& density : in_together[e])
            density *= prior_of(error_rate_at(e));
    }
    const Densities in_apart = densities_of(of_apart);
    std::vector<std::pair<double, double>> found;  // agreement and its weight
    double all = 0;
    for (int i = 0; i < kShares; ++i) {
        for (int j = 0; j < kShares; ++j) {
            double weight = 0;
            for (int e = 0; e < kErrorRates; ++e)
                weight += in_together[e][i] * in_apart[e][j];
            found.emplace_back(agreement_with_truth(share_at(i), share_at(j), together), weight);
            all += weight;
        }
    }
    if (!(all > 0)) return 1;
    std::sort(found.begin(), found.end());
    double above = 0;
    for (auto entry = found.rbegin(); entry != found.rend(); ++entry) {
        above += entry->second;
        if (above >= kOutside * all) return entry->first;
    }
    return 1;
}

double errors_of_best(double compared) {
    // The normal distribution's tail by bisection: a few dozen steps, and no approximation to explain.
    const double outside = kOutside / std::max(compared, 1.0);
    double low = 0, high = 40;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > outside ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
