#pragma once

#include "reference/jacobi.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// Spectral features as plain loops: a graph of nearest neighbours with local scaling, the normalized Laplacian written
/// out, its eigenvectors by Jacobi rotations. It shares nothing with the library.
namespace mvlink::reference::spectral_features {

using Square = std::vector<std::vector<double>>;

inline double squared_distance(const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
        sum += (x[j] - y[j]) * (x[j] - y[j]);
    return sum;
}

/// W_ij = exp(-d_ij^2 / (s_i s_j)) if j is among the k nearest of i or i among those of j, s_i the distance to the
/// k-th.
inline Square local_scaling_graph(const Square& X, std::size_t k) {
    const std::size_t n = X.size();
    Square nearest(n);
    std::vector<double> s(n);
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<std::pair<double, std::size_t>> others;
        for (std::size_t j = 0; j < n; ++j)
            if (j != i) others.emplace_back(squared_distance(X[i], X[j]), j);
        std::sort(others.begin(), others.end());
        for (std::size_t e = 0; e < k; ++e)
            nearest[i].push_back(static_cast<double>(others[e].second));
        s[i] = std::sqrt(others[k - 1].first);
    }
    Square W(n, std::vector<double>(n, 0.0));
    for (std::size_t i = 0; i < n; ++i) {
        for (const double other : nearest[i]) {
            const auto j = static_cast<std::size_t>(other);
            W[i][j] = W[j][i] = std::exp(-squared_distance(X[i], X[j]) / (s[i] * s[j]));
        }
    }
    return W;
}

inline std::vector<double> degrees(const Square& W) {
    std::vector<double> d(W.size(), 0.0);
    for (std::size_t i = 0; i < W.size(); ++i)
        for (const double w : W[i])
            d[i] += w;
    return d;
}

/// I - D^-1/2 W D^-1/2
inline Square normalized_laplacian(const Square& W) {
    const std::vector<double> d = degrees(W);
    Square L = W;
    for (std::size_t i = 0; i < W.size(); ++i)
        for (std::size_t j = 0; j < W.size(); ++j)
            L[i][j] = (i == j ? 1 : 0) - W[i][j] / std::sqrt(d[i] * d[j]);
    return L;
}

struct Spectrum {
    std::vector<double> values;  // the smallest first
    Square vectors;              // [number][entry], of length 1
};

inline Spectrum jacobi(const Square& A) {
    const Rotated rotated = rotate_to_diagonal(A);
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < A.size(); ++i)
        order.emplace_back(rotated.values[i], i);
    std::sort(order.begin(), order.end());
    Spectrum spectrum;
    for (const auto& [value, i] : order) {
        spectrum.values.push_back(value);
        spectrum.vectors.push_back(rotated.vectors[i]);
    }
    return spectrum;
}

}  // namespace mvlink::reference::spectral_features
