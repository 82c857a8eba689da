#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// Nearest neighbours as they are defined, by plain loops.
namespace mvlink::reference {

struct NeighbourList {
    std::vector<int> index;
    std::vector<double> distance;
};

inline double squared_euclidean(const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
        sum += (x[j] - y[j]) * (x[j] - y[j]);
    return sum;
}

/// 1 - cosine; 1 if one of the rows is zero.
inline double cosine_distance(const std::vector<double>& x, const std::vector<double>& y) {
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
        xy += x[j] * y[j];
        xx += x[j] * x[j];
        yy += y[j] * y[j];
    }
    return xx == 0 || yy == 0 ? 1 : 1 - xy / std::sqrt(xx) / std::sqrt(yy);
}

/// The k nearest rows of X for x, nearest first, ties by row number. Row `self` is left out; -1: none is.
inline NeighbourList nearest_rows(const std::vector<double>& x, const std::vector<std::vector<double>>& X, int k,
                                  bool cosine, int self) {
    std::vector<std::pair<double, int>> all;
    for (int row = 0; row < static_cast<int>(X.size()); ++row) {
        const auto& y = X[static_cast<std::size_t>(row)];
        if (row != self) all.emplace_back(cosine ? cosine_distance(x, y) : squared_euclidean(x, y), row);
    }
    std::sort(all.begin(), all.end());
    NeighbourList list;
    for (int place = 0; place < k; ++place) {
        list.distance.push_back(all[static_cast<std::size_t>(place)].first);
        list.index.push_back(all[static_cast<std::size_t>(place)].second);
    }
    return list;
}

}  // namespace mvlink::reference
