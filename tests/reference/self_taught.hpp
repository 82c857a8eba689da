#pragma once

#include "reference/spectral.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

/// Self-taught spectral clustering (Wang, Wang, Qian, Wang, Davidson 2014) as plain loops:
/// min mu |Q|_* + 1/2 |(Q - Q*) o O^1/2|^2 - beta tr(v'Qv) - alpha tr(v'Wv) over Q and v'v = I.
namespace mvlink::reference::self_taught {

using spectral::Square;

struct Problem {
    Square W;       // n x n, symmetric
    Square known;   // O: how much an entry of Q* counts, 0 to 1
    Square target;  // Q*
    std::size_t k = 2;
    double alpha = 0.1, beta = 0.1;
};

/// Rows: the k eigenvectors of alpha W + beta Q with the largest eigenvalues.
inline Square top_vectors(const Problem& problem, const Square& Q) {
    Square A = problem.W;
    for (std::size_t i = 0; i < A.size(); ++i) {
        for (std::size_t j = 0; j < A.size(); ++j)
            A[i][j] = problem.alpha * problem.W[i][j] + problem.beta * Q[i][j];
    }
    const auto solved = spectral::eigen(A);
    return {solved.vectors.begin(), solved.vectors.begin() + static_cast<std::ptrdiff_t>(problem.k)};
}

/// Eigenvalues of a symmetric matrix drawn towards zero by mu.
inline Square shrunk(const Square& Y, double mu) {
    const auto solved = spectral::eigen(Y);
    Square out = spectral::zeros(Y.size(), Y.size());
    for (std::size_t m = 0; m < solved.values.size(); ++m) {
        const double size = std::max(std::abs(solved.values[m]) - mu, 0.0);
        const double value = solved.values[m] < 0 ? -size : size;
        for (std::size_t i = 0; i < Y.size(); ++i) {
            for (std::size_t j = 0; j < Y.size(); ++j)
                out[i][j] += value * solved.vectors[m][i] * solved.vectors[m][j];
        }
    }
    return out;
}

/// One step of length 1 from P: shrink(P - (P - Q*) o O + beta v v').
inline Square step(const Problem& problem, const Square& P, const Square& v, double mu) {
    Square Y = P;
    for (std::size_t i = 0; i < P.size(); ++i) {
        for (std::size_t j = 0; j < P.size(); ++j) {
            double taught = 0;
            for (const auto& vector : v)
                taught += vector[i] * vector[j];
            Y[i][j] = P[i][j] - (P[i][j] - problem.target[i][j]) * problem.known[i][j] + problem.beta * taught;
        }
    }
    return shrunk(Y, mu);
}

inline double objective(const Problem& problem, const Square& Q, const Square& v, double mu) {
    double sum = 0;
    for (const double value : spectral::eigen(Q).values)
        sum += mu * std::abs(value);
    for (std::size_t i = 0; i < Q.size(); ++i) {
        for (std::size_t j = 0; j < Q.size(); ++j) {
            const double apart = Q[i][j] - problem.target[i][j];
            sum += problem.known[i][j] * apart * apart / 2;
            for (const auto& vector : v)
                sum -= (problem.beta * Q[i][j] + problem.alpha * problem.W[i][j]) * vector[i] * vector[j];
        }
    }
    return sum;
}

}  // namespace mvlink::reference::self_taught
