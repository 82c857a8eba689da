#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// All eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations, as plain loops: what the
/// references of spectral methods stand on.
namespace mvlink::reference {

struct Rotated {
    std::vector<double> values;                ///< in no order
    std::vector<std::vector<double>> vectors;  ///< vectors[j] belongs to values[j] and has length 1
};

/// Rotates entries off the diagonal away, one after the other, until they vanish.
inline Rotated rotate_to_diagonal(std::vector<std::vector<double>> A) {
    const std::size_t n = A.size();
    std::vector<std::vector<double>> V(n, std::vector<double>(n, 0.0));
    for (std::size_t i = 0; i < n; ++i)
        V[i][i] = 1;
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0;
        for (std::size_t p = 0; p < n; ++p) {
            for (std::size_t q = p + 1; q < n; ++q) {
                off += A[p][q] * A[p][q];
                if (std::abs(A[p][q]) < 1e-300) continue;
                const double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
                const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                for (std::size_t i = 0; i < n; ++i) {
                    const double x = A[i][p], y = A[i][q];
                    A[i][p] = c * x - s * y;
                    A[i][q] = s * x + c * y;
                }
                for (std::size_t i = 0; i < n; ++i) {
                    const double x = A[p][i], y = A[q][i], u = V[p][i], v = V[q][i];
                    A[p][i] = c * x - s * y;
                    A[q][i] = s * x + c * y;
                    V[p][i] = c * u - s * v;
                    V[q][i] = s * u + c * v;
                }
            }
        }
        if (off < 1e-28) break;
    }
    Rotated found;
    for (std::size_t i = 0; i < n; ++i)
        found.values.push_back(A[i][i]);
    found.vectors = V;
    return found;
}

}  // namespace mvlink::reference
