#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

/// What must- and cannot-links imply, written out pair by pair. Slow on purpose.
namespace mvlink::reference {

struct GivenPair {
    int a = 0;
    int b = 0;
    bool must = true;
};

using PairSet = std::set<std::pair<int, int>>;  // smaller end first

struct Closure {
    PairSet must;
    PairSet cannot;     // conflicts are not among them
    PairSet conflicts;  // cannot-links between points that must be together
};

using Relation = std::vector<std::vector<bool>>;

inline Relation given_relation(int points, const std::vector<GivenPair>& given, bool must) {
    const auto n = static_cast<std::size_t>(points);
    Relation relation(n, std::vector<bool>(n, false));
    for (const GivenPair& pair : given) {
        if (pair.must != must) continue;
        relation[static_cast<std::size_t>(pair.a)][static_cast<std::size_t>(pair.b)] = true;
        relation[static_cast<std::size_t>(pair.b)][static_cast<std::size_t>(pair.a)] = true;
    }
    return relation;
}

/// Warshall: i with k and k with j, so i with j. Every point is with itself.
inline Relation transitive(Relation with) {
    const std::size_t n = with.size();
    for (std::size_t i = 0; i < n; ++i)
        with[i][i] = true;
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (with[i][k] && with[k][j]) with[i][j] = true;
            }
        }
    }
    return with;
}

inline PairSet pairs_of(const Relation& relation) {
    PairSet pairs;
    for (std::size_t i = 0; i < relation.size(); ++i) {
        for (std::size_t j = i + 1; j < relation.size(); ++j) {
            if (relation[i][j]) pairs.emplace(static_cast<int>(i), static_cast<int>(j));
        }
    }
    return pairs;
}

/// Must-links are transitive; i with a, a apart from b, b with j, so i apart from j. Nothing follows from a conflict.
inline Closure closure(int points, const std::vector<GivenPair>& given) {
    const Relation with = transitive(given_relation(points, given, true));
    const Relation apart = given_relation(points, given, false);
    const std::size_t n = with.size();
    Relation implied(n, std::vector<bool>(n, false)), conflicting = implied;
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            if (!apart[a][b]) continue;
            if (with[a][b]) {
                conflicting[a][b] = true;
                continue;
            }
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    if (with[i][a] && with[b][j]) implied[i][j] = true;
                }
            }
        }
    }
    return {pairs_of(with), pairs_of(implied), pairs_of(conflicting)};
}

}  // namespace mvlink::reference
