#include "methods/spectral/diagonal.hpp"

#include "runtime/index.hpp"

namespace mvlink {
inline namespace v1 {
namespace spectral_family {

kernels::OwnedSparseRows<double> with_diagonal(const kernels::Graph& graph, const Vector& diagonal) {
    kernels::OwnedSparseRows<double> out{graph.rows, graph.cols, {0}, {}, {}};
    out.columns.reserve(graph.columns.size() + at(graph.rows));
    out.values.reserve(graph.columns.size() + at(graph.rows));
    const auto add = [&](std::int32_t column, double value) {
        out.columns.push_back(column);
        out.values.push_back(value);
    };
    for (Index i = 0; i < graph.rows; ++i) {
        bool placed = diagonal[i] == 0;
        for (Index e = graph.offsets[at(i)]; e < graph.offsets[at(i + 1)]; ++e) {
            if (!placed && graph.columns[at(e)] > i) {
                add(static_cast<std::int32_t>(i), diagonal[i]);
                placed = true;
            }
            add(graph.columns[at(e)], graph.values[at(e)]);
        }
        if (!placed) add(static_cast<std::int32_t>(i), diagonal[i]);
        out.offsets.push_back(static_cast<Index>(out.columns.size()));
    }
    return out;
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
