#pragma once

#include <limits>
#include <utility>
#include <vector>

/// PCK-Means under a rule about groups as plain loops: every way to give the rows of a group different clusters is
/// tried. Slow on purpose.
namespace mvlink::reference {

struct GroupedProblem {
    std::vector<std::vector<double>> X;
    std::vector<int> group;  // -1: none
    std::vector<std::pair<int, int>> must, cannot;
    double weight = 1;
};

/// What a row pays in a cluster for pairs with rows outside of its group that have a label.
inline double pair_cost(const GroupedProblem& problem, const std::vector<int>& labels, int row, int cluster) {
    double cost = 0;
    const auto pay = [&](const std::vector<std::pair<int, int>>& pairs, bool must) {
        for (const auto& [a, b] : pairs) {
            if (a != row && b != row) continue;
            const int other = a == row ? b : a;
            if (labels[other] < 0 || (problem.group[row] >= 0 && problem.group[other] == problem.group[row])) continue;
            if ((labels[other] == cluster) != must) cost += problem.weight;
        }
    };
    pay(problem.must, true);
    pay(problem.cannot, false);
    return cost;
}

inline double cost_of(const GroupedProblem& problem, const std::vector<std::vector<double>>& centres,
                      const std::vector<int>& labels, int row, int cluster) {
    double distance = 0;
    for (std::size_t j = 0; j < centres[cluster].size(); ++j)
        distance += (problem.X[row][j] - centres[cluster][j]) * (problem.X[row][j] - centres[cluster][j]);
    return distance + pair_cost(problem, labels, row, cluster);
}

/// The cheapest different clusters for rows[at ..], by trying all.
inline double best_different(const GroupedProblem& problem, const std::vector<std::vector<double>>& centres,
                             const std::vector<int>& labels, const std::vector<int>& rows, std::size_t at,
                             std::vector<int>& chosen, std::vector<int>& best) {
    if (at == rows.size()) {
        best = chosen;
        return 0;
    }
    double least = std::numeric_limits<double>::infinity();
    for (int h = 0; h < static_cast<int>(centres.size()); ++h) {
        bool taken = false;
        for (std::size_t i = 0; i < at; ++i)
            taken = taken || chosen[i] == h;
        if (taken) continue;
        chosen[at] = h;
        std::vector<int> rest;
        const double cost = cost_of(problem, centres, labels, rows[at], h) +
                            best_different(problem, centres, labels, rows, at + 1, chosen, rest);
        if (cost >= least) continue;
        least = cost;
        best = rest;
        best[at] = h;
    }
    return least;
}

/// Step 2a: rows without pairs (and groups of them) first, then rows with pairs by their number; a group is assigned
/// with its first row.
inline void assign(const GroupedProblem& problem, const std::vector<std::vector<double>>& centres,
                   std::vector<int>& labels) {
    const int n = static_cast<int>(problem.X.size());
    std::vector<bool> has_pair(n, false), done(n, false);
    for (const auto* pairs : {&problem.must, &problem.cannot}) {
        for (const auto& [a, b] : *pairs)
            has_pair[a] = has_pair[b] = true;
    }
    const auto unit_of = [&](int row) {
        std::vector<int> rows;
        for (int other = 0; other < n; ++other) {
            if (other == row || (problem.group[row] >= 0 && problem.group[other] == problem.group[row]))
                rows.push_back(other);
        }
        return rows;
    };
    for (const bool with_pairs : {false, true}) {
        for (int row = 0; row < n; ++row) {
            const std::vector<int> rows = unit_of(row);
            bool some_pair = false;
            for (const int other : rows)
                some_pair = some_pair || has_pair[other];
            if (done[row] || some_pair != with_pairs || (with_pairs && !has_pair[row])) continue;
            std::vector<int> chosen(rows.size()), best;
            best_different(problem, centres, labels, rows, 0, chosen, best);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                labels[rows[i]] = best[i];
                done[rows[i]] = true;
            }
        }
    }
}

/// Step 2b. False: a cluster is empty.
inline bool take_means(const GroupedProblem& problem, const std::vector<int>& labels,
                       std::vector<std::vector<double>>& centres) {
    for (int h = 0; h < static_cast<int>(centres.size()); ++h) {
        std::vector<double> sum(centres[h].size(), 0);
        double count = 0;
        for (std::size_t row = 0; row < labels.size(); ++row) {
            if (labels[row] != h) continue;
            count += 1;
            for (std::size_t j = 0; j < sum.size(); ++j)
                sum[j] += problem.X[row][j];
        }
        if (count == 0) return false;
        for (std::size_t j = 0; j < sum.size(); ++j)
            centres[h][j] = sum[j] / count;
    }
    return true;
}

}  // namespace mvlink::reference
