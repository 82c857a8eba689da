#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

/// Multi-view NMF (Liu, Wang, Gao, Han 2013) as plain loops: sum over views of |X - V U'|^2 + lambda |V Q - V*|^2,
/// Q = diag(column sums of U). Row i of every view is object i.
namespace mvlink::reference {

struct MultiNmfView {
    std::vector<std::vector<double>> X, V, U;
};

constexpr double kMultiNmfFloor = 1e-12;

/// V *= (X U + lambda V*) / max(V U'U + lambda V, eps); the columns of U have sum 1.
inline void multi_nmf_update_v(MultiNmfView& view, const std::vector<std::vector<double>>& consensus, double lambda) {
    const auto old = view.V;
    const std::size_t d = view.U.size(), k = view.U[0].size();
    for (std::size_t i = 0; i < view.X.size(); ++i) {
        for (std::size_t c = 0; c < k; ++c) {
            double above = lambda * consensus[i][c], below = lambda * old[i][c];
            for (std::size_t j = 0; j < d; ++j) {
                double fit = 0;
                for (std::size_t l = 0; l < k; ++l)
                    fit += old[i][l] * view.U[j][l];
                above += view.X[i][j] * view.U[j][c];
                below += fit * view.U[j][c];
            }
            view.V[i][c] = old[i][c] * above / std::max(below, kMultiNmfFloor);
        }
    }
}

/// U *= (X'V + lambda sum_i V V*) / max(U V'V + lambda (sum_l U) (sum_i V^2), eps): with the derivative through Q.
inline void multi_nmf_update_u(MultiNmfView& view, const std::vector<std::vector<double>>& consensus, double lambda) {
    const auto old = view.U;
    const std::size_t n = view.X.size(), d = old.size(), k = old[0].size();
    for (std::size_t c = 0; c < k; ++c) {
        double agreement = 0, square = 0, total = 0;
        for (std::size_t i = 0; i < n; ++i) {
            agreement += view.V[i][c] * consensus[i][c];
            square += view.V[i][c] * view.V[i][c];
        }
        for (std::size_t j = 0; j < d; ++j)
            total += old[j][c];
        for (std::size_t j = 0; j < d; ++j) {
            double above = lambda * agreement, below = lambda * total * square;
            for (std::size_t i = 0; i < n; ++i) {
                double fit = 0;
                for (std::size_t l = 0; l < k; ++l)
                    fit += view.V[i][l] * old[j][l];
                above += view.X[i][j] * view.V[i][c];
                below += fit * view.V[i][c];
            }
            view.U[j][c] = old[j][c] * above / std::max(below, kMultiNmfFloor);
        }
    }
}

/// U <- U Q^-1, V <- V Q
inline void multi_nmf_rescale(MultiNmfView& view) {
    for (std::size_t c = 0; c < view.U[0].size(); ++c) {
        double total = 0;
        for (const auto& row : view.U)
            total += row[c];
        if (total <= 0) continue;
        for (auto& row : view.U)
            row[c] /= total;
        for (auto& row : view.V)
            row[c] *= total;
    }
}

/// V* = mean of V over the views (lambda is the same for all, Q = I).
inline std::vector<std::vector<double>> multi_nmf_consensus(const std::vector<MultiNmfView>& views) {
    auto sum = views[0].V;
    for (std::size_t v = 1; v < views.size(); ++v) {
        for (std::size_t i = 0; i < sum.size(); ++i) {
            for (std::size_t c = 0; c < sum[i].size(); ++c)
                sum[i][c] += views[v].V[i][c];
        }
    }
    for (auto& row : sum) {
        for (double& value : row)
            value /= static_cast<double>(views.size());
    }
    return sum;
}

inline double multi_nmf_objective(const std::vector<MultiNmfView>& views,
                                  const std::vector<std::vector<double>>& consensus, double lambda) {
    double sum = 0;
    for (const MultiNmfView& view : views) {
        for (std::size_t i = 0; i < view.X.size(); ++i) {
            for (std::size_t j = 0; j < view.U.size(); ++j) {
                double fit = 0;
                for (std::size_t c = 0; c < view.U[j].size(); ++c)
                    fit += view.V[i][c] * view.U[j][c];
                sum += (view.X[i][j] - fit) * (view.X[i][j] - fit);
            }
            for (std::size_t c = 0; c < consensus[i].size(); ++c) {
                const double apart = view.V[i][c] - consensus[i][c];
                sum += lambda * apart * apart;
            }
        }
    }
    return sum;
}

/// One round: `inner` updates of every view against the present V*, then a new V*.
inline void multi_nmf_round(std::vector<MultiNmfView>& views, std::vector<std::vector<double>>& consensus,
                            double lambda, int inner) {
    for (MultiNmfView& view : views) {
        for (int t = 0; t < inner; ++t) {
            multi_nmf_update_v(view, consensus, lambda);
            multi_nmf_update_u(view, consensus, lambda);
            multi_nmf_rescale(view);
        }
    }
    consensus = multi_nmf_consensus(views);
}

}  // namespace mvlink::reference
