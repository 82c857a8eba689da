#include "methods/mvcsc/completed.hpp"

#include "runtime/index.hpp"

#include <algorithm>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

/// How many views other than k hold both objects.
double holders(const std::vector<Presence>& present, std::size_t k, Index i, Index j) {
    int count = 0;
    for (std::size_t view = 0; view < present.size(); ++view) {
        if (view != k && present[view][at(i)] && present[view][at(j)]) ++count;
    }
    return count;
}

/// The edges of an object in view k: its own, and those to or from what the view lacks.
std::map<std::int32_t, double> edges_of(const std::vector<kernels::Graph>& W, const std::vector<Presence>& present,
                                        std::size_t k, Index i) {
    std::map<std::int32_t, double> edges;
    for (std::size_t view = 0; view < W.size(); ++view) {
        for (Index entry = W[view].offsets[at(i)]; entry < W[view].offsets[at(i) + 1]; ++entry) {
            const std::int32_t j = W[view].columns[at(entry)];
            const double weight = W[view].values[at(entry)];
            if (view == k) {
                edges[j] += weight;
            } else if (!present[k][at(i)] || !present[k][at(j)]) {
                edges[j] += weight / holders(present, k, i, j);
            }
        }
    }
    return edges;
}

}  // namespace

std::vector<kernels::Graph> completed(const std::vector<kernels::Graph>& W, const std::vector<Presence>& present) {
    std::vector<kernels::Graph> out;
    for (std::size_t k = 0; k < W.size(); ++k) {
        if (std::all_of(present[k].begin(), present[k].end(), [](bool has) { return has; })) {
            out.push_back(W[k]);
            continue;
        }
        kernels::Graph graph{W[k].rows, W[k].cols, {0}, {}, {}};
        for (Index i = 0; i < W[k].rows; ++i) {
            for (const auto& [j, weight] : edges_of(W, present, k, i)) {
                graph.columns.push_back(j);
                graph.values.push_back(weight);
            }
            graph.offsets.push_back(static_cast<Index>(graph.values.size()));
        }
        out.push_back(std::move(graph));
    }
    return out;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
