#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// The data skeleton of DSL as plain loops, written from its description: level by level every point is linked to its
/// nearest one, each group keeps one of its two mutual nearest as representative.
namespace reference {

struct Skeleton {
    std::vector<int> parent;  ///< -1: the top
    std::vector<double> length;
};

inline double distance(const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return std::sqrt(sum);
}

inline Skeleton skeleton(const std::vector<std::vector<double>>& points) {
    const int n = static_cast<int>(points.size());
    Skeleton tree{std::vector<int>(points.size(), -1), std::vector<double>(points.size(), 0)};
    std::vector<int> alive;
    for (int i = 0; i < n; ++i)
        alive.push_back(i);
    while (alive.size() > 1) {
        std::vector<int> nearest(points.size(), -1), incoming(points.size(), 0);
        for (const int i : alive) {
            for (const int j : alive) {
                if (i == j) continue;
                if (nearest[i] < 0 || distance(points[i], points[j]) < distance(points[i], points[nearest[i]]))
                    nearest[i] = j;
            }
            ++incoming[nearest[i]];
        }
        std::vector<int> next;
        for (const int i : alive) {
            const int j = nearest[i];
            const bool mutual = nearest[j] == i;
            const bool is_representative =
                mutual && (incoming[i] > incoming[j] || (incoming[i] == incoming[j] && i < j));
            if (is_representative) {
                next.push_back(i);
            } else {
                tree.parent[i] = j;
                tree.length[i] = distance(points[i], points[j]);
            }
        }
        alive = next;
    }
    return tree;
}

}  // namespace reference
