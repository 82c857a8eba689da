#pragma once

#include "reference/jacobi.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// Graphs, their normalized Laplacian and its spectrum as dense tables and plain loops.
namespace mvlink::reference {

using Square = std::vector<std::vector<double>>;

inline Square zeros(std::size_t n) {
    return Square(n, std::vector<double>(n, 0.0));
}

/// max(W, W') or min(W, W') of W_ij = exp(-d_ij^2 / (s_i s_j)) for the neighbours j of i, s_i the distance to the last.
inline Square locally_scaled(const std::vector<std::vector<int>>& neighbours, const Square& squared_distance,
                             bool mutual) {
    const std::size_t n = neighbours.size();
    Square W = zeros(n), sym = zeros(n);
    const auto scale = [&](std::size_t i) {
        return std::sqrt(squared_distance[i][static_cast<std::size_t>(neighbours[i].back())]);
    };
    for (std::size_t i = 0; i < n; ++i) {
        for (const int neighbour : neighbours[i]) {
            const auto j = static_cast<std::size_t>(neighbour);
            W[i][j] = std::exp(-squared_distance[i][j] / (scale(i) * scale(j)));
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            sym[i][j] = mutual ? std::min(W[i][j], W[j][i]) : std::max(W[i][j], W[j][i]);
        }
    }
    return sym;
}

/// I - D^-1/2 W D^-1/2; the degree of an isolated vertex counts as 1.
inline Square normalized_laplacian(const Square& W) {
    const std::size_t n = W.size();
    Square L = zeros(n);
    std::vector<double> degree(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            degree[i] += W[i][j];
        if (degree[i] == 0) degree[i] = 1;
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            L[i][j] = (i == j ? 1.0 : 0.0) - W[i][j] / std::sqrt(degree[i] * degree[j]);
        }
    }
    return L;
}

struct Spectrum {
    std::vector<double> values;  ///< increasing
    Square vectors;              ///< vectors[i][c]: entry i of the vector of value c
};

inline Spectrum jacobi(const Square& A) {
    const std::size_t n = A.size();
    const Rotated rotated = rotate_to_diagonal(A);
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return rotated.values[a] < rotated.values[b]; });
    Spectrum spectrum{{}, zeros(n)};
    for (std::size_t c = 0; c < n; ++c) {
        spectrum.values.push_back(rotated.values[order[c]]);
        for (std::size_t i = 0; i < n; ++i)
            spectrum.vectors[i][c] = rotated.vectors[order[c]][i];
    }
    return spectrum;
}

}  // namespace mvlink::reference
