#pragma once

#include <mvlink/spectral.hpp>
#include <mvlink/view.hpp>

#include "kernels/graph.hpp"
#include "kernels/neighbours.hpp"

namespace mvlink {
inline namespace v1 {
namespace spectral_family {

/// The part of a method's options that says how views become graphs.
template <class Options>
GraphOptions graph_options(const Options& options) {
    return {options.n_neighbors, options.metric, options.affinity, options.sigma, options.symmetry, options.search};
}

/// What the options stand for in one view.
struct GraphPlan {
    bool precomputed = false;
    kernels::NeighbourRequest neighbours;
    kernels::GraphRequest edges;
};

/// Throws Error{usage} if the options exclude each other, and Error{input} if the view has too few rows for them.
GraphPlan graph_plan(const GraphOptions& options, const View& view);

/// The same for rows that join `rows` training rows. Too few rows: as many neighbours as there are.
GraphPlan extension_plan(const GraphOptions& options, bool sparse, Index rows);

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
