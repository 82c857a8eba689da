#pragma once

#include "reference/kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

/// MPCK-Means (bilenko2004, Fig. 1) as plain loops over plain vectors, written from the paper and its notes alone: the
/// closure pair by pair, every metric a full matrix, eigenvalues by Jacobi's rotations.
namespace mvlink::reference {

struct Metric {
    Table A;
    double log_det = 0;
};

inline Metric identity_metric(int d) {
    Metric metric;
    metric.A.assign(d, std::vector<double>(d, 0.0));
    for (int j = 0; j < d; ++j)
        metric.A[j][j] = 1;
    return metric;
}

/// (x - y)' A (x - y)
inline double metric_distance(const std::vector<double>& x, const std::vector<double>& y, const Table& A) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < x.size(); ++j)
            sum += (x[i] - y[i]) * A[i][j] * (x[j] - y[j]);
    }
    return sum;
}

/// The maximally separated pair of a metric, as the vector between its two points.
using Spread = std::vector<double>;

/// Corners of the bounding box: the range of every column.
inline Spread box_spread(const Table& X) {
    Spread spread(X.front().size());
    for (std::size_t j = 0; j < spread.size(); ++j) {
        double least = X[0][j], most = X[0][j];
        for (const auto& x : X) {
            least = std::min(least, x[j]);
            most = std::max(most, x[j]);
        }
        spread[j] = most - least;
    }
    return spread;
}

/// The farthest pair (a < b) of points under A; the first where several are.
inline std::pair<int, int> farthest_pair(const Table& X, const Table& A) {
    std::pair<int, int> best{0, 0};
    double farthest = -1;
    for (int a = 0; a < static_cast<int>(X.size()); ++a) {
        for (int b = a + 1; b < static_cast<int>(X.size()); ++b) {
            const double distance = metric_distance(X[a], X[b], A);
            if (distance > farthest) {
                farthest = distance;
                best = {a, b};
            }
        }
    }
    return best;
}

inline double squared_spread(const Spread& spread, const Table& A) {
    return metric_distance(spread, std::vector<double>(spread.size(), 0.0), A);
}

/// Eq. (4): a violated must-link between clusters g and h.
inline double must_cost(const std::vector<double>& x, const std::vector<double>& y, const Metric& g, const Metric& h) {
    return 0.5 * metric_distance(x, y, g.A) + 0.5 * metric_distance(x, y, h.A);
}

/// Eq. (5): a violated cannot-link in cluster h.
inline double cannot_cost(const std::vector<double>& x, const std::vector<double>& y, const Metric& h,
                          const Spread& spread) {
    return squared_spread(spread, h.A) - metric_distance(x, y, h.A);
}

/// What point i pays in cluster h, the other labels as they are; unassigned points (-1) cost nothing.
inline double mpck_cost(int i, int h, const Table& X, const Table& mu, const std::vector<Metric>& metrics,
                        const std::vector<Spread>& spreads, const std::vector<int>& labels, const Pairs& must,
                        const Pairs& cannot) {
    double cost = metric_distance(X[i], mu[h], metrics[h].A) - metrics[h].log_det;
    for (const auto& [pair, weight] : must) {
        if (pair.first != i && pair.second != i) continue;
        const int j = pair.first == i ? pair.second : pair.first;
        if (labels[j] >= 0 && labels[j] != h) cost += weight * must_cost(X[i], X[j], metrics[h], metrics[labels[j]]);
    }
    for (const auto& [pair, weight] : cannot) {
        if (pair.first != i && pair.second != i) continue;
        const int j = pair.first == i ? pair.second : pair.first;
        if (labels[j] == h) cost += weight * cannot_cost(X[i], X[j], metrics[h], spreads[h]);
    }
    return cost;
}

/// Step 2a: one point after the other in the given order. A tie keeps the current cluster, else the lowest.
inline void mpck_assign(const Table& X, const Table& mu, const std::vector<Metric>& metrics,
                        const std::vector<Spread>& spreads, const std::vector<int>& order, const Pairs& must,
                        const Pairs& cannot, std::vector<int>& labels) {
    for (const int i : order) {
        int best = -1;
        double least = std::numeric_limits<double>::infinity();
        for (int h = 0; h < static_cast<int>(mu.size()); ++h) {
            const double cost = mpck_cost(i, h, X, mu, metrics, spreads, labels, must, cannot);
            if (cost < least || (cost == least && h == labels[i])) {
                least = cost;
                best = h;
            }
        }
        labels[i] = best;
    }
}

inline void add_outer(Table& S, const std::vector<double>& x, const std::vector<double>& y, double weight) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < x.size(); ++j)
            S[i][j] += weight * (x[i] - y[i]) * (x[j] - y[j]);
    }
}

/// The sums in the brackets of Eq. (7). One metric for all: over everything, with the whole of a violated must-link
/// (its two halves belong to the same metric).
inline std::vector<Table> scatters(const Table& X, const Table& mu, const std::vector<Spread>& spreads,
                                   const std::vector<int>& labels, const Pairs& must, const Pairs& cannot,
                                   bool per_cluster) {
    const std::size_t d = X.front().size();
    const std::vector<double> zero(d, 0.0);
    std::vector<Table> S(per_cluster ? mu.size() : 1, Table(d, std::vector<double>(d, 0.0)));
    const auto of = [&](int h) -> Table& { return S[per_cluster ? h : 0]; };
    for (std::size_t i = 0; i < X.size(); ++i)
        add_outer(of(labels[i]), X[i], mu[labels[i]], 1);
    for (const auto& [pair, weight] : must) {
        const auto [i, j] = pair;
        if (labels[i] == labels[j]) continue;
        add_outer(of(labels[i]), X[i], X[j], weight / 2);
        add_outer(of(labels[j]), X[i], X[j], weight / 2);
    }
    for (const auto& [pair, weight] : cannot) {
        const auto [i, j] = pair;
        if (labels[i] != labels[j]) continue;
        add_outer(of(labels[i]), spreads[labels[i]], zero, weight);
        add_outer(of(labels[i]), X[i], X[j], -weight);
    }
    return S;
}

/// Eigenvalues and vectors (columns of V) of a symmetric matrix by Jacobi's rotations.
inline void jacobi(Table S, std::vector<double>& values, Table& V) {
    const int d = static_cast<int>(S.size());
    V = identity_metric(d).A;
    for (int sweep = 0; sweep < 100; ++sweep) {
        for (int p = 0; p < d; ++p) {
            for (int q = p + 1; q < d; ++q) {
                if (S[p][q] == 0) continue;
                const double theta = (S[q][q] - S[p][p]) / (2 * S[p][q]);
                const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < d; ++k) {
                    const double a = S[k][p], b = S[k][q];
                    S[k][p] = c * a - s * b;
                    S[k][q] = s * a + c * b;
                }
                for (int k = 0; k < d; ++k) {
                    const double a = S[p][k], b = S[q][k];
                    S[p][k] = c * a - s * b;
                    S[q][k] = s * a + c * b;
                }
                for (int k = 0; k < d; ++k) {
                    const double a = V[k][p], b = V[k][q];
                    V[k][p] = c * a - s * b;
                    V[k][q] = s * a + c * b;
                }
            }
        }
    }
    values.resize(d);
    for (int j = 0; j < d; ++j)
        values[j] = S[j][j];
}

/// Standard deviation of every column over all points; 1 where it is constant.
inline std::vector<double> deviations(const Table& X) {
    std::vector<double> found(X.front().size());
    for (std::size_t j = 0; j < found.size(); ++j) {
        double mean = 0, square = 0;
        for (const auto& x : X)
            mean += x[j] / static_cast<double>(X.size());
        for (const auto& x : X)
            square += (x[j] - mean) * (x[j] - mean) / static_cast<double>(X.size());
        found[j] = square > 0 ? std::sqrt(square) : 1;
    }
    return found;
}

/// A = count S^-1, Eq. (7), or its diagonal form, Eq. (8). In coordinates divided by the deviations, eigenvalues of
/// S / count below the floor are raised to it.
inline Metric metric_of(const Table& S, double count, const std::vector<double>& deviation, double floor,
                        bool diagonal) {
    const int d = static_cast<int>(S.size());
    Table T(d, std::vector<double>(d, 0.0));
    for (int i = 0; i < d; ++i) {
        for (int j = 0; j < d; ++j) {
            if (i == j || !diagonal) T[i][j] = S[i][j] / count / deviation[i] / deviation[j];
        }
    }
    std::vector<double> values;
    Table V;
    jacobi(T, values, V);
    Metric metric;
    metric.A.assign(d, std::vector<double>(d, 0.0));
    for (int e = 0; e < d; ++e) {
        const double value = std::max(values[e], floor);
        metric.log_det -= std::log(value) + 2 * std::log(deviation[e]);
        for (int i = 0; i < d; ++i) {
            for (int j = 0; j < d; ++j)
                metric.A[i][j] += V[i][e] * V[j][e] / value / deviation[i] / deviation[j];
        }
    }
    return metric;
}

/// Eq. (6).
inline double mpck_objective(const Table& X, const Table& mu, const std::vector<Metric>& metrics,
                             const std::vector<Spread>& spreads, const std::vector<int>& labels, const Pairs& must,
                             const Pairs& cannot) {
    double J = 0;
    for (std::size_t i = 0; i < X.size(); ++i)
        J += metric_distance(X[i], mu[labels[i]], metrics[labels[i]].A) - metrics[labels[i]].log_det;
    for (const auto& [pair, weight] : must) {
        const auto [i, j] = pair;
        if (labels[i] != labels[j]) J += weight * must_cost(X[i], X[j], metrics[labels[i]], metrics[labels[j]]);
    }
    for (const auto& [pair, weight] : cannot) {
        const auto [i, j] = pair;
        if (labels[i] == labels[j]) J += weight * cannot_cost(X[i], X[j], metrics[labels[i]], spreads[labels[i]]);
    }
    return J;
}

}  // namespace mvlink::reference
