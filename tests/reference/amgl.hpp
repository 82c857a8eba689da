#pragma once

#include "reference/spectral.hpp"

#include <cmath>
#include <vector>

/// AMGL as plain loops: min sum_v sqrt(tr(F' L_v F)), alternating F and a_v = 1 / (2 sqrt(tr(F' L_v F))).
namespace mvlink::reference::amgl {

using spectral::Square;

struct Round {
    Square F;                     // coordinates, one row per eigenvector
    std::vector<double> traces;   // tr(F' L_v F)
    std::vector<double> weights;  // that follow, with sum 1
    double objective = 0;
};

inline double trace(const Square& F, const Square& L) {
    double sum = 0;
    for (const auto& f : F) {
        for (std::size_t i = 0; i < f.size(); ++i) {
            for (std::size_t j = 0; j < f.size(); ++j)
                sum += f[i] * L[i][j] * f[j];
        }
    }
    return sum;
}

inline std::vector<Round> rounds(const std::vector<spectral::View>& views, std::size_t k, int count) {
    std::vector<Round> all;
    std::vector<double> weights(views.size(), 1.0 / static_cast<double>(views.size()));
    const std::vector<double> C = spectral::coverage(views);
    for (int t = 0; t < count; ++t) {
        Round round{spectral::smallest(spectral::weighted_laplacian(views, weights), k), {}, {}, 0};
        for (auto& f : round.F) {
            for (std::size_t i = 0; i < f.size(); ++i)
                f[i] /= std::sqrt(C[i]);
        }
        double sum = 0;
        for (const spectral::View& view : views) {
            round.traces.push_back(trace(round.F, spectral::laplacian(view)));
            round.objective += std::sqrt(round.traces.back());
            round.weights.push_back(1 / (2 * std::sqrt(round.traces.back())));
            sum += round.weights.back();
        }
        for (double& weight : round.weights)
            weight /= sum;
        weights = round.weights;
        all.push_back(std::move(round));
    }
    return all;
}

}  // namespace mvlink::reference::amgl
