#pragma once

#include "reference/cmvnmf.hpp"

#include <cstddef>
#include <limits>
#include <vector>

/// The start from what must-links join, by plain loops over all pairs. Slow on purpose; shares nothing with the
/// library.
namespace mvlink::reference::cmvnmf {

/// One number per row of every view. Of a group: the smallest that any of its rows began with.
using Numbers = std::vector<std::vector<int>>;

/// Rows have the same number when must-links join them, through whatever others.
inline Numbers must_link_groups(const State& state) {
    Numbers group;
    int next = 0;
    for (const Table& X : state.X) {
        group.emplace_back();
        for (std::size_t i = 0; i < X.size(); ++i) {
            group.back().push_back(next++);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const Pair& pair : state.pairs) {
            int &one = group[pair.a][pair.i], &two = group[pair.b][pair.j];
            if (!pair.must || one == two) continue;
            one = two = one < two ? one : two;
            changed = true;
        }
    }
    return group;
}

/// Views have the same number when must-links join rows of theirs.
inline std::vector<int> joined_views(const State& state) {
    std::vector<int> number;
    for (std::size_t a = 0; a < state.X.size(); ++a) {
        number.push_back(static_cast<int>(a));
    }
    for (std::size_t round = 0; round < state.X.size(); ++round) {
        for (const Pair& pair : state.pairs) {
            if (!pair.must) continue;
            number[pair.a] = number[pair.b] = number[pair.a] < number[pair.b] ? number[pair.a] : number[pair.b];
        }
    }
    return number;
}

/// What a group adds to Eq. (2) in cluster h, rows wholly in one cluster each: h < 0: in a cluster that explains
/// nothing.
inline double cost_of_group(const State& state, const Numbers& group, int which, const Numbers& labels, int h) {
    double cost = 0;
    for (std::size_t a = 0; a < state.X.size(); ++a) {
        std::vector<double> mean(state.X[a][0].size(), 0);
        double count = 0;
        for (std::size_t i = 0; h >= 0 && i < labels[a].size(); ++i) {
            if (labels[a][i] != h) continue;
            ++count;
            for (std::size_t f = 0; f < mean.size(); ++f) {
                mean[f] += state.X[a][i][f];
            }
        }
        for (std::size_t i = 0; i < group[a].size(); ++i) {
            if (group[a][i] != which) continue;
            for (std::size_t f = 0; f < mean.size(); ++f) {
                const double difference = state.X[a][i][f] - (count > 0 ? mean[f] / count : 0);
                cost += difference * difference;
            }
        }
    }
    for (const Pair& pair : state.pairs) {
        if (pair.must || h < 0) continue;
        const bool one = group[pair.a][pair.i] == which && labels[pair.b][pair.j] == h;
        const bool two = group[pair.b][pair.j] == which && labels[pair.a][pair.i] == h;
        cost += 2 * state.beta * pair.weight * (one + two);
    }
    return cost;
}

inline void put_group(const Numbers& group, int which, int h, Numbers& labels) {
    for (std::size_t a = 0; a < group.size(); ++a) {
        for (std::size_t i = 0; i < group[a].size(); ++i) {
            if (group[a][i] == which) labels[a][i] = h;
        }
    }
}

/// The least cost of a group in clusters 0 to `clusters` - 1, and where; with none begun, that of no explanation.
inline double least_cost(const State& state, const Numbers& group, int which, const Numbers& labels, int clusters,
                         int& where) {
    where = -1;
    double least = clusters == 0 ? cost_of_group(state, group, which, labels, -1) : std::numeric_limits<double>::max();
    for (int h = 0; h < clusters; ++h) {
        const double cost = cost_of_group(state, group, which, labels, h);
        if (cost >= least) continue;
        least = cost;
        where = h;
    }
    return least;
}

/// k groups begin clusters, each that which costs most; the others go where they cost least, as the k left it;
/// one that costs the same everywhere stays without.
inline Numbers component_start(const State& state, int k) {
    const Numbers group = must_link_groups(state);
    const std::vector<int> joined = joined_views(state);
    Numbers labels;
    for (const auto& rows : group) {
        labels.emplace_back(rows.size(), -1);
    }
    for (int part = 0; part < static_cast<int>(joined.size()); ++part) {
        std::vector<int> open;  // groups of this part without a cluster, by their first row
        int number = 0;
        for (std::size_t a = 0; a < group.size(); ++a) {
            for (std::size_t i = 0; i < group[a].size(); ++i, ++number) {
                if (joined[a] == part && group[a][i] == number) open.push_back(number);
            }
        }
        int where = -1;
        for (int h = 0; h < k && !open.empty(); ++h) {
            std::size_t chosen = 0;
            double most = -1;
            for (std::size_t o = 0; o < open.size(); ++o) {
                const double cost = least_cost(state, group, open[o], labels, h, where);
                if (cost > most) chosen = o;
                most = cost > most ? cost : most;
            }
            put_group(group, open[chosen], h, labels);
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(chosen));
        }
        const Numbers begun = labels;
        for (const int which : open) {
            const double least = least_cost(state, group, which, begun, k, where);
            bool alike = true;
            for (int h = 0; h < k; ++h) {
                alike = alike && cost_of_group(state, group, which, begun, h) == least;
            }
            if (!alike) put_group(group, which, where, labels);
        }
    }
    return labels;
}

}  // namespace mvlink::reference::cmvnmf
