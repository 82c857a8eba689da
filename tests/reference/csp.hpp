#pragma once

#include "reference/spectral.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

/// Constrained spectral clustering (Wang, Davidson 2010) as plain loops: min v'Lv over v'Qb v >= b v'v, v orthogonal to
/// D^1/2 1. The complement by Gram-Schmidt, L^-1/2 by its eigenvectors.
namespace mvlink::reference::csp {

using spectral::Square;

struct Cuts {
    double b = 0;
    std::size_t above = 0;      // eigenvalues of Qb on the complement above b
    std::vector<double> costs;  // v'Lv of the feasible vectors, ascending
    Square vectors;             // vectors[j] belongs to costs[j], of length 1
};

/// Rows that are orthonormal and orthogonal to t.
inline Square complement_of(const std::vector<double>& t) {
    Square basis{t};
    for (std::size_t i = 0; i < t.size() && basis.size() < t.size(); ++i) {
        std::vector<double> next(t.size(), 0);
        next[i] = 1;
        for (int twice = 0; twice < 2; ++twice) {
            for (const auto& other : basis) {
                double dot = 0;
                for (std::size_t k = 0; k < t.size(); ++k)
                    dot += next[k] * other[k];
                for (std::size_t k = 0; k < t.size(); ++k)
                    next[k] -= dot * other[k];
            }
        }
        double length = 0;
        for (const double value : next)
            length += value * value;
        if (length < 1e-6) continue;
        for (double& value : next)
            value /= std::sqrt(length);
        basis.push_back(next);
    }
    basis.erase(basis.begin());
    return basis;
}

/// B A B' for the rows of B.
inline Square seen_from(const Square& B, const Square& A) {
    Square out = spectral::zeros(B.size(), B.size());
    for (std::size_t p = 0; p < B.size(); ++p) {
        for (std::size_t q = 0; q < B.size(); ++q) {
            for (std::size_t i = 0; i < A.size(); ++i) {
                for (std::size_t j = 0; j < A.size(); ++j)
                    out[p][q] += B[p][i] * A[i][j] * B[q][j];
            }
        }
    }
    return out;
}

/// W: weights of edges, Z: +1 together, -1 apart; b is `share` times the (k-1)th largest eigenvalue of Qb.
inline Cuts cuts(const Square& W, const Square& Z, std::size_t k, double share) {
    const std::size_t n = W.size();
    std::vector<double> degree(n, 0), t(n);
    double volume = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (const double weight : W[i])
            degree[i] += weight;
        volume += degree[i];
    }
    Square L = spectral::zeros(n, n), Qb = L;
    for (std::size_t i = 0; i < n; ++i) {
        t[i] = std::sqrt(degree[i] / volume);
        for (std::size_t j = 0; j < n; ++j) {
            L[i][j] = (i == j ? 1 : 0) - W[i][j] / std::sqrt(degree[i] * degree[j]);
            Qb[i][j] = Z[i][j] / std::sqrt(degree[i] * degree[j]);
        }
    }
    const Square B = complement_of(t);
    const Square Lc = seen_from(B, L), Qc = seen_from(B, Qb);
    const auto of_L = spectral::eigen(Lc), of_Q = spectral::eigen(Qc);
    Cuts found;
    found.b = share * of_Q.values[k - 2];
    for (const double value : of_Q.values)
        found.above += value > found.b ? 1 : 0;
    Square half = of_L.vectors;  // rows v_j / sqrt(l_j): half A half' is L^-1/2 A L^-1/2 in the basis of L's vectors
    for (std::size_t j = 0; j < half.size(); ++j) {
        for (double& value : half[j])
            value /= std::sqrt(of_L.values[j]);
    }
    Square shifted = Qc;
    for (std::size_t j = 0; j < shifted.size(); ++j)
        shifted[j][j] -= found.b;
    const auto solved = spectral::eigen(seen_from(half, shifted));
    std::vector<std::pair<double, std::vector<double>>> feasible;
    for (std::size_t m = 0; m < solved.values.size(); ++m) {
        if (solved.values[m] <= 1e-9) continue;
        std::vector<double> inner(B.size(), 0), v(n, 0);
        for (std::size_t j = 0; j < half.size(); ++j) {
            for (std::size_t p = 0; p < B.size(); ++p)
                inner[p] += solved.vectors[m][j] * half[j][p];
        }
        double length = 0, cost = 0;
        for (std::size_t p = 0; p < B.size(); ++p) {
            for (std::size_t i = 0; i < n; ++i)
                v[i] += inner[p] * B[p][i];
        }
        for (const double value : v)
            length += value * value;
        for (double& value : v)
            value /= std::sqrt(length);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                cost += v[i] * L[i][j] * v[j];
        }
        feasible.emplace_back(cost, v);
    }
    std::sort(feasible.begin(), feasible.end());
    for (const auto& [cost, v] : feasible) {
        found.costs.push_back(cost);
        found.vectors.push_back(v);
    }
    return found;
}

}  // namespace mvlink::reference::csp
