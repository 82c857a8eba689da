#include "kernels/graph.hpp"

#include "kernels/sparse_assembly.hpp"
#include "runtime/abandon.hpp"
#include "runtime/index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 4096;

/// Distance from every vertex to the last of its neighbours.
Vector reach(const Neighbours& neighbours) {
    Vector distance = Vector::Zero(neighbours.rows);
    if (neighbours.k == 0) return distance;
    for (Index i = 0; i < neighbours.rows; ++i) {
        distance[i] = std::sqrt(std::max(0.0, neighbours.distance[at((i + 1) * neighbours.k - 1)]));
    }
    return distance;
}

/// The upper median of the positive ones; 1 if there is none, as when all rows are equal.
double median_of_positive(const Vector& values) {
    std::vector<double> positive;
    std::copy_if(values.begin(), values.end(), std::back_inserter(positive), [](double value) { return value > 0; });
    if (positive.empty()) return 1;
    const auto middle = positive.begin() + static_cast<std::ptrdiff_t>(positive.size() / 2);
    std::nth_element(positive.begin(), middle, positive.end());
    return *middle;
}

Vector scales(const Neighbours& neighbours, const GraphRequest& request) {
    if (request.weights == EdgeWeights::gaussian) return Vector::Constant(neighbours.rows, request.sigma);
    if (request.weights == EdgeWeights::cosine || request.weights == EdgeWeights::binary) {
        return Vector::Ones(neighbours.rows);
    }
    Vector scale = reach(neighbours);
    const double median = median_of_positive(scale);
    if (request.weights == EdgeWeights::median) return Vector::Constant(neighbours.rows, median);
    return scale.unaryExpr([&](double s) { return s > 0 ? s : median; });
}

/// The weight of an edge between vertices of these scales, 0 if there is none.
double edge_weight(EdgeWeights weights, double distance, double scale, double other_scale) {
    double weight = 1;
    if (weights == EdgeWeights::cosine) {
        weight = std::min(1.0, 1 - distance);
    } else if (weights == EdgeWeights::local_scaling) {
        weight = std::exp(-std::max(0.0, distance) / (scale * other_scale));
    } else if (weights != EdgeWeights::binary) {
        weight = std::exp(-std::max(0.0, distance) / (2 * scale * other_scale));
    }
    return weight >= std::numeric_limits<double>::min() ? weight : 0;  // what is denormal has no precision left
}

/// Row i holds the neighbours of i only; the weight 0 is kept, so that all rows have k entries.
Graph directed_graph(const Neighbours& neighbours, EdgeWeights weights, const Vector& scale, Context& context) {
    const Index n = neighbours.rows, k = neighbours.k;
    Graph graph{n, n, std::vector<Index>(at(n) + 1), std::vector<std::int32_t>(at(n * k)),
                std::vector<double>(at(n * k))};
    for (Index i = 0; i <= n; ++i) {
        graph.offsets[at(i)] = i * k;
    }
    parallel_for(context, n, kGrain, [&](Index begin, Index end) {
        std::vector<std::pair<std::int32_t, double>> line(at(k));
        for (Index i = begin; i < end; ++i) {
            for (Index e = 0; e < k; ++e) {
                line[at(e)] = {neighbours.index[at(i * k + e)], neighbours.distance[at(i * k + e)]};
            }
            std::sort(line.begin(), line.end());
            for (Index e = 0; e < k; ++e) {
                const auto [j, distance] = line[at(e)];
                graph.columns[at(i * k + e)] = j;
                graph.values[at(i * k + e)] = edge_weight(weights, distance, scale[i], scale[j]);
            }
        }
    });
    return graph;
}

}  // namespace

WeightedGraph neighbour_graph(const Neighbours& neighbours, const GraphRequest& request, Context& context) {
    Vector scale = scales(neighbours, request);
    const Graph out = directed_graph(neighbours, request.weights, scale, context);
    end_if_abandoned(context);
    const Graph in = transposed(out.view());
    const bool mutual = request.symmetry == Symmetry::mutual;
    Graph graph = assembled(neighbours.rows, context, [&](Index row, SparseLine& line) {
        for_each_in_either(out.view(), in.view(), row, [&](std::int32_t column, double there, double back) {
            const double weight = mutual ? std::min(there, back) : std::max(there, back);
            if (weight > 0 && column != row) line.add(column, weight);
        });
    });
    return {std::move(graph), std::move(scale)};
}

GraphComponents graph_components(const Graph& graph) {
    GraphComponents found{std::vector<std::int32_t>(at(graph.rows), -1), 0, 0};
    std::vector<std::int32_t> queue;
    for (Index seed = 0; seed < graph.rows; ++seed) {
        if (found.component[at(seed)] >= 0) continue;
        const auto number = static_cast<std::int32_t>(found.count++);
        if (graph.offsets[at(seed)] == graph.offsets[at(seed) + 1]) ++found.isolated;
        found.component[at(seed)] = number;
        queue.assign(1, static_cast<std::int32_t>(seed));
        while (!queue.empty()) {
            const Index vertex = queue.back();
            queue.pop_back();
            for (Index e = graph.offsets[at(vertex)]; e < graph.offsets[at(vertex) + 1]; ++e) {
                const std::int32_t other = graph.columns[at(e)];
                if (found.component[at(other)] >= 0) continue;
                found.component[at(other)] = number;
                queue.push_back(other);
            }
        }
    }
    return found;
}

Graph weighted_sum(std::span<const Graph> graphs, std::span<const double> weights, Context& context) {
    const Index n = graphs.empty() ? 0 : graphs.front().rows;
    return assembled(n, context, [&](Index row, SparseLine& line) {
        std::vector<Index> next(graphs.size());
        for (std::size_t v = 0; v < graphs.size(); ++v) {
            next[v] = graphs[v].offsets[at(row)];
        }
        while (true) {
            std::int32_t column = std::numeric_limits<std::int32_t>::max();
            bool any = false;
            for (std::size_t v = 0; v < graphs.size(); ++v) {
                if (next[v] == graphs[v].offsets[at(row) + 1]) continue;
                column = std::min(column, graphs[v].columns[at(next[v])]);
                any = true;
            }
            if (!any) break;
            double sum = 0;  // in the order of the views, so that (i, j) and (j, i) are equal to the bit
            for (std::size_t v = 0; v < graphs.size(); ++v) {
                if (next[v] == graphs[v].offsets[at(row) + 1] || graphs[v].columns[at(next[v])] != column) continue;
                sum += weights[v] * graphs[v].values[at(next[v]++)];
            }
            if (sum > 0) line.add(column, sum);
        }
    });
}

Graph lifted(const Graph& graph, std::span<const Index> object_of, Index n_objects) {
    std::vector<Index> begin_of(at(n_objects) + 1, 0), rows(at(graph.rows));
    for (const Index object : object_of) {
        ++begin_of[at(object) + 1];
    }
    std::partial_sum(begin_of.begin(), begin_of.end(), begin_of.begin());
    std::vector<Index> next(begin_of.begin(), begin_of.end() - 1);
    for (Index row = 0; row < graph.rows; ++row) {
        rows[at(next[at(object_of[at(row)])]++)] = row;
    }
    Context alone(Context::Settings{.threads = 1});
    std::vector<std::pair<std::int32_t, double>> edges;
    return assembled(n_objects, alone, [&](Index object, SparseLine& line) {
        edges.clear();
        for (Index r = begin_of[at(object)]; r < begin_of[at(object) + 1]; ++r) {
            const Index row = rows[at(r)];
            for (Index e = graph.offsets[at(row)]; e < graph.offsets[at(row) + 1]; ++e) {
                const Index other = object_of[at(graph.columns[at(e)])];
                if (other != object) edges.emplace_back(static_cast<std::int32_t>(other), graph.values[at(e)]);
            }
        }
        std::sort(edges.begin(), edges.end());  // by weight too: both ends of an edge are summed in the same order
        for (std::size_t e = 0; e < edges.size();) {
            const std::int32_t column = edges[e].first;
            double sum = 0;
            for (; e < edges.size() && edges[e].first == column; ++e) {
                sum += edges[e].second;
            }
            line.add(column, sum);
        }
    });
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
