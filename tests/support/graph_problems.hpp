#pragma once

#include "support/random_problems.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

/// Data and graphs whose clusters are known.
namespace mvlink::support {

/// Two rings around one centre: row i is on ring i % 2. No mean separates them, a graph does.
struct Rings {
    Table X;
    std::vector<std::int32_t> ring;
};

inline Rings two_rings(Index n, Random& random) {
    Rings rings;
    for (Index i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
        const double radius = (i % 2 == 0 ? 1 : 4) + 0.05 * random.normal();
        rings.X.push_back({radius * std::cos(angle), radius * std::sin(angle)});
        rings.ring.push_back(static_cast<std::int32_t>(i % 2));
    }
    return rings;
}

/// Clusters far apart in every one of several views, with noise of its own in each; row i is in cluster i % k.
struct SharedClusters {
    std::vector<Table> X;
    std::vector<std::int32_t> cluster;
};

inline SharedClusters shared_clusters(Index n, int k, int views, double noise, Random& random) {
    SharedClusters shared;
    for (int v = 0; v < views; ++v) {
        const Table centres = random_table(k, 3 + v, random);
        Table X = random_table(n, 3 + v, random);
        for (std::size_t i = 0; i < X.size(); ++i) {
            for (std::size_t j = 0; j < X[i].size(); ++j)
                X[i][j] = static_cast<float>(6 * centres[i % static_cast<std::size_t>(k)][j] + noise * X[i][j]);
        }
        shared.X.push_back(std::move(X));
    }
    for (Index i = 0; i < n; ++i)
        shared.cluster.push_back(static_cast<std::int32_t>(i % k));
    return shared;
}

inline Dataset dataset_of(const SharedClusters& shared) {
    std::vector<View> views;
    for (std::size_t v = 0; v < shared.X.size(); ++v)
        views.push_back(dense_view<double>(shared.X[v], std::string(1, static_cast<char>('a' + v))));
    return Dataset(std::move(views)).with_row_mapping();
}

/// The same groups under any numbers.
inline bool same_partition(const std::vector<std::int32_t>& one, const std::vector<std::int32_t>& two) {
    if (one.size() != two.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if ((one[i] == one[j]) != (two[i] == two[j])) return false;
        }
    }
    return true;
}

}  // namespace mvlink::support
