#pragma once

#include "kernels/sparse_products.hpp"
#include "kernels/stiefel.hpp"
#include "methods/mvcsc/object_links.hpp"
#include "reference/mvcsc.hpp"

#include <mvlink/random.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

/// Small random problems for the steps of MVCSC and for the reference, with the same numbers.
namespace mvlink::support {

inline reference::mvcsc::Table as_table(const Matrix& matrix) {
    reference::mvcsc::Table out(static_cast<std::size_t>(matrix.rows()));
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j)
            out[static_cast<std::size_t>(i)].push_back(matrix(i, j));
    }
    return out;
}

inline double largest_difference(const Matrix& matrix, const reference::mvcsc::Table& table) {
    double largest = 0;
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j) {
            const double other = table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
            largest = std::max(largest, std::abs(matrix(i, j) - other));
        }
    }
    return largest;
}

/// A symmetric table of weights as compressed rows.
inline kernels::OwnedSparseRows<double> as_sparse(const reference::mvcsc::Table& W) {
    const auto n = static_cast<Index>(W.size());
    kernels::OwnedSparseRows<double> graph{n, n, {0}, {}, {}};
    for (const auto& row : W) {
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (row[j] == 0) continue;
            graph.columns.push_back(static_cast<std::int32_t>(j));
            graph.values.push_back(row[j]);
        }
        graph.offsets.push_back(static_cast<Index>(graph.values.size()));
    }
    return graph;
}

/// Groups of objects with edges inside, and some between; some views are better than others.
inline reference::mvcsc::Table random_graph(Index n, Index groups, double noise, Random& random) {
    auto W = reference::mvcsc::zeros(static_cast<std::size_t>(n), static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < i; ++j) {
            if (random.uniform() > (i % groups == j % groups ? 0.7 : noise)) continue;
            W[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
                W[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = random.uniform(0.2, 1);
        }
    }
    return W;
}

/// Pairs of distinct objects, each once, with weights.
inline std::vector<mvcsc_steps::ObjectPair> random_pairs(Index n, int count, Random& random) {
    std::set<std::pair<Index, Index>> seen;
    std::vector<mvcsc_steps::ObjectPair> pairs;
    for (int i = 0; i < count; ++i) {
        const auto [a, b] = std::minmax({random.below(n), random.below(n)});
        const bool must = random.uniform() < 0.5;
        const double weight = random.uniform(0.5, 2);
        if (a == b || !seen.insert({a, b}).second) continue;
        pairs.push_back({a, b, must, weight});
    }
    return pairs;
}

/// Views, constraints and a random start, twice.
struct MvcscCase {
    MvcscCase(std::uint64_t seed, Index columns = 0) {
        Random random(seed);
        const Index n = 10 + random.below(15);
        c = columns > 0 ? columns : 2 + random.below(3);
        const Index views = 1 + random.below(4);
        for (Index v = 0; v < views; ++v) {
            const auto W = random_graph(n, c, random.uniform(0, 0.5), random);
            reference.L.push_back(reference::mvcsc::laplacian(W));
            const auto I = reference::mvcsc::identity(static_cast<std::size_t>(n));
            graphs.push_back(as_sparse(reference::mvcsc::sum(I, -1, reference.L.back())));
        }
        pairs = random_pairs(n, static_cast<int>(random.below(25)), random);
        for (const auto& pair : pairs) {
            reference.pairs.push_back(
                {static_cast<std::size_t>(pair.first), static_cast<std::size_t>(pair.second), pair.must, pair.weight});
        }
        reference.c = static_cast<std::size_t>(c);
        reference.beta = random.uniform(0.1, 2);
        reference.gamma = random.uniform(0.01, 3);
        F = Matrix(n, c);
        for (Index i = 0; i < F.size(); ++i)
            F.data()[i] = random.normal();
        kernels::orthonormalize(F, context);
    }

    Context context;
    Index c = 2;
    std::vector<kernels::OwnedSparseRows<double>> graphs;  // S of every view
    std::vector<mvcsc_steps::ObjectPair> pairs;
    reference::mvcsc::Problem reference;
    Matrix F;
};

}  // namespace mvlink::support
