#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

/// Non-negative matrix factorization by the multiplicative updates of Lee and Seung, as plain loops: X ~ V U' with
/// X (n x d), V (n x k), U (d x k).
namespace mvlink::reference {

using Rows = std::vector<std::vector<double>>;

struct NmfFactors {
    Rows V;
    Rows U;
};

constexpr double kNmfFloor = 1e-12;

/// |X - V U'|^2, written out.
inline double nmf_loss(const Rows& X, const NmfFactors& f) {
    double sum = 0;
    for (std::size_t i = 0; i < X.size(); ++i) {
        for (std::size_t j = 0; j < X[i].size(); ++j) {
            double fit = 0;
            for (std::size_t c = 0; c < f.V[i].size(); ++c)
                fit += f.V[i][c] * f.U[j][c];
            sum += (X[i][j] - fit) * (X[i][j] - fit);
        }
    }
    return sum;
}

/// V *= X U / max(V U'U, eps)
inline void nmf_update_v(const Rows& X, NmfFactors& f) {
    const std::size_t n = X.size(), d = X[0].size(), k = f.U[0].size();
    const Rows old = f.V;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t c = 0; c < k; ++c) {
            double above = 0, below = 0;
            for (std::size_t j = 0; j < d; ++j) {
                double fit = 0;
                for (std::size_t l = 0; l < k; ++l)
                    fit += old[i][l] * f.U[j][l];
                above += X[i][j] * f.U[j][c];
                below += fit * f.U[j][c];
            }
            f.V[i][c] = old[i][c] * above / std::max(below, kNmfFloor);
        }
    }
}

/// U *= X'V / max(U V'V, eps)
inline void nmf_update_u(const Rows& X, NmfFactors& f) {
    const std::size_t n = X.size(), d = X[0].size(), k = f.U[0].size();
    const Rows old = f.U;
    for (std::size_t j = 0; j < d; ++j) {
        for (std::size_t c = 0; c < k; ++c) {
            double above = 0, below = 0;
            for (std::size_t i = 0; i < n; ++i) {
                double fit = 0;
                for (std::size_t l = 0; l < k; ++l)
                    fit += f.V[i][l] * old[j][l];
                above += X[i][j] * f.V[i][c];
                below += fit * f.V[i][c];
            }
            f.U[j][c] = old[j][c] * above / std::max(below, kNmfFloor);
        }
    }
}

/// Columns of U to sum 1, V multiplied.
inline void nmf_fix_scale(NmfFactors& f) {
    for (std::size_t c = 0; c < f.U[0].size(); ++c) {
        double sum = 0;
        for (const auto& row : f.U)
            sum += row[c];
        if (sum <= 0) continue;
        for (auto& row : f.U)
            row[c] /= sum;
        for (auto& row : f.V)
            row[c] *= sum;
    }
}

/// min |x - v A|^2, v >= 0, for one row x and the rows of A (r x d): every support is tried, each solved by Gaussian
/// elimination, and the best feasible one is kept. For small r.
inline std::vector<double> nonnegative_fit(const std::vector<double>& x, const Rows& A) {
    const std::size_t r = A.size(), d = x.size();
    const auto loss = [&](const std::vector<double>& v) {
        double sum = 0;
        for (std::size_t j = 0; j < d; ++j) {
            double rest = x[j];
            for (std::size_t a = 0; a < r; ++a)
                rest -= v[a] * A[a][j];
            sum += rest * rest;
        }
        return sum;
    };
    std::vector<double> best(r, 0.0);
    double least = loss(best);
    for (std::size_t support = 1; support < (std::size_t{1} << r); ++support) {
        std::vector<std::size_t> in;
        for (std::size_t a = 0; a < r; ++a) {
            if ((support >> a & 1U) != 0) in.push_back(a);
        }
        const std::size_t m = in.size();
        Rows system(m, std::vector<double>(m + 1, 0.0));  // normal equations
        for (std::size_t p = 0; p < m; ++p) {
            for (std::size_t j = 0; j < d; ++j) {
                for (std::size_t q = 0; q < m; ++q)
                    system[p][q] += A[in[p]][j] * A[in[q]][j];
                system[p][m] += A[in[p]][j] * x[j];
            }
        }
        bool regular = true;
        for (std::size_t p = 0; p < m && regular; ++p) {
            std::size_t pivot = p;
            for (std::size_t q = p; q < m; ++q) {
                if (std::abs(system[q][p]) > std::abs(system[pivot][p])) pivot = q;
            }
            std::swap(system[p], system[pivot]);
            regular = std::abs(system[p][p]) > 1e-12;
            for (std::size_t q = 0; q < m && regular; ++q) {
                if (q == p) continue;
                const double factor = system[q][p] / system[p][p];
                for (std::size_t c = p; c <= m; ++c)
                    system[q][c] -= factor * system[p][c];
            }
        }
        if (!regular) continue;
        std::vector<double> v(r, 0.0);
        bool feasible = true;
        for (std::size_t p = 0; p < m; ++p) {
            v[in[p]] = system[p][m] / system[p][p];
            feasible = feasible && v[in[p]] >= 0;
        }
        if (!feasible) continue;
        if (const double found = loss(v); found < least) {
            least = found;
            best = v;
        }
    }
    return best;
}

}  // namespace mvlink::reference
