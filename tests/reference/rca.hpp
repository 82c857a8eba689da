#pragma once

#include "reference/kmeans.hpp"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// Supervised-Means, and Relevant Component Analysis before K-Means (bilenko2004, sec. 4), as plain loops.
namespace mvlink::reference {

inline std::vector<double> mean_of(const Table& X, const std::vector<int>& rows) {
    std::vector<double> mean(X.front().size(), 0.0);
    for (const int i : rows) {
        for (std::size_t j = 0; j < mean.size(); ++j)
            mean[j] += X[i][j] / static_cast<double>(rows.size());
    }
    return mean;
}

/// C = (1/p) sum over chunklets j and their points x of (x - m_j)(x - m_j)', p the number of those points.
inline Table chunklet_covariance(const Table& X, const std::vector<std::vector<int>>& chunklets) {
    const std::size_t d = X.front().size();
    Table C(d, std::vector<double>(d, 0.0));
    double p = 0;
    for (const auto& chunklet : chunklets)
        p += static_cast<double>(chunklet.size());
    for (const auto& chunklet : chunklets) {
        const auto m = mean_of(X, chunklet);
        for (const int i : chunklet) {
            for (std::size_t a = 0; a < d; ++a) {
                for (std::size_t b = 0; b < d; ++b)
                    C[a][b] += (X[i][a] - m[a]) * (X[i][b] - m[b]) / p;
            }
        }
    }
    return C;
}

/// Gauss-Jordan with pivots.
inline Table inverse(Table A) {
    const std::size_t d = A.size();
    Table B(d, std::vector<double>(d, 0.0));
    for (std::size_t i = 0; i < d; ++i)
        B[i][i] = 1;
    for (std::size_t c = 0; c < d; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c; r < d; ++r)
            pivot = std::abs(A[r][c]) > std::abs(A[pivot][c]) ? r : pivot;
        std::swap(A[c], A[pivot]);
        std::swap(B[c], B[pivot]);
        const double scale = A[c][c];
        for (std::size_t j = 0; j < d; ++j) {
            A[c][j] /= scale;
            B[c][j] /= scale;
        }
        for (std::size_t r = 0; r < d; ++r) {
            const double factor = r == c ? 0 : A[r][c];
            for (std::size_t j = 0; j < d; ++j) {
                A[r][j] -= factor * A[c][j];
                B[r][j] -= factor * B[c][j];
            }
        }
    }
    return B;
}

/// (x - y)' A (x - y).
inline double metric_distance(const std::vector<double>& x, const std::vector<double>& y, const Table& A) {
    double sum = 0;
    for (std::size_t a = 0; a < x.size(); ++a) {
        for (std::size_t b = 0; b < x.size(); ++b)
            sum += (x[a] - y[a]) * A[a][b] * (x[b] - y[b]);
    }
    return sum;
}

/// The nearest centroid under A; with A = I and the centroids of neighbourhoods, Supervised-Means.
inline std::vector<int> assign_nearest(const Table& X, const Table& mu, const Table& A) {
    std::vector<int> labels;
    for (const auto& x : X) {
        int best = 0;
        for (int h = 1; h < static_cast<int>(mu.size()); ++h)
            best = metric_distance(x, mu[h], A) < metric_distance(x, mu[best], A) ? h : best;
        labels.push_back(best);
    }
    return labels;
}

}  // namespace mvlink::reference
