#include "kernels/edge_weights.hpp"

#include "runtime/index.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {

Graph edge_weights(const NormalizedGraph& graph) {
    Graph W = graph.S;
    for (Index i = 0; i < W.rows; ++i) {
        for (Index entry = W.offsets[at(i)]; entry < W.offsets[at(i) + 1]; ++entry) {
            W.values[at(entry)] *= std::sqrt(graph.degree[i] * graph.degree[W.columns[at(entry)]]);
        }
    }
    return W;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
