#pragma once

#include "reference/jacobi.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

/// Spectral clustering as plain loops over dense matrices: graphs of nearest neighbours, normalized Laplacians,
/// eigenvectors by Jacobi rotations. An object that a view lacks has the row -1.
namespace mvlink::reference::spectral {

using Square = std::vector<std::vector<double>>;

inline double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

inline Square zeros(std::size_t rows, std::size_t cols) {
    return Square(rows, std::vector<double>(cols, 0));
}

/// W = max(W, W') with exp(-d^2 / (s_i s_j)), s_i the distance to the last of the k neighbours.
inline Square locally_scaled_graph(const Square& X, std::size_t k) {
    const std::size_t n = X.size();
    std::vector<std::vector<std::size_t>> near(n);
    std::vector<double> scale(n);
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<std::size_t> order;
        for (std::size_t j = 0; j < n; ++j) {
            if (j != i) order.push_back(j);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return squared_distance(X[i], X[a]) < squared_distance(X[i], X[b]);
        });
        near[i].assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k));
        scale[i] = std::sqrt(squared_distance(X[i], X[near[i].back()]));
    }
    Square W = zeros(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (const std::size_t j : near[i])
            W[i][j] = W[j][i] = std::exp(-squared_distance(X[i], X[j]) / (scale[i] * scale[j]));
    }
    return W;
}

/// D^-1/2 W D^-1/2; an isolated vertex has degree 1.
inline Square normalized(const Square& W) {
    const std::size_t n = W.size();
    std::vector<double> degree(n);
    for (std::size_t i = 0; i < n; ++i) {
        degree[i] = std::accumulate(W[i].begin(), W[i].end(), 0.0);
        if (degree[i] == 0) degree[i] = 1;
    }
    Square S = W;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            S[i][j] = W[i][j] / std::sqrt(degree[i] * degree[j]);
    }
    return S;
}

struct Eigen {
    std::vector<double> values;  // the largest first
    Square vectors;              // vectors[j] belongs to values[j]
};

inline Eigen eigen(const Square& A) {
    const Rotated rotated = rotate_to_diagonal(A);
    std::vector<std::size_t> order(A.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return rotated.values[a] > rotated.values[b]; });
    Eigen found;
    for (const std::size_t j : order) {
        found.values.push_back(rotated.values[j]);
        found.vectors.push_back(rotated.vectors[j]);
    }
    return found;
}

/// sum over the first k eigenvectors of v v': the subspace, which rotations do not change.
inline Square projector(const Square& vectors, std::size_t k) {
    const std::size_t n = vectors.front().size();
    Square P = zeros(n, n);
    for (std::size_t c = 0; c < k; ++c) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                P[i][j] += vectors[c][i] * vectors[c][j];
        }
    }
    return P;
}

inline double trace_of_product(const Square& A, const Square& B) {
    double sum = 0;
    for (std::size_t i = 0; i < A.size(); ++i) {
        for (std::size_t j = 0; j < A.size(); ++j)
            sum += A[i][j] * B[j][i];
    }
    return sum;
}

/// One view among several: S_v on its own rows, and the row of every object (-1: it has none).
struct View {
    Square S;
    std::vector<int> row_of;
};

/// The Laplacian of a view on the objects that it holds, zero elsewhere.
inline Square laplacian(const View& view) {
    const std::size_t n = view.row_of.size();
    Square L = zeros(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        if (view.row_of[i] < 0) continue;
        for (std::size_t j = 0; j < n; ++j) {
            if (view.row_of[j] < 0) continue;
            L[i][j] = (i == j ? 1 : 0) -
                      view.S[static_cast<std::size_t>(view.row_of[i])][static_cast<std::size_t>(view.row_of[j])];
        }
    }
    return L;
}

/// Number of views that hold each object, over the number of views.
inline std::vector<double> coverage(const std::vector<View>& views) {
    std::vector<double> share(views.front().row_of.size(), 0);
    for (const View& view : views) {
        for (std::size_t i = 0; i < share.size(); ++i)
            share[i] += (view.row_of[i] >= 0 ? 1.0 : 0.0) / static_cast<double>(views.size());
    }
    return share;
}

/// C^-1/2 (sum_v weight_v L_v) C^-1/2: its eigenvectors G minimize the sum for G = C^1/2 F, F' C F = I.
inline Square weighted_laplacian(const std::vector<View>& views, const std::vector<double>& weights) {
    const std::vector<double> C = coverage(views);
    Square sum = zeros(C.size(), C.size());
    for (std::size_t v = 0; v < views.size(); ++v) {
        const Square L = laplacian(views[v]);
        for (std::size_t i = 0; i < C.size(); ++i) {
            for (std::size_t j = 0; j < C.size(); ++j)
                sum[i][j] += weights[v] * L[i][j] / std::sqrt(C[i] * C[j]);
        }
    }
    return sum;
}

/// The k eigenvectors of the smallest eigenvalues, as rows.
inline Square smallest(Square L, std::size_t k) {
    for (auto& row : L) {
        for (double& value : row)
            value = -value;
    }
    Square vectors = eigen(std::move(L)).vectors;
    vectors.resize(k);
    return vectors;
}

}  // namespace mvlink::reference::spectral
