#pragma once

#include <cmath>
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

}  // namespace mvlink::reference
