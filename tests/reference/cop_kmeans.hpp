#pragma once

#include "reference/kmeans.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

/// COP-KMeans (Wagstaff et al. 2001) as plain loops: assignments that keep every constraint of the written-out closure.
/// An assignment that meets a dead end is none.
namespace mvlink::reference {

/// The paper's visit: one point after the other takes the closest centre such that no constraint with a point that has
/// its cluster already is violated.
inline std::optional<std::vector<int>> cop_assign_points(const Table& X, const Table& mu, const Closure& closure) {
    std::vector<int> labels(X.size(), -1);
    for (int i = 0; i < static_cast<int>(X.size()); ++i) {
        int best = -1;
        for (int h = 0; h < static_cast<int>(mu.size()); ++h) {
            if (penalty(i, h, labels, closure.must, closure.cannot) > 0) continue;
            if (best < 0 || squared_distance(X[i], mu[h]) < squared_distance(X[i], mu[best])) best = h;
        }
        if (best < 0) return std::nullopt;
        labels[i] = best;
    }
    return labels;
}

/// Every point with those it must be with, by smallest member.
inline std::vector<std::vector<int>> cop_chunks(int n, const Closure& closure) {
    std::vector<std::vector<int>> chunks;
    std::vector<bool> taken(n, false);
    for (int i = 0; i < n; ++i) {
        if (taken[i]) continue;
        std::vector<int> chunk{i};
        for (int j = i + 1; j < n; ++j) {
            if (closure.must.count({i, j}) == 0) continue;
            chunk.push_back(j);
            taken[j] = true;
        }
        chunks.push_back(chunk);
    }
    return chunks;
}

/// |chunk| d2(mean of the chunk, centre).
inline double cop_chunk_distance(const Table& X, const std::vector<int>& chunk, const std::vector<double>& centre) {
    std::vector<double> mean(centre.size(), 0.0);
    for (const int i : chunk) {
        for (std::size_t j = 0; j < mean.size(); ++j)
            mean[j] += X[i][j] / static_cast<double>(chunk.size());
    }
    return static_cast<double>(chunk.size()) * squared_distance(mean, centre);
}

/// Whole chunks, the next one always that with the most forbidden clusters, then the most chunks it is kept apart from,
/// then the smallest member; or by smallest member alone.
inline std::optional<std::vector<int>> cop_assign_chunks(const Table& X, const Table& mu, const Closure& closure,
                                                         bool saturation) {
    const auto chunks = cop_chunks(static_cast<int>(X.size()), closure);
    const std::size_t m = chunks.size(), k = mu.size();
    std::vector<std::vector<bool>> apart(m, std::vector<bool>(m, false)), forbidden(m, std::vector<bool>(k, false));
    std::vector<int> degree(m, 0);
    for (std::size_t a = 0; a < m; ++a) {
        for (std::size_t b = 0; b < m; ++b) {
            const int i = std::min(chunks[a][0], chunks[b][0]), j = std::max(chunks[a][0], chunks[b][0]);
            apart[a][b] = closure.cannot.count({i, j}) > 0;
            degree[a] += apart[a][b] ? 1 : 0;
        }
    }
    std::vector<int> labels(X.size(), -1);
    for (std::size_t visit = 0; visit < m; ++visit) {
        std::size_t next = m;
        int most = -1;
        for (std::size_t c = 0; c < m; ++c) {
            if (labels[chunks[c][0]] >= 0) continue;
            int saturated = 0;
            for (std::size_t h = 0; h < k; ++h)
                saturated += forbidden[c][h] ? 1 : 0;
            if (next == m || (saturation && (saturated > most || (saturated == most && degree[c] > degree[next])))) {
                next = c;
                most = saturated;
            }
        }
        int best = -1;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t h = 0; h < k; ++h) {
            const double distance = cop_chunk_distance(X, chunks[next], mu[h]);
            if (forbidden[next][h] || distance >= least) continue;
            least = distance;
            best = static_cast<int>(h);
        }
        if (best < 0) return std::nullopt;
        for (const int i : chunks[next])
            labels[i] = best;
        for (std::size_t c = 0; c < m; ++c) {
            if (apart[next][c]) forbidden[c][static_cast<std::size_t>(best)] = true;
        }
    }
    return labels;
}

inline double sum_of_squares(const Table& X, const Table& mu, const std::vector<int>& labels) {
    double sum = 0;
    for (std::size_t i = 0; i < X.size(); ++i)
        sum += squared_distance(X[i], mu[labels[i]]);
    return sum;
}

}  // namespace mvlink::reference
