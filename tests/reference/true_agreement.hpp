#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

/// How high the agreement with the truth may be if judgements can be wrong: the posterior of docs/trust.md, summed over
/// a fine even grid of the error rate and of both shares. Shares no code with the library.
namespace mvlink::reference {

/// Judgements on pairs together (a must-links, b cannot-links) and apart (c, d); q: share of pairs together.
inline double highest_true_agreement(double a, double b, double c, double d, double q) {
    const int steps = 240, rates = 50;
    std::vector<std::pair<double, double>> all;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        for (int j = 0; j < steps; ++j) {
            const double t = (i + 0.5) / steps, u = (j + 0.5) / steps;
            double weight = 0;
            for (int r = 0; r < rates; ++r) {
                const double e = 0.4 * (r + 0.5) / rates;
                const double m = e + (1 - 2 * e) * t, n = e + (1 - 2 * e) * u;
                const double likelihood = a * std::log(m) + b * std::log(1 - m) + c * std::log(n) + d * std::log(1 - n);
                weight += e * std::pow(1 - e, 13) * std::exp(likelihood);
            }
            weight /= std::sqrt(t * (1 - t) * u * (1 - u));
            const double kept_must = q * t / (q * t + (1 - q) * u);
            const double kept_cannot = (1 - q) * (1 - u) / (q * (1 - t) + (1 - q) * (1 - u));
            all.emplace_back((kept_must + kept_cannot) / 2, weight);
            sum += weight;
        }
    }
    std::sort(all.begin(), all.end());
    double below = 0;
    for (const auto& [agreement, weight] : all) {
        below += weight;
        if (below >= 0.975 * sum) return agreement;
    }
    return 1;
}

}  // namespace mvlink::reference
