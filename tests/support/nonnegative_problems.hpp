#pragma once

#include "support/random_problems.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

/// Random data without negative values.
namespace mvlink::support {

inline Table random_nonnegative(Index n, Index d, Random& random) {
    Table X = random_table(n, d, random);
    for (auto& row : X) {
        for (double& value : row)
            value = random.uniform() < 0.2 ? 0 : static_cast<float>(std::abs(value));
    }
    return X;
}

/// Rows made of one part each, and a little of everything. Column j belongs to part j % k, row i to part i % k.
struct Parts {
    Table X;
    std::vector<std::int32_t> part;
};

inline Parts made_of_parts(Index n, Index d, int k, Random& random) {
    Parts parts{Table(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(d))), {}};
    for (std::size_t i = 0; i < parts.X.size(); ++i) {
        parts.part.push_back(static_cast<std::int32_t>(i % static_cast<std::size_t>(k)));
        for (std::size_t j = 0; j < parts.X[i].size(); ++j) {
            const bool own = j % static_cast<std::size_t>(k) == static_cast<std::size_t>(parts.part[i]);
            parts.X[i][j] = static_cast<float>(own ? random.uniform(0.8, 1.2) : random.uniform(0, 0.05));
        }
    }
    return parts;
}

}  // namespace mvlink::support
