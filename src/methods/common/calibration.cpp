#include "methods/common/calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace {

// The prior, from five datasets with judgements of which 0, 10 and 20 % were wrong; see docs/methods/pck-means.md.
constexpr double kTypicalTemperature = 0.15;  // in gaps
constexpr double kTemperatureSpread = 0.35;   // of its logarithm
constexpr double kWrongBefore = 1, kRightBefore = 13;
constexpr double kSpreadIfUnknown = 0.7;  // of the logarithm of the temperature, where only the error rate is asked for
constexpr std::size_t kMostJudgements = 20'000;  // more of them do not change two numbers

constexpr std::array kTemperatures{0.05,  0.065, 0.085, 0.11, 0.13, 0.15,
                                   0.175, 0.2,   0.25,  0.32, 0.42, 0.55};  // in gaps
constexpr std::array kAllTemperatures{0.05, 0.065, 0.085, 0.11, 0.13, 0.15, 0.175, 0.2,
                                      0.25, 0.32,  0.42,  0.55, 0.75, 1.0,  1.5,   2.2};
constexpr std::array kErrorRates{0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05,  0.06, 0.07, 0.08, 0.09,
                                 0.1,   0.12, 0.14,  0.16, 0.18, 0.2,  0.225, 0.25, 0.3,  0.35, 0.4};

/// At most kMostJudgements of them, evenly.
std::vector<Judged> some_of(std::span<const Judged> judged) {
    const std::size_t step = judged.size() / kMostJudgements + 1;
    std::vector<Judged> some;
    for (std::size_t i = 0; i < judged.size(); i += step)
        some.push_back(judged[i]);
    return some;
}

/// How probably each judgement agrees with the costs.
std::vector<double> agreements(const Matrix& costs, std::span<const Judged> judged, double temperature) {
    std::vector<double> found;
    for (const Judged& one : judged) {
        const double together = probability_together(costs, one.a, one.b, temperature);
        found.push_back(one.must ? together : 1 - together);
    }
    return found;
}

double log_likelihood(std::span<const double> agreements, double error_rate) {
    double sum = 0;
    for (const double agreement : agreements) {
        sum += std::log((1 - error_rate) * agreement + error_rate * (1 - agreement));
    }
    return sum;
}

double log_prior(double temperature_in_gaps, double spread, double error_rate) {
    const double off = std::log(temperature_in_gaps / kTypicalTemperature) / spread;
    return kWrongBefore * std::log(error_rate) + kRightBefore * std::log1p(-error_rate) - off * off / 2;
}

double log_sum(double a, double b) {
    const double larger = std::max(a, b);
    return larger + std::log1p(std::exp(std::min(a, b) - larger));
}

/// The maximum of the posterior if every disagreement is the fault of the judgements or of chance.
Calibration best_fit(const Matrix& costs, std::span<const Judged> judged, double gap) {
    Calibration best{.evidence = -std::numeric_limits<double>::infinity()};
    for (const double temperature : kTemperatures) {
        const std::vector<double> agreement = agreements(costs, judged, temperature * gap);
        for (const double error_rate : kErrorRates) {
            const double evidence =
                log_likelihood(agreement, error_rate) + log_prior(temperature, kTemperatureSpread, error_rate);
            if (evidence > best.evidence) best = {temperature * gap, error_rate, evidence};
        }
    }
    return best;
}

/// The judgements on rows of the same two clusters, or of one.
struct Region {
    std::vector<std::size_t> judgements;
    double must = 0, cannot = 0;
};

std::vector<Region> regions_of(const Matrix& costs, std::span<const Judged> judged) {
    std::map<std::pair<Index, Index>, Region> by_clusters;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        Index a = 0, b = 0;
        costs.row(judged[i].a).minCoeff(&a);
        costs.row(judged[i].b).minCoeff(&b);
        Region& region = by_clusters[std::minmax({a, b})];
        region.judgements.push_back(i);
        ++(judged[i].must ? region.must : region.cannot);
    }
    std::vector<Region> regions;
    for (auto& [clusters, region] : by_clusters)
        regions.push_back(std::move(region));
    return regions;
}

/// Log likelihood of the judgements of a region that the clusters say nothing about, one per error rate. The share s of
/// must-links among them can be anything, but no share is purer than the judgements are: the mean over s of s^must
/// (1 - s)^cannot, of which error_rate <= s <= 1 - error_rate counts.
std::array<double, kErrorRates.size()> log_likelihoods_of_mixed(const Region& region) {
    constexpr int kSteps = 200;
    std::array<double, kErrorRates.size()> found;
    found.fill(-std::log(kSteps));
    double sum = -std::numeric_limits<double>::infinity();
    auto e = static_cast<int>(kErrorRates.size()) - 1;
    // From the middle outwards: every error rate needs the sum that the next larger one needs, and a little more.
    for (int step = kSteps / 2 - 1; step >= 0; --step) {
        const double share = (step + 0.5) / kSteps;
        for (; e >= 0 && share < kErrorRates[e]; --e)
            found[e] += sum;
        const double more = std::log(share), less = std::log1p(-share);
        sum =
            log_sum(sum, log_sum(region.must * more + region.cannot * less, region.must * less + region.cannot * more));
    }
    for (; e >= 0; --e)
        found[e] += sum;
    return found;
}

/// Log likelihood of all judgements where some regions are mixed, whichever: their share may be anything.
double log_likelihood_of_regions(std::span<const double> of_clusters, std::span<const double> of_mixed) {
    constexpr std::array kMixedShares{0.1, 0.3, 0.5, 0.7, 0.9};
    double all = -std::numeric_limits<double>::infinity();
    for (const double mixed : kMixedShares) {
        double sum = -std::log(static_cast<double>(kMixedShares.size()));
        for (std::size_t r = 0; r < of_clusters.size(); ++r)
            sum += log_sum(std::log1p(-mixed) + of_clusters[r], std::log(mixed) + of_mixed[r]);
        all = log_sum(all, sum);
    }
    return all;
}

/// Half the distance between the neighbours of a value: its weight in an integral.
double width_of(std::size_t i) {
    const double below = kErrorRates[i > 0 ? i - 1 : i];
    const double above = kErrorRates[std::min(i + 1, kErrorRates.size() - 1)];
    return (above - below) / 2;
}

/// The mean of the posterior of the error rate, any temperature, and regions that may be mixed.
double expected_error_rate(const Matrix& costs, std::span<const Judged> judged, double gap) {
    const std::vector<Region> regions = regions_of(costs, judged);
    std::vector<std::vector<double>> mixed(kErrorRates.size());
    for (const Region& region : regions) {
        const auto of_region = log_likelihoods_of_mixed(region);
        for (std::size_t e = 0; e < kErrorRates.size(); ++e)
            mixed[e].push_back(of_region[e]);
    }
    std::array<double, kErrorRates.size()> log_posterior;
    log_posterior.fill(-std::numeric_limits<double>::infinity());
    for (const double temperature : kAllTemperatures) {
        const std::vector<double> agreement = agreements(costs, judged, temperature * gap);
        for (std::size_t e = 0; e < kErrorRates.size(); ++e) {
            std::vector<double> clear;
            for (const Region& region : regions) {
                double sum = 0;
                for (const std::size_t i : region.judgements)
                    sum += log_likelihood(std::span(&agreement[i], 1), kErrorRates[e]);
                clear.push_back(sum);
            }
            log_posterior[e] = log_sum(log_posterior[e], log_likelihood_of_regions(clear, mixed[e]) +
                                                             log_prior(temperature, kSpreadIfUnknown, kErrorRates[e]));
        }
    }
    const double largest = *std::max_element(log_posterior.begin(), log_posterior.end());
    double sum = 0, weighted = 0;
    for (std::size_t e = 0; e < kErrorRates.size(); ++e) {
        const double weight = std::exp(log_posterior[e] - largest) * width_of(e);
        sum += weight;
        weighted += weight * kErrorRates[e];
    }
    return weighted / sum;
}

}  // namespace

double Calibration::violation_cost() const {
    return temperature * std::log((1 - error_rate) / error_rate);
}

double mean_gap(const Matrix& costs) {
    if (costs.rows() == 0 || costs.cols() < 2) return 0;
    double sum = 0;
    for (Index row = 0; row < costs.rows(); ++row) {
        double first = std::numeric_limits<double>::infinity(), second = first;
        for (Index h = 0; h < costs.cols(); ++h) {
            second = std::min(second, std::max(first, costs(row, h)));
            first = std::min(first, costs(row, h));
        }
        sum += second - first;
    }
    const double mean = sum / static_cast<double>(costs.rows());
    return std::isfinite(mean) ? mean : 0;
}

double caution(const Matrix& squared_distances) {
    const double gap = mean_gap(squared_distances);
    if (!(gap > 0)) return 1;
    const double nearest = squared_distances.rowwise().minCoeff().mean();
    return std::isfinite(nearest) ? std::max(1.0, nearest / gap) : 1;
}

double evidence(const Matrix& costs, std::span<const Judged> judged, double gap) {
    return gap > 0 ? best_fit(costs, some_of(judged), gap).evidence : Calibration{}.evidence;
}

Calibration calibrate(const Matrix& costs, std::span<const Judged> all, double gap) {
    if (!(gap > 0)) return {};
    const std::vector<Judged> judged = some_of(all);
    Calibration found = best_fit(costs, judged, gap);
    found.error_rate = expected_error_rate(costs, judged, gap);
    return found;
}

double most_evidence(std::size_t judgements) {
    const std::size_t step = judgements / kMostJudgements + 1;
    const std::vector<double> certain((judgements + step - 1) / step, 1.0);
    double most = -std::numeric_limits<double>::infinity();
    for (const double error_rate : kErrorRates) {
        most = std::max(
            most, log_likelihood(certain, error_rate) + log_prior(kTypicalTemperature, kTemperatureSpread, error_rate));
    }
    return most;
}

double probability_together(const Matrix& costs, Index a, Index b, double temperature) {
    const double least_a = costs.row(a).minCoeff(), least_b = costs.row(b).minCoeff();
    double sum_a = 0, sum_b = 0, both = 0;
    for (Index h = 0; h < costs.cols(); ++h) {
        const double in_a = std::exp((least_a - costs(a, h)) / temperature);
        const double in_b = std::exp((least_b - costs(b, h)) / temperature);
        sum_a += in_a;
        sum_b += in_b;
        both += in_a * in_b;
    }
    return std::clamp(both / (sum_a * sum_b), 0.0, 1.0);
}

double probability_wrong(double agreement, double error_rate) {
    const double wrong = error_rate * (1 - agreement), right = (1 - error_rate) * agreement;
    return wrong + right > 0 ? wrong / (wrong + right) : 0.5;
}

}  // namespace v1
}  // namespace mvlink
