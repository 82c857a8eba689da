#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// The steps of a preparation as plain loops, from their definitions. They share nothing with the library.
namespace mvlink::reference {

using Rows = std::vector<std::vector<double>>;

inline Rows standardize(Rows X) {
    const auto n = static_cast<double>(X.size());
    for (std::size_t j = 0; j < X.front().size(); ++j) {
        double mean = 0, variance = 0;
        for (const auto& row : X)
            mean += row[j] / n;
        for (const auto& row : X)
            variance += (row[j] - mean) * (row[j] - mean) / n;
        const double deviation = variance < 1e-24 * (1 + mean * mean) ? 1 : std::sqrt(variance);
        for (auto& row : X)
            row[j] = (row[j] - mean) / deviation;
    }
    return X;
}

inline Rows minmax(Rows X) {
    for (std::size_t j = 0; j < X.front().size(); ++j) {
        double least = X[0][j], most = X[0][j];
        for (const auto& row : X) {
            least = row[j] < least ? row[j] : least;
            most = row[j] > most ? row[j] : most;
        }
        for (auto& row : X)
            row[j] = (row[j] - least) / (most > least ? most - least : 1);
    }
    return X;
}

inline Rows l2(Rows X) {
    for (auto& row : X) {
        double squares = 0;
        for (const double x : row)
            squares += x * x;
        for (double& x : row)
            x = squares > 0 ? x / std::sqrt(squares) : x;
    }
    return X;
}

inline Rows tfidf(Rows X) {
    const auto n = static_cast<double>(X.size());
    for (std::size_t j = 0; j < X.front().size(); ++j) {
        double rows_with_term = 0;
        for (const auto& row : X)
            rows_with_term += row[j] > 0 ? 1 : 0;
        for (auto& row : X)
            row[j] *= std::log((1 + n) / (1 + rows_with_term)) + 1;
    }
    return X;
}

/// Eigenvectors of a symmetric matrix by Jacobi's rotations, as columns; the eigenvalues are left on its diagonal.
inline Rows jacobi(Rows& A) {
    const std::size_t d = A.size();
    Rows V(d, std::vector<double>(d, 0));
    for (std::size_t i = 0; i < d; ++i)
        V[i][i] = 1;
    for (int sweep = 0; sweep < 60; ++sweep) {
        for (std::size_t p = 0; p + 1 < d; ++p) {
            for (std::size_t q = p + 1; q < d; ++q) {
                if (A[p][q] == 0) continue;
                const double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
                const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                for (std::size_t k = 0; k < d; ++k) {
                    const double kp = A[k][p], kq = A[k][q];
                    A[k][p] = c * kp - s * kq;
                    A[k][q] = s * kp + c * kq;
                }
                for (std::size_t k = 0; k < d; ++k) {
                    const double pk = A[p][k], qk = A[q][k];
                    A[p][k] = c * pk - s * qk;
                    A[q][k] = s * pk + c * qk;
                    const double vp = V[k][p], vq = V[k][q];
                    V[k][p] = c * vp - s * vq;
                    V[k][q] = s * vp + c * vq;
                }
            }
        }
    }
    return V;
}

/// Centred rows along the eigenvectors of the covariance with the largest eigenvalues, the largest loading positive.
inline Rows pca(const Rows& X, std::size_t count) {
    const std::size_t n = X.size(), d = X.front().size();
    std::vector<double> mean(d, 0);
    for (const auto& row : X) {
        for (std::size_t j = 0; j < d; ++j)
            mean[j] += row[j] / static_cast<double>(n);
    }
    Rows C(d, std::vector<double>(d, 0));
    for (const auto& row : X) {
        for (std::size_t a = 0; a < d; ++a) {
            for (std::size_t b = 0; b < d; ++b)
                C[a][b] += (row[a] - mean[a]) * (row[b] - mean[b]);
        }
    }
    const Rows V = jacobi(C);
    std::vector<bool> used(d, false);
    Rows out(n);
    for (std::size_t component = 0; component < count; ++component) {
        std::size_t best = d;
        for (std::size_t j = 0; j < d; ++j) {
            if (!used[j] && (best == d || C[j][j] > C[best][best])) best = j;
        }
        used[best] = true;
        double largest = 0;
        for (std::size_t j = 0; j < d; ++j)
            largest = std::abs(V[j][best]) > std::abs(largest) ? V[j][best] : largest;
        for (std::size_t i = 0; i < n; ++i) {
            double along = 0;
            for (std::size_t j = 0; j < d; ++j)
                along += (X[i][j] - mean[j]) * V[j][best];
            out[i].push_back(largest < 0 ? -along : along);
        }
    }
    return out;
}

}  // namespace mvlink::reference
