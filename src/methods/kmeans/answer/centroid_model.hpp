#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {

/// Labels of the nearest centroid, for a model with an array "centroids" (k x d).
std::vector<Partition> predict_by_centroids(const Model& model, const Dataset& data, Context& context);

namespace kmeans_family {

/// The model of a method whose result is its centroids.
Model centroid_model(std::string method, std::vector<OptionText> options, const View& view, const Matrix& centroids);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
