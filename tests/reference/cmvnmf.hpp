#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// CMVNMF (Zhang, Zong, Liu, Yu 2015) as the paper's equations say, by plain loops. Instances are rows here: the
/// paper's X is transposed. Slow on purpose; shares nothing with the library.
namespace mvlink::reference::cmvnmf {

using Table = std::vector<std::vector<double>>;

/// Instance i of view a with instance j of view b; a == b: inside one view.
struct Pair {
    std::size_t a, i, b, j;
    bool must;
    double weight;
};

struct State {
    std::vector<Table> X, U, V;  // [view]: n x d, d x k, n x k
    std::vector<Pair> pairs;
    double beta = 1;
};

/// Delta over all pairs: |V_i - V_j|^2 for a must-link, 2 <V_i, V_j> for a cannot-link, times the weight.
inline double delta(const State& state) {
    double sum = 0;
    for (const Pair& pair : state.pairs) {
        const auto& v = state.V[pair.a][pair.i];
        const auto& w = state.V[pair.b][pair.j];
        for (std::size_t h = 0; h < v.size(); ++h) {
            sum += pair.weight * (pair.must ? (v[h] - w[h]) * (v[h] - w[h]) : 2 * v[h] * w[h]);
        }
    }
    return sum;
}

/// Eq. (2).
inline double phi(const State& state) {
    double loss = 0;
    for (std::size_t a = 0; a < state.X.size(); ++a) {
        const Table &X = state.X[a], &U = state.U[a], &V = state.V[a];
        for (std::size_t i = 0; i < X.size(); ++i) {
            for (std::size_t f = 0; f < U.size(); ++f) {
                double product = 0;
                for (std::size_t h = 0; h < V[i].size(); ++h) {
                    product += V[i][h] * U[f][h];
                }
                loss += (X[i][f] - product) * (X[i][f] - product);
            }
        }
    }
    return loss + state.beta * delta(state);
}

/// Eq. (3) for view a.
inline void update_U(State& state, std::size_t a) {
    const Table &X = state.X[a], &V = state.V[a], old = state.U[a];
    const std::size_t k = old[0].size();
    for (std::size_t f = 0; f < old.size(); ++f) {
        for (std::size_t h = 0; h < k; ++h) {
            double above = 0, below = 0;
            for (std::size_t i = 0; i < X.size(); ++i) {
                double product = 0;  // (V U')_if
                for (std::size_t g = 0; g < k; ++g) {
                    product += V[i][g] * old[f][g];
                }
                above += X[i][f] * V[i][h];
                below += product * V[i][h];
            }
            state.U[a][f][h] = below > 0 ? old[f][h] * above / below : 0;
        }
    }
}

/// Not in the paper: columns of U of length 1, V takes their lengths.
inline void rescale(State& state, std::size_t a) {
    Table &U = state.U[a], &V = state.V[a];
    for (std::size_t h = 0; h < U[0].size(); ++h) {
        double squares = 0;
        for (const auto& row : U) {
            squares += row[h] * row[h];
        }
        const double length = std::sqrt(squares);
        if (length == 0) continue;
        for (auto& row : U) {
            row[h] /= length;
        }
        for (auto& row : V) {
            row[h] *= length;
        }
    }
}

/// Eq. (4) for view a; pairs inside the view pull both of their ends, from where they were.
inline void update_V(State& state, std::size_t a) {
    const Table &X = state.X[a], &U = state.U[a], old = state.V[a];
    const std::size_t k = U[0].size();
    Table above(old.size(), std::vector<double>(k, 0)), below = above;
    for (std::size_t i = 0; i < X.size(); ++i) {
        for (std::size_t f = 0; f < U.size(); ++f) {
            double product = 0;
            for (std::size_t g = 0; g < k; ++g) {
                product += old[i][g] * U[f][g];
            }
            for (std::size_t h = 0; h < k; ++h) {
                above[i][h] += X[i][f] * U[f][h];
                below[i][h] += product * U[f][h];
            }
        }
    }
    const auto pull = [&](std::size_t i, const std::vector<double>& other, const Pair& pair) {
        for (std::size_t h = 0; h < k; ++h) {
            if (pair.must) {
                above[i][h] += state.beta * pair.weight * other[h];
                below[i][h] += state.beta * pair.weight * old[i][h];
            } else {
                below[i][h] += state.beta * pair.weight * other[h];
            }
        }
    };
    for (const Pair& pair : state.pairs) {
        if (pair.a == a) pull(pair.i, pair.b == a ? old[pair.j] : state.V[pair.b][pair.j], pair);
        if (pair.b == a) pull(pair.j, pair.a == a ? old[pair.i] : state.V[pair.a][pair.i], pair);
    }
    for (std::size_t i = 0; i < old.size(); ++i) {
        for (std::size_t h = 0; h < k; ++h) {
            state.V[a][i][h] = below[i][h] > 0 ? old[i][h] * above[i][h] / below[i][h] : 0;
        }
    }
}

/// One round of Algorithm 1.
inline void round(State& state, bool with_rescaling) {
    for (std::size_t a = 0; a < state.X.size(); ++a) {
        update_U(state, a);
        if (with_rescaling) rescale(state, a);
        update_V(state, a);
    }
}

inline std::vector<std::size_t> labels(const Table& V) {
    std::vector<std::size_t> found;
    for (const auto& row : V) {
        std::size_t best = 0;
        for (std::size_t h = 1; h < row.size(); ++h) {
            if (row[h] > row[best]) best = h;
        }
        found.push_back(best);
    }
    return found;
}

}  // namespace mvlink::reference::cmvnmf
