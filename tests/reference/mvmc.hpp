#pragma once

#include "reference/spectral.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

/// Multi-view matrix completion (after Zhao, Jiang, Zhou 2017) as plain loops over n x n matrices:
/// min sum_v (mu |M_v|_* + C/2 |O^1/2 o (U_v M_v U_v' - T)|^2) + lambda/2 sum_{v<w} |U_v M_v U_v' - U_w M_w U_w'|^2.
namespace mvlink::reference::mvmc {

using spectral::Square;

struct Problem {
    std::vector<Square> U;  // [view]: n x s, orthonormal columns
    Square known;           // O: how much an entry of T counts, 0 to 1
    Square target;          // T
    double C = 1, mu = 1, lambda = 1;
};

/// U M U'.
inline Square similarity(const Square& U, const Square& M) {
    Square out = spectral::zeros(U.size(), U.size());
    for (std::size_t i = 0; i < U.size(); ++i) {
        for (std::size_t j = 0; j < U.size(); ++j) {
            for (std::size_t p = 0; p < M.size(); ++p) {
                for (std::size_t q = 0; q < M.size(); ++q)
                    out[i][j] += U[i][p] * M[p][q] * U[j][q];
            }
        }
    }
    return out;
}

/// U'A U.
inline Square inside(const Square& U, const Square& A) {
    const std::size_t s = U.front().size();
    Square out = spectral::zeros(s, s);
    for (std::size_t p = 0; p < s; ++p) {
        for (std::size_t q = 0; q < s; ++q) {
            for (std::size_t i = 0; i < U.size(); ++i) {
                for (std::size_t j = 0; j < U.size(); ++j)
                    out[p][q] += U[i][p] * A[i][j] * U[j][q];
            }
        }
    }
    return out;
}

inline double objective(const Problem& problem, const std::vector<Square>& M) {
    double sum = 0;
    std::vector<Square> found;
    for (std::size_t v = 0; v < M.size(); ++v) {
        found.push_back(similarity(problem.U[v], M[v]));
        for (const double value : spectral::eigen(M[v]).values)
            sum += problem.mu * std::abs(value);
        for (std::size_t i = 0; i < found[v].size(); ++i) {
            for (std::size_t j = 0; j < found[v].size(); ++j) {
                const double apart = found[v][i][j] - problem.target[i][j];
                sum += problem.C / 2 * problem.known[i][j] * apart * apart;
                for (std::size_t w = 0; w < v; ++w) {
                    const double between = found[v][i][j] - found[w][i][j];
                    sum += problem.lambda / 2 * between * between;
                }
            }
        }
    }
    return sum;
}

/// One proximal step of view v: the gradient by n x n matrices, then eigenvalues drawn towards zero.
inline Square step(const Problem& problem, const std::vector<Square>& M, std::size_t v) {
    const Square own = similarity(problem.U[v], M[v]);
    Square G = spectral::zeros(own.size(), own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        for (std::size_t j = 0; j < own.size(); ++j)
            G[i][j] = problem.C * problem.known[i][j] * (own[i][j] - problem.target[i][j]);
    }
    for (std::size_t w = 0; w < M.size(); ++w) {
        if (w == v) continue;
        const Square other = similarity(problem.U[w], M[w]);
        for (std::size_t i = 0; i < own.size(); ++i) {
            for (std::size_t j = 0; j < own.size(); ++j)
                G[i][j] += problem.lambda * (own[i][j] - other[i][j]);
        }
    }
    const double length = problem.C + problem.lambda * static_cast<double>(M.size() - 1);
    Square next = inside(problem.U[v], G);
    for (std::size_t p = 0; p < next.size(); ++p) {
        for (std::size_t q = 0; q < next.size(); ++q)
            next[p][q] = M[v][p][q] - next[p][q] / length;
    }
    const auto solved = spectral::eigen(next);
    Square out = spectral::zeros(next.size(), next.size());
    for (std::size_t m = 0; m < solved.values.size(); ++m) {
        const double size = std::max(std::abs(solved.values[m]) - problem.mu / length, 0.0);
        const double value = solved.values[m] < 0 ? -size : size;
        for (std::size_t p = 0; p < next.size(); ++p) {
            for (std::size_t q = 0; q < next.size(); ++q)
                out[p][q] += value * solved.vectors[m][p] * solved.vectors[m][q];
        }
    }
    return out;
}

}  // namespace mvlink::reference::mvmc
