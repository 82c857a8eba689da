#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

/// Several clusterings of one table, as their definitions say, by plain loops. Slow on purpose.
namespace mvlink::reference {

using Rows = std::vector<std::vector<double>>;

inline Rows cluster_means(const Rows& X, const std::vector<int>& labels, int k) {
    Rows means(static_cast<std::size_t>(k), std::vector<double>(X[0].size(), 0));
    for (int c = 0; c < k; ++c) {
        double count = 0;
        for (std::size_t i = 0; i < X.size(); ++i) {
            if (labels[i] != c) continue;
            ++count;
            for (std::size_t j = 0; j < X[i].size(); ++j)
                means[static_cast<std::size_t>(c)][j] += X[i][j];
        }
        for (double& value : means[static_cast<std::size_t>(c)])
            value = count == 0 ? 0 : value / count;
    }
    return means;
}

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j)
        sum += a[j] * b[j];
    return sum;
}

/// Cui et al., form 1: x - mu (mu'x) / (mu'mu) with the mean of the own cluster.
inline Rows without_own_means(Rows X, const std::vector<int>& labels, int k) {
    const Rows means = cluster_means(X, labels, k);
    for (std::size_t i = 0; i < X.size(); ++i) {
        const std::vector<double>& mu = means[static_cast<std::size_t>(labels[i])];
        const double share = dot(mu, X[i]) / dot(mu, mu);
        for (std::size_t j = 0; j < X[i].size(); ++j)
            X[i][j] -= share * mu[j];
    }
    return X;
}

/// Form 2: the rows minus their projection on the span of all means (by Gram-Schmidt).
inline Rows without_span_of_means(Rows X, const std::vector<int>& labels, int k) {
    Rows basis;
    for (std::vector<double> v : cluster_means(X, labels, k)) {
        const double before = dot(v, v);
        for (int twice = 0; twice < 2; ++twice) {
            for (const std::vector<double>& b : basis) {
                const double share = dot(b, v);
                for (std::size_t j = 0; j < v.size(); ++j)
                    v[j] -= share * b[j];
            }
        }
        const double length = std::sqrt(dot(v, v));
        if (length * length <= 1e-12 * before) continue;
        for (double& value : v)
            value /= length;
        basis.push_back(v);
    }
    for (std::vector<double>& x : X) {
        for (const std::vector<double>& b : basis) {
            const double share = dot(b, x);
            for (std::size_t j = 0; j < x.size(); ++j)
                x[j] -= share * b[j];
        }
    }
    return X;
}

/// Qi, Davidson: (1/n) sum_i sum_{j: x_i not in C_j} (x_i - m_j)(x_i - m_j)'.
inline Rows scatter_about_others(const Rows& X, const std::vector<int>& labels, int k) {
    const std::size_t d = X[0].size();
    const Rows means = cluster_means(X, labels, k);
    Rows S(d, std::vector<double>(d, 0));
    for (std::size_t i = 0; i < X.size(); ++i) {
        for (int c = 0; c < k; ++c) {
            if (labels[i] == c) continue;
            for (std::size_t a = 0; a < d; ++a) {
                for (std::size_t b = 0; b < d; ++b) {
                    const std::vector<double>& m = means[static_cast<std::size_t>(c)];
                    S[a][b] += (X[i][a] - m[a]) * (X[i][b] - m[b]) / static_cast<double>(X.size());
                }
            }
        }
    }
    return S;
}

/// PROCLUS: mean |x_j - m_ij| over the rows within delta_i of medoid i.
inline Rows locality_spread(const Rows& X, const Rows& medoids) {
    const auto distance = [](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t j = 0; j < a.size(); ++j)
            sum += (a[j] - b[j]) * (a[j] - b[j]);
        return std::sqrt(sum);
    };
    Rows spread(medoids.size(), std::vector<double>(X[0].size(), 0));
    for (std::size_t i = 0; i < medoids.size(); ++i) {
        double delta = std::numeric_limits<double>::infinity();
        for (std::size_t o = 0; o < medoids.size(); ++o) {
            if (o != i) delta = std::min(delta, distance(medoids[i], medoids[o]));
        }
        double count = 0;
        for (const std::vector<double>& x : X) {
            if (distance(x, medoids[i]) > delta) continue;
            ++count;
            for (std::size_t j = 0; j < x.size(); ++j)
                spread[i][j] += std::abs(x[j] - medoids[i][j]);
        }
        for (double& value : spread[i])
            value /= count;
    }
    return spread;
}

/// Two columns per cluster with the smallest Z, then the smallest of the rest until there are `total`.
inline std::vector<std::vector<int>> chosen_columns(const Rows& spread, int total) {
    const auto k = spread.size(), d = spread[0].size();
    Rows Z = spread;
    for (std::size_t i = 0; i < k; ++i) {
        double mean = 0, square = 0;
        for (const double value : spread[i])
            mean += value / static_cast<double>(d);
        for (const double value : spread[i])
            square += (value - mean) * (value - mean);
        const double deviation = std::sqrt(square / static_cast<double>(d - 1));
        for (std::size_t j = 0; j < d; ++j)
            Z[i][j] = deviation == 0 ? 0 : (spread[i][j] - mean) / deviation;
    }
    std::vector<std::vector<int>> columns(k);
    const auto take_smallest = [&](std::size_t first, std::size_t last) {
        std::size_t best_i = k, best_j = d;
        for (std::size_t i = first; i < last; ++i) {
            for (std::size_t j = 0; j < d; ++j) {
                const bool taken = std::count(columns[i].begin(), columns[i].end(), static_cast<int>(j)) > 0;
                if (!taken && (best_i == k || Z[i][j] < Z[best_i][best_j])) best_i = i, best_j = j;
            }
        }
        columns[best_i].push_back(static_cast<int>(best_j));
    };
    for (std::size_t i = 0; i < k; ++i) {
        take_smallest(i, i + 1);
        take_smallest(i, i + 1);
    }
    for (int left = total - 2 * static_cast<int>(k); left > 0; --left)
        take_smallest(0, k);
    for (auto& list : columns)
        std::sort(list.begin(), list.end());
    return columns;
}

inline double segmental(const std::vector<double>& a, const std::vector<double>& b, const std::vector<int>& columns) {
    double sum = 0;
    for (const int j : columns)
        sum += std::abs(a[static_cast<std::size_t>(j)] - b[static_cast<std::size_t>(j)]);
    return sum / static_cast<double>(columns.size());
}

inline std::vector<int> nearest_medoids(const Rows& X, const Rows& medoids,
                                        const std::vector<std::vector<int>>& columns) {
    std::vector<int> labels;
    for (const std::vector<double>& x : X) {
        int best = 0;
        for (std::size_t i = 1; i < medoids.size(); ++i) {
            const auto now = static_cast<std::size_t>(best);
            if (segmental(x, medoids[i], columns[i]) < segmental(x, medoids[now], columns[now]))
                best = static_cast<int>(i);
        }
        labels.push_back(best);
    }
    return labels;
}

/// sum_i |C_i| w_i / n, w_i the mean over D_i of the mean |x_j - centroid_j|.
inline double proclus_objective(const Rows& X, const std::vector<int>& labels,
                                const std::vector<std::vector<int>>& columns) {
    const Rows centroids = cluster_means(X, labels, static_cast<int>(columns.size()));
    double sum = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        double size = 0, w = 0;
        for (const int label : labels)
            size += label == static_cast<int>(c) ? 1 : 0;
        for (const int j : columns[c]) {
            double mean = 0;
            for (std::size_t i = 0; i < X.size(); ++i) {
                if (labels[i] != static_cast<int>(c)) continue;
                mean += std::abs(X[i][static_cast<std::size_t>(j)] - centroids[c][static_cast<std::size_t>(j)]) / size;
            }
            w += mean / static_cast<double>(columns[c].size());
        }
        sum += size * w / static_cast<double>(X.size());
    }
    return sum;
}

}  // namespace mvlink::reference
