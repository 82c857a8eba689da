#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

/// The calibration of judgements as plain loops, written from docs/methods/pck-means.md alone.
namespace mvlink::reference {

struct Answer {
    int a, b;
    bool must;
};

/// Log posterior density, but for a constant, of a temperature and an error rate, given what each row costs in each
/// cluster. The temperature is measured in gaps.
inline double log_posterior(const std::vector<std::vector<double>>& costs, const std::vector<Answer>& answers,
                            double gap, double temperature, double error_rate) {
    double sum = std::log(error_rate) + 13 * std::log(1 - error_rate);
    const double off = (std::log(temperature) - std::log(0.15)) / 0.35;
    sum -= 0.5 * off * off;
    for (const Answer& answer : answers) {
        double together = 0, all_a = 0, all_b = 0;
        for (std::size_t h = 0; h < costs[0].size(); ++h) {
            all_a += std::exp(-costs[answer.a][h] / (temperature * gap));
            all_b += std::exp(-costs[answer.b][h] / (temperature * gap));
        }
        for (std::size_t h = 0; h < costs[0].size(); ++h) {
            const double in_a = std::exp(-costs[answer.a][h] / (temperature * gap)) / all_a;
            const double in_b = std::exp(-costs[answer.b][h] / (temperature * gap)) / all_b;
            together += in_a * in_b;
        }
        const double agrees = answer.must ? together : 1 - together;
        sum += std::log((1 - error_rate) * agrees + error_rate * (1 - agrees));
    }
    return sum;
}

/// How probable the answers are, given the costs, the temperature in gaps and the error rate, if clusters and
/// judgements of the rows of each pair of clusters either agree or have nothing to do with each other. Plain products:
/// for few answers.
inline double likelihood_of_regions(const std::vector<std::vector<double>>& costs, const std::vector<Answer>& answers,
                                    double gap, double temperature, double error_rate) {
    const auto nearest = [&](int row) {
        return std::min_element(costs[row].begin(), costs[row].end()) - costs[row].begin();
    };
    struct Region {
        double clear = 1;
        int must = 0, cannot = 0;
    };
    std::map<std::pair<long, long>, Region> regions;
    for (const Answer& answer : answers) {
        const long a = nearest(answer.a), b = nearest(answer.b);
        Region& region = regions[{std::min(a, b), std::max(a, b)}];
        // The two priors cancel: what is left is the probability of this one answer.
        region.clear *= std::exp(log_posterior(costs, {answer}, gap, temperature, error_rate) -
                                 log_posterior(costs, {}, gap, temperature, error_rate));
        (answer.must ? region.must : region.cannot) += 1;
    }
    double sum = 0;
    for (const double mixed : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        double product = 1;
        for (const auto& [clusters, region] : regions) {
            double any = 0;
            constexpr int kSteps = 400;
            const double width = (1 - 2 * error_rate) / kSteps;
            for (int step = 0; step < kSteps; ++step) {
                const double share = error_rate + (step + 0.5) * width;
                any += std::pow(share, region.must) * std::pow(1 - share, region.cannot) * width;
            }
            product *= (1 - mixed) * region.clear + mixed * any;
        }
        sum += product / 5;
    }
    return sum;
}

/// The mean of the posterior of the error rate between 0.005 and 0.4, whatever the temperature.
inline double expected_error_rate(const std::vector<std::vector<double>>& costs, const std::vector<Answer>& answers,
                                  double gap) {
    double sum = 0, weighted = 0;
    for (double error_rate = 0.005; error_rate < 0.4; error_rate += 0.005) {
        for (const double temperature :
             {0.05, 0.065, 0.085, 0.11, 0.13, 0.15, 0.175, 0.2, 0.25, 0.32, 0.42, 0.55, 0.75, 1.0, 1.5, 2.2}) {
            const double off = (std::log(temperature) - std::log(0.15)) / 0.7;
            const double weight = error_rate * std::pow(1 - error_rate, 13) * std::exp(-off * off / 2) *
                                  likelihood_of_regions(costs, answers, gap, temperature, error_rate);
            sum += weight;
            weighted += weight * error_rate;
        }
    }
    return weighted / sum;
}

}  // namespace mvlink::reference
