#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/objects.hpp"
#include "methods/spectral/embedding.hpp"
#include "methods/spectral/view_graphs.hpp"

#include <span>
#include <vector>

/// Public to methods: rows that a model has not seen, placed among its objects.
namespace mvlink {
inline namespace v1 {
namespace spectral_family {

/// Everything that predict needs: the coordinates F of the objects, the centres, and of each view its rows, degrees and
/// how much its graph shrinks each coordinate.
void add_extension(const Dataset& data, const ObjectRows& rows, const ObjectGraphs& graphs, const Matrix& F,
                   std::span<const double> view_weights, const EmbeddingRule& rule, Model& model, Context& context);

}  // namespace spectral_family

/// Labels of new objects from any subset of the views: the Nystrom extension of the coordinates, then the nearest
/// centre.
std::vector<Partition> predict_by_extension(const Model& model, const Dataset& data, Context& context);

}  // namespace v1
}  // namespace mvlink
