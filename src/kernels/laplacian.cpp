#include "kernels/laplacian.hpp"

#include "kernels/vertex_order.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 4096;
constexpr Index kFitsInCache = 16384;  // vertices, with 16 columns of float
constexpr Index kPatch = 4096;         // vertices, a quarter of that

/// The vectors D^1/2 1_C of at most `count` components that have an edge, those with more vertices first, unit length.
Matrix component_vectors(const NormalizedGraph& graph, Index count) {
    const GraphComponents found = graph_components(graph.S);
    std::vector<Index> vertices(at(found.count), 0);
    Vector volume = Vector::Zero(found.count);
    for (Index i = 0; i < graph.S.rows; ++i) {
        const std::int32_t c = found.component[at(i)];
        ++vertices[at(c)];
        volume[c] += graph.degree[i];
    }
    std::vector<Index> order(at(found.count));
    std::iota(order.begin(), order.end(), Index{0});
    std::erase_if(order, [&](Index c) { return vertices[at(c)] < 2; });
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return vertices[at(a)] > vertices[at(b)]; });
    if (static_cast<Index>(order.size()) > count) order.resize(at(count));

    std::vector<Index> column_of(at(found.count), -1);
    for (std::size_t c = 0; c < order.size(); ++c) {
        column_of[at(order[c])] = static_cast<Index>(c);
    }
    Matrix vectors = Matrix::Zero(graph.S.rows, static_cast<Index>(order.size()));
    for (Index i = 0; i < graph.S.rows; ++i) {
        const std::int32_t c = found.component[at(i)];
        if (column_of[at(c)] >= 0) vectors(i, column_of[at(c)]) = std::sqrt(graph.degree[i] / volume[c]);
    }
    return vectors;
}

/// |S x - x| / 2, the largest over the columns.
double residual_at_one(const SymmetricOperator& S, const Matrix& vectors, Context& context) {
    Matrix image(vectors.rows(), vectors.cols());
    S.apply(vectors, image, context);
    return (image - vectors).colwise().norm().maxCoeff() / (S.highest - S.lowest);
}

/// Rows of `from` in another order: row i is row order[i] of `from`, or the other way round.
Matrix moved(const Matrix& from, const std::vector<std::int32_t>& order, bool back, Context& context) {
    Matrix to(from.rows(), from.cols());
    parallel_for(context, from.rows(), kGrain, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
            const Index other = order[at(i)];
            to.row(back ? other : i) = from.row(back ? i : other);
        }
    });
    return to;
}

/// The block of a large graph does not fit in the cache, and its vertices come in any order.
EigenPairs solve_in_local_order(const Graph& S, const EigenRequest& request, Context& context) {
    if (S.rows < kFitsInCache) return largest_eigenpairs(SparseOperator(S), request, context);
    const std::vector<std::int32_t> order = local_order(S, kPatch);
    const Graph local = reordered(S, order, context);
    EigenRequest there = request;
    const Matrix start = moved(*request.start, order, false, context);
    there.start = &start;
    EigenPairs pairs = largest_eigenpairs(SparseOperator(local), there, context);
    pairs.vectors = moved(pairs.vectors, order, true, context);
    settle_signs(pairs.vectors);
    return pairs;
}

}  // namespace

NormalizedGraph normalized(Graph graph) {
    NormalizedGraph made{std::move(graph), {}};
    Graph& S = made.S;
    made.degree = Vector::Ones(S.rows);
    for (Index i = 0; i < S.rows; ++i) {
        const auto begin = S.values.begin() + S.offsets[at(i)], end = S.values.begin() + S.offsets[at(i) + 1];
        if (begin != end) made.degree[i] = std::accumulate(begin, end, 0.0);
    }
    const Vector root = made.degree.cwiseSqrt();
    for (Index i = 0; i < S.rows; ++i) {
        for (Index e = S.offsets[at(i)]; e < S.offsets[at(i) + 1]; ++e) {
            S.values[at(e)] /= root[i] * root[S.columns[at(e)]];
        }
    }
    return made;
}

EigenPairs largest_eigenpairs(const NormalizedGraph& graph, const EigenRequest& request, Context& context) {
    EigenRequest informed = request;
    const Matrix known = component_vectors(graph, request.count);
    if (request.start == nullptr) informed.start = &known;
    if (known.cols() < request.count || request.count <= 0) return solve_in_local_order(graph.S, informed, context);
    return {Vector::Ones(known.cols()), known, residual_at_one(SparseOperator(graph.S), known, context), 1, true};
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
