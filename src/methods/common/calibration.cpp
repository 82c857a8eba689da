#include "methods/common/calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace {

// The prior, from five datasets with judgements of which 0, 10 and 20 % were wrong; see docs/methods/pck-means.md.
constexpr double kTypicalTemperature = 0.15;  // in gaps
constexpr double kTemperatureSpread = 0.35;   // of its logarithm
constexpr double kWrongBefore = 1, kRightBefore = 13;
constexpr std::size_t kMostJudgements = 20'000;  // more of them do not change two numbers

constexpr std::array kTemperatures{0.05,  0.065, 0.085, 0.11, 0.13, 0.15,
                                   0.175, 0.2,   0.25,  0.32, 0.42, 0.55};  // in gaps
constexpr std::array kErrorRates{0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05,  0.06, 0.07, 0.08, 0.09,
                                 0.1,   0.12, 0.14,  0.16, 0.18, 0.2,  0.225, 0.25, 0.3,  0.35, 0.4};

/// How probably each judgement agrees with the costs.
std::vector<double> agreements(const Matrix& costs, std::span<const Judged> judged, double temperature) {
    const std::size_t step = judged.size() / kMostJudgements + 1;
    std::vector<double> found;
    for (std::size_t i = 0; i < judged.size(); i += step) {
        const double together = probability_together(costs, judged[i].a, judged[i].b, temperature);
        found.push_back(judged[i].must ? together : 1 - together);
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

double log_prior(double temperature_in_gaps, double error_rate) {
    const double off = std::log(temperature_in_gaps / kTypicalTemperature) / kTemperatureSpread;
    return kWrongBefore * std::log(error_rate) + kRightBefore * std::log1p(-error_rate) - off * off / 2;
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

Calibration calibrate(const Matrix& costs, std::span<const Judged> judged, double gap) {
    Calibration best{.evidence = -std::numeric_limits<double>::infinity()};
    if (!(gap > 0)) return {};
    for (const double temperature : kTemperatures) {
        const std::vector<double> agreement = agreements(costs, judged, temperature * gap);
        for (const double error_rate : kErrorRates) {
            const double evidence = log_likelihood(agreement, error_rate) + log_prior(temperature, error_rate);
            if (evidence > best.evidence) best = {temperature * gap, error_rate, evidence};
        }
    }
    return best;
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
