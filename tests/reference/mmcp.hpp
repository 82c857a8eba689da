#pragma once

#include "reference/spectral.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

/// Constraint propagation (E2CP: Lu, Ip 2010; several views, MMCP: Fu, Ip, Lu, Lu 2011) as plain loops: columns, then
/// rows of Z are spread by repeated steps on the graph, then the weights of the graph are refined.
namespace mvlink::reference::mmcp {

using spectral::Square;

/// sum_v W_v / (views vol_v).
inline Square mixture(const std::vector<Square>& W) {
    Square out = spectral::zeros(W.front().size(), W.front().size());
    for (const Square& own : W) {
        double volume = 0;
        for (const auto& row : own) {
            for (const double weight : row)
                volume += weight;
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            for (std::size_t j = 0; j < out.size(); ++j)
                out[i][j] += own[i][j] / volume / static_cast<double>(W.size());
        }
    }
    return out;
}

/// F_v <- alpha S F_v + (1 - alpha) Z, then F_h <- alpha F_h S + (1 - alpha) F_v, each until nothing moves.
inline Square propagated(const Square& S, const Square& Z, double alpha) {
    const std::size_t n = S.size();
    Square F = Z;
    for (const bool vertical : {true, false}) {
        const Square source = F;
        for (int step = 0; step < 3000; ++step) {
            Square next = source;
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    double spread = 0;
                    for (std::size_t k = 0; k < n; ++k)
                        spread += vertical ? S[i][k] * F[k][j] : F[i][k] * S[k][j];
                    next[i][j] = alpha * spread + (1 - alpha) * source[i][j];
                }
            }
            double moved = 0;
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j)
                    moved = std::max(moved, std::abs(next[i][j] - F[i][j]));
            }
            F = next;
            if (moved < 1e-16) break;
        }
    }
    return F;
}

/// F divided by its largest |entry| off the diagonal, if asked; W by its largest. Zero diagonal.
inline Square refined(Square F, Square W, bool scaled) {
    double most_F = 0, most_W = 0;
    for (std::size_t i = 0; i < W.size(); ++i) {
        for (std::size_t j = 0; j < W.size(); ++j) {
            if (i != j) most_F = std::max(most_F, std::abs(F[i][j]));
            most_W = std::max(most_W, W[i][j]);
        }
    }
    Square out = W;
    for (std::size_t i = 0; i < W.size(); ++i) {
        for (std::size_t j = 0; j < W.size(); ++j) {
            const double w = W[i][j] / most_W;
            double f = F[i][j];
            if (scaled && most_F > 0) f /= most_F;
            f = std::clamp(f, -1.0, 1.0);
            out[i][j] = i == j ? 0 : f >= 0 ? 1 - (1 - f) * (1 - w) : (1 + f) * w;
        }
    }
    return out;
}

}  // namespace mvlink::reference::mmcp
