#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

/// K-Means and PCK-Means (bilenko2004) as plain loops over plain vectors, written from the paper and its notes alone.
/// Slow on purpose: the closure is written out pair by pair.
namespace mvlink::reference {

using Table = std::vector<std::vector<double>>;
using Pairs = std::map<std::pair<int, int>, double>;  // (a < b) -> weight

inline double squared_distance(const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
        sum += (x[j] - y[j]) * (x[j] - y[j]);
    return sum;
}

struct Closure {
    Pairs must, cannot;
    std::vector<std::vector<int>> neighbourhoods;  // components of at least two points, by smallest member
};

/// Sec. 3.1: components of M; all pairs inside one are must-links, all pairs between two that a cannot-link joins are
/// cannot-links. An inferred must-link weighs as much as the lightest must-link of the component, an inferred
/// cannot-link as much as the lightest must-link of the two components and cannot-link between them. A cannot-link
/// inside a component stays as it is, and nothing is inferred from it.
inline Closure close(int n, const Pairs& must, const Pairs& cannot) {
    std::vector<int> component(n);
    for (int i = 0; i < n; ++i)
        component[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [pair, weight] : must) {
            const int least = std::min(component[pair.first], component[pair.second]);
            if (component[pair.first] != least || component[pair.second] != least) {
                component[pair.first] = component[pair.second] = least;
                changed = true;
            }
        }
    }
    const double none = std::numeric_limits<double>::infinity();
    std::vector<double> lightest(n, none);  // must-link, by component
    for (const auto& [pair, weight] : must)
        lightest[component[pair.first]] = std::min(lightest[component[pair.first]], weight);
    Pairs apart;  // lightest cannot-link, by components
    for (const auto& [pair, weight] : cannot) {
        const auto ends = std::minmax(component[pair.first], component[pair.second]);
        const auto known = apart.find(ends);
        apart[ends] = known == apart.end() ? weight : std::min(known->second, weight);
    }
    Closure closure;
    for (int i = 0; i < n; ++i) {
        std::vector<int> members;
        for (int j = 0; j < n; ++j) {
            if (component[j] == i) members.push_back(j);
        }
        if (members.size() >= 2) closure.neighbourhoods.push_back(members);
        for (std::size_t a = 0; a < members.size(); ++a) {
            for (std::size_t b = a + 1; b < members.size(); ++b)
                closure.must[{members[a], members[b]}] = lightest[i];
        }
    }
    for (const auto& [pair, weight] : cannot) {
        const int p = component[pair.first], q = component[pair.second];
        if (p == q) continue;
        const double inferred = std::min(apart[std::minmax(p, q)], std::min(lightest[p], lightest[q]));
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                if (component[i] == p && component[j] == q) {
                    closure.cannot[{std::min(i, j), std::max(i, j)}] = inferred;
                }
            }
        }
    }
    for (const auto& [pair, weight] : must)
        closure.must[pair] = weight;
    for (const auto& [pair, weight] : cannot)
        closure.cannot[pair] = weight;
    return closure;
}

/// The sums of Eq. (1) over M and C for point i in cluster h; unassigned points (-1) cost nothing.
inline double penalty(int i, int h, const std::vector<int>& labels, const Pairs& must, const Pairs& cannot) {
    double sum = 0;
    for (const auto& [pair, weight] : must) {
        if (pair.first != i && pair.second != i) continue;
        const int other = labels[pair.first == i ? pair.second : pair.first];
        if (other >= 0 && other != h) sum += weight;
    }
    for (const auto& [pair, weight] : cannot) {
        if (pair.first != i && pair.second != i) continue;
        const int other = labels[pair.first == i ? pair.second : pair.first];
        if (other == h) sum += weight;
    }
    return sum;
}

/// Eq. (1).
inline double pck_objective(const Table& X, const Table& mu, const std::vector<int>& labels, const Pairs& must,
                            const Pairs& cannot) {
    double J = 0;
    for (std::size_t i = 0; i < X.size(); ++i)
        J += squared_distance(X[i], mu[labels[i]]);
    for (const auto& [pair, weight] : must)
        J += labels[pair.first] != labels[pair.second] ? weight : 0;
    for (const auto& [pair, weight] : cannot)
        J += labels[pair.first] == labels[pair.second] ? weight : 0;
    return J;
}

/// Step 2a of Fig. 1 with A = I and f = 1: one point after the other in the given order, with the labels as they are by
/// then. A tie keeps the current cluster, else the lowest.
inline void pck_assign(const Table& X, const Table& mu, const std::vector<int>& order, const Pairs& must,
                       const Pairs& cannot, std::vector<int>& labels) {
    for (const int i : order) {
        int best = -1;
        double least = std::numeric_limits<double>::infinity();
        for (int h = 0; h < static_cast<int>(mu.size()); ++h) {
            const double cost = squared_distance(X[i], mu[h]) + penalty(i, h, labels, must, cannot);
            if (cost < least || (cost == least && h == labels[i])) {
                least = cost;
                best = h;
            }
        }
        labels[i] = best;
    }
}

/// Step 2b. An empty cluster keeps its centroid.
inline void estimate_means(const Table& X, const std::vector<int>& labels, Table& mu) {
    for (int h = 0; h < static_cast<int>(mu.size()); ++h) {
        std::vector<double> sum(mu[h].size(), 0.0);
        int count = 0;
        for (std::size_t i = 0; i < X.size(); ++i) {
            if (labels[i] != h) continue;
            ++count;
            for (std::size_t j = 0; j < sum.size(); ++j)
                sum[j] += X[i][j];
        }
        for (std::size_t j = 0; j < sum.size() && count > 0; ++j)
            mu[h][j] = sum[j] / count;
    }
}

/// Sec. 3.1, weighted farthest-first over neighbourhood centroids: starts at the largest (tie: the first), then takes
/// the largest min over chosen q of d(p, q) times |Np| (literal) or sqrt(|Np||Nq|) (mutual); tie: the first.
inline std::vector<int> farthest_first(const Table& centroids, const std::vector<int>& sizes, int k, bool mutual) {
    std::vector<int> chosen;
    int first = 0;
    for (int p = 1; p < static_cast<int>(sizes.size()); ++p) {
        if (sizes[p] > sizes[first]) first = p;
    }
    chosen.push_back(first);
    while (static_cast<int>(chosen.size()) < k) {
        int best = -1;
        double farthest = -1;
        for (int p = 0; p < static_cast<int>(sizes.size()); ++p) {
            bool taken = false;
            double nearest = std::numeric_limits<double>::infinity();
            for (const int q : chosen) {
                taken = taken || p == q;
                const double d = std::sqrt(squared_distance(centroids[p], centroids[q]));
                nearest = std::min(nearest, mutual ? d * std::sqrt(double(sizes[p]) * sizes[q]) : d * sizes[p]);
            }
            if (!taken && nearest > farthest) {
                farthest = nearest;
                best = p;
            }
        }
        chosen.push_back(best);
    }
    return chosen;
}

}  // namespace mvlink::reference
