#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// Ward (1963) as plain loops: of all pairs of groups, join the one whose union adds least to the squared distances
/// from the means. Each join links the representative that is farther from the common mean to the nearer one; two
/// single points by their distance from the mean of all.
namespace reference {

struct WardTree {
    std::vector<int> parent;  ///< -1: the top
    std::vector<double> length;
};

template <class Parents>
WardTree ward(const std::vector<std::vector<double>>& points, const Parents& parent_of) {
    const std::size_t n = points.size();
    const auto mean_of = [&](const std::vector<int>& members) {
        std::vector<double> mean(points[0].size(), 0.0);
        for (const int i : members)
            for (std::size_t c = 0; c < mean.size(); ++c)
                mean[c] += points[i][c] / static_cast<double>(members.size());
        return mean;
    };
    const auto apart = [](const std::vector<double>& x, const std::vector<double>& y) {
        double sum = 0;
        for (std::size_t c = 0; c < x.size(); ++c)
            sum += (x[c] - y[c]) * (x[c] - y[c]);
        return sum;
    };
    const auto scatter = [&](const std::vector<int>& members) {
        double sum = 0;
        for (const int i : members)
            sum += apart(points[i], mean_of(members));
        return sum;
    };
    WardTree tree{std::vector<int>(n, -1), std::vector<double>(n, 0.0)};
    std::vector<std::vector<int>> groups;
    std::vector<int> tops;
    for (int i = 0; i < static_cast<int>(n); ++i) {
        groups.push_back({i});
        tops.push_back(i);
    }
    while (groups.size() > 1) {
        std::size_t best_x = 0, best_y = 1;
        double least = 1e300;
        for (std::size_t x = 0; x < groups.size(); ++x) {
            for (std::size_t y = x + 1; y < groups.size(); ++y) {
                std::vector<int> both = groups[x];
                both.insert(both.end(), groups[y].begin(), groups[y].end());
                const double added = scatter(both) - scatter(groups[x]) - scatter(groups[y]);
                if (added < least) {
                    least = added;
                    best_x = x;
                    best_y = y;
                }
            }
        }
        std::vector<int> both = groups[best_x];
        both.insert(both.end(), groups[best_y].begin(), groups[best_y].end());
        const std::vector<double> centre = mean_of(both);
        const bool x_stays = both.size() == 2
                                 ? parent_of[tops[best_y]] == tops[best_x]
                                 : apart(points[tops[best_x]], centre) <= apart(points[tops[best_y]], centre);
        const int child = x_stays ? tops[best_y] : tops[best_x];
        const int parent = x_stays ? tops[best_x] : tops[best_y];
        tree.parent[child] = parent;
        tree.length[child] = std::sqrt(apart(mean_of(groups[best_x]), mean_of(groups[best_y])));
        groups[best_x] = both;
        tops[best_x] = parent;
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(best_y));
        tops.erase(tops.begin() + static_cast<std::ptrdiff_t>(best_y));
    }
    return tree;
}

}  // namespace reference
