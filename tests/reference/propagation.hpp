#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

/// Constraint propagation (eaton2014) as plain loops over everything, from the paper alone: Algorithm 2, Eq. (4), (7)
/// to (14), and sec. 6.4 for one view.
namespace mvlink::reference::propagation {

using Row = std::vector<double>;
using Table = std::vector<Row>;
/// Two rows of one view, a < b, and whether it is a must-link.
using Pair = std::tuple<std::size_t, std::size_t, bool>;
/// C or P of the paper: the weight of every constraint.
using Constraints = std::map<Pair, double>;

inline Pair pair_of(std::size_t a, std::size_t b, bool must) {
    return {std::min(a, b), std::max(a, b), must};
}

struct Given {
    std::size_t view_a, a, view_b, b;
    bool must;
    double weight;
};

struct Relation {
    std::size_t view_a, a, view_b, b;
};

/// Steps 1 to 3: everything that constraints and relations imply, pair by pair.
struct Closure {
    std::vector<Constraints> in_view;                         // C_V, augmented
    std::vector<std::vector<std::set<std::size_t>>> related;  // [U][row * views + V]: rows of V in R, augmented
    std::vector<std::vector<std::size_t>> mapped;             // X-hat
    std::vector<std::vector<std::set<std::size_t>>> same;     // as related: rows that the mapping alone relates
    std::vector<std::vector<double>> lightest;                // of the must-links in the group of a row; 1 without any

    Closure(const std::vector<std::size_t>& rows, const std::vector<Given>& given,
            const std::vector<Relation>& relations) {
        std::vector<std::pair<std::size_t, std::size_t>> nodes;
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> number;
        for (std::size_t v = 0; v < rows.size(); ++v) {
            for (std::size_t i = 0; i < rows[v]; ++i) {
                number[{v, i}] = nodes.size();
                nodes.emplace_back(v, i);
            }
        }
        const std::size_t n = nodes.size();
        std::vector<std::vector<bool>> together(n, std::vector<bool>(n, false)), apart = together;
        for (std::size_t x = 0; x < n; ++x)
            together[x][x] = true;
        const auto join = [&](std::size_t x, std::size_t y) { together[x][y] = together[y][x] = true; };
        const auto close = [&] {
            for (std::size_t k = 0; k < n; ++k) {
                for (std::size_t x = 0; x < n; ++x) {
                    for (std::size_t y = 0; y < n; ++y) {
                        if (together[x][k] && together[k][y]) together[x][y] = true;
                    }
                }
            }
        };
        for (const Relation& r : relations)
            join(number[{r.view_a, r.a}], number[{r.view_b, r.b}]);
        close();
        const auto by_mapping = together;
        for (const Given& g : given) {
            if (g.must) join(number[{g.view_a, g.a}], number[{g.view_b, g.b}]);
        }
        close();
        for (const Given& g : given) {
            if (g.must) continue;
            const std::size_t p = number[{g.view_a, g.a}], q = number[{g.view_b, g.b}];
            for (std::size_t x = 0; x < n; ++x) {
                for (std::size_t y = 0; y < n; ++y) {
                    if (together[x][p] && together[y][q]) apart[x][y] = apart[y][x] = true;
                }
            }
        }
        // What follows weighs as much as the lightest constraint on the way, at most 1 like the mapping.
        const auto lightest_of = [&](std::size_t x) {
            double least = 1;
            for (const Given& g : given) {
                if (g.must && together[x][number[{g.view_a, g.a}]]) least = std::min(least, g.weight);
            }
            return least;
        };
        const auto lightest_between = [&](std::size_t x, std::size_t y) {
            double least = std::min(lightest_of(x), lightest_of(y));
            for (const Given& g : given) {
                const std::size_t p = number[{g.view_a, g.a}], q = number[{g.view_b, g.b}];
                const bool separates = (together[x][p] && together[y][q]) || (together[x][q] && together[y][p]);
                if (!g.must && separates) least = std::min(least, g.weight);
            }
            return least;
        };
        in_view.resize(rows.size());
        mapped.resize(rows.size());
        for (std::size_t v = 0; v < rows.size(); ++v) {
            related.emplace_back(rows[v] * rows.size());
            same.emplace_back(rows[v] * rows.size());
            lightest.emplace_back();
            for (std::size_t i = 0; i < rows[v]; ++i) {
                bool elsewhere = false;
                lightest[v].push_back(lightest_of(number[{v, i}]));
                for (std::size_t y = 0; y < n; ++y) {
                    const auto [u, j] = nodes[y];
                    const std::size_t x = number[{v, i}];
                    if (together[x][y]) related[v][i * rows.size() + u].insert(j);
                    if (by_mapping[x][y]) same[v][i * rows.size() + u].insert(j);
                    if (together[x][y] && u != v) elsewhere = true;
                    if (u != v || j <= i) continue;
                    if (together[x][y]) in_view[v][pair_of(i, j, true)] = lightest_of(x);
                    if (apart[x][y]) in_view[v][pair_of(i, j, false)] = lightest_between(x, y);
                }
                if (elsewhere || rows.size() == 1) mapped[v].push_back(i);
            }
        }
        for (const Given& g : given) {
            if (g.view_a == g.view_b) in_view[g.view_a][pair_of(g.a, g.b, g.must)] = g.weight;
        }
    }

    /// What a constraint of weight w between rows i and j of view u weighs between rows a and b of view v: no more than
    /// the judgements without which they were not related.
    [[nodiscard]] double carried(double w, std::size_t u, std::size_t i, std::size_t j, std::size_t v, std::size_t a,
                                 std::size_t b) const {
        const std::size_t views = in_view.size();
        if (same[u][i * views + v].contains(a) && same[u][j * views + v].contains(b)) return w;
        const double least = std::min(lightest[u][i], lightest[u][j]);
        return least < 1 ? std::min(w, least) : w;
    }
};

/// The inverse by Gauss-Jordan elimination with pivots.
inline Table inverse(Table A) {
    const std::size_t d = A.size();
    Table I(d, Row(d, 0));
    for (std::size_t i = 0; i < d; ++i)
        I[i][i] = 1;
    for (std::size_t c = 0; c < d; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c; r < d; ++r) {
            if (std::abs(A[r][c]) > std::abs(A[pivot][c])) pivot = r;
        }
        std::swap(A[c], A[pivot]);
        std::swap(I[c], I[pivot]);
        const double by = A[c][c];
        for (std::size_t j = 0; j < d; ++j) {
            A[c][j] /= by;
            I[c][j] /= by;
        }
        for (std::size_t r = 0; r < d; ++r) {
            if (r == c) continue;
            const double factor = A[r][c];
            for (std::size_t j = 0; j < d; ++j) {
                A[r][j] -= factor * A[c][j];
                I[r][j] -= factor * I[c][j];
            }
        }
    }
    return I;
}

inline double mahalanobis(const Row& x, const Row& y, const Table& inverse_of_sigma) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < x.size(); ++j)
            sum += (x[i] - y[i]) * inverse_of_sigma[i][j] * (x[j] - y[j]);
    }
    return sum;
}

/// A clustering of one view.
struct Clusters {
    std::vector<int> labels;
    Table centroids;
};

/// Eq. (4): Sigma of every cluster.
inline std::vector<Table> covariances(const Table& X, const Clusters& clusters, double gamma) {
    const std::size_t d = X.front().size();
    std::vector<Table> sigma;
    for (std::size_t h = 0; h < clusters.centroids.size(); ++h) {
        Table S(d, Row(d, 0));
        double count = 0;
        for (std::size_t x = 0; x < X.size(); ++x) {
            if (clusters.labels[x] != static_cast<int>(h)) continue;
            ++count;
            for (std::size_t i = 0; i < d; ++i) {
                for (std::size_t j = 0; j < d; ++j)
                    S[i][j] += (X[x][i] - clusters.centroids[h][i]) * (X[x][j] - clusters.centroids[h][j]);
            }
        }
        for (std::size_t i = 0; i < d; ++i) {
            for (std::size_t j = 0; j < d; ++j)
                S[i][j] = S[i][j] / std::max(1.0, count) + (i == j ? gamma : 0);
        }
        sigma.push_back(S);
    }
    return sigma;
}

/// A thousandth of the mean variance of the columns.
inline double default_gamma(const Table& X) {
    double sum = 0;
    for (std::size_t j = 0; j < X.front().size(); ++j) {
        double mean = 0, square = 0;
        for (const Row& row : X)
            mean += row[j] / static_cast<double>(X.size());
        for (const Row& row : X)
            square += (row[j] - mean) * (row[j] - mean) / static_cast<double>(X.size());
        sum += square;
    }
    return 1e-3 * sum / static_cast<double>(X.front().size());
}

/// Eq. (15) with Eq. (7) and (9): how much of a constraint at u reaches i. Itself it reaches wholly.
inline double reach(const Table& X, std::size_t i, std::size_t u, const Clusters& clusters,
                    const std::vector<Table>& inverses) {
    if (i == u) return 1;
    const auto c = static_cast<std::size_t>(clusters.labels[u]);
    const double density = std::exp(-0.5 * mahalanobis(X[u], clusters.centroids[c], inverses[c]));
    const double q = mahalanobis(X[i], X[u], inverses[c]);
    if (q == 0) return 1;
    return density > 0 ? std::exp(-0.5 * q / density) : 0;
}

/// Step 11: every pair of targets against every constraint, Eq. (10) and (11).
inline Constraints propagated(const Table& X, const Clusters& clusters, const std::vector<Table>& sigma,
                              const Constraints& constraints, const std::vector<std::size_t>& targets,
                              double threshold) {
    std::vector<Table> inverses;
    for (const Table& S : sigma)
        inverses.push_back(inverse(S));
    Constraints found;
    for (const auto& [constraint, w] : constraints) {
        const auto [u, v, must] = constraint;
        std::map<std::size_t, std::pair<double, double>> G;
        for (const std::size_t i : targets)
            G[i] = {reach(X, i, u, clusters, inverses), reach(X, i, v, clusters, inverses)};
        for (const std::size_t i : targets) {
            for (const std::size_t j : targets) {
                if (i >= j) continue;
                const double W = w * std::max(G[i].first * G[j].second, G[j].first * G[i].second);
                if (W < threshold) continue;
                double& best = found[pair_of(i, j, must)];
                best = std::max(best, W);
            }
        }
    }
    return found;
}

/// What a view was told of two of its rows, and the constraint (view `from`, rows u and v) that it follows from.
struct Told {
    std::size_t a, b, from, u, v;
    bool must;
    double weight;
};

/// A row hears every constraint once: what reaches it from one constraint shares the weight of the heaviest. Not in the
/// paper.
inline std::vector<double> shared(const std::vector<Told>& told) {
    const auto times = [&](std::size_t row, const Told& as) {
        double sum = 0, most = 0;
        for (const Told& other : told) {
            const bool same_source =
                other.from == as.from && other.must == as.must && std::set{other.u, other.v} == std::set{as.u, as.v};
            if (!same_source || (other.a != row && other.b != row)) continue;
            sum += other.weight;
            most = std::max(most, other.weight);
        }
        return sum / most;
    };
    std::vector<double> weights;
    for (const Told& one : told)
        weights.push_back(one.weight / std::max(times(one.a, one), times(one.b, one)));
    return weights;
}

enum class Transfer { propagate, direct, membership, none };

/// CKmeans: view, certain constraints, soft ones.
using CKmeans = std::function<Clusters(std::size_t, const Constraints&, const Constraints&)>;

struct Outcome {
    std::vector<Clusters> clusters;
    std::vector<Constraints> received;  // of the last round: f_{U -> V}(P_U) over all U
    std::vector<Constraints> soft;      // of these, what the closure does not hold
    int rounds = 0;
};

/// Algorithm 2, until what is received stays the same.
inline Outcome co_em(const std::vector<Table>& X, const std::vector<Given>& given,
                     const std::vector<Relation>& relations, Transfer transfer, const std::vector<double>& thresholds,
                     int max_rounds, const CKmeans& ckmeans) {
    std::vector<std::size_t> rows;
    for (const Table& table : X)
        rows.push_back(table.size());
    std::vector<Given> used;
    for (const Given& g : given) {
        if (transfer != Transfer::none || g.view_a == g.view_b) used.push_back(g);
    }
    const Closure closure(rows, used, transfer == Transfer::none ? std::vector<Relation>{} : relations);
    const std::size_t views = X.size();
    std::vector<Constraints> P(views);
    Outcome outcome{std::vector<Clusters>(views), std::vector<Constraints>(views), std::vector<Constraints>(views), 0};
    for (bool changed = true; changed && outcome.rounds < max_rounds; ++outcome.rounds) {
        changed = outcome.rounds == 0;
        for (std::size_t v = 0; v < views; ++v) {
            Constraints received;  // Eq. (12) and (14)
            for (std::size_t u = 0; u < views; ++u) {
                if (u == v && views > 1) continue;
                for (const auto& [constraint, w] : P[u]) {
                    const auto [i, j, must] = constraint;
                    for (const std::size_t a : u == v ? std::set<std::size_t>{i} : closure.related[u][i * views + v]) {
                        for (const std::size_t b :
                             u == v ? std::set<std::size_t>{j} : closure.related[u][j * views + v]) {
                            if (a == b) continue;
                            double& best = received[pair_of(a, b, must)];
                            best = std::max(best, u == v ? w : closure.carried(w, u, i, j, v, a, b));
                        }
                    }
                }
            }
            changed = changed || received != outcome.received[v];
            outcome.received[v] = received;
            Constraints certain = closure.in_view[v], soft;
            for (const auto& [constraint, w] : received) {
                const auto known = certain.find(constraint);
                if (known == certain.end()) soft[constraint] = w;
                if (known != certain.end()) known->second = std::max(known->second, w);
            }
            outcome.soft[v] = soft;
            outcome.clusters[v] = ckmeans(v, certain, soft);
            const std::vector<Table> sigma = covariances(X[v], outcome.clusters[v], default_gamma(X[v]));
            if (transfer == Transfer::propagate)
                P[v] =
                    propagated(X[v], outcome.clusters[v], sigma, closure.in_view[v], closure.mapped[v], thresholds[v]);
            if (transfer != Transfer::membership || views == 1) continue;
            P[v].clear();
            for (const std::size_t i : closure.mapped[v]) {
                for (const std::size_t j : closure.mapped[v]) {
                    if (i < j) P[v][pair_of(i, j, outcome.clusters[v].labels[i] == outcome.clusters[v].labels[j])] = 1;
                }
            }
        }
    }
    return outcome;
}

}  // namespace mvlink::reference::propagation
