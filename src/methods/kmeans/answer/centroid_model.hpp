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

/// The model of a method whose answer is its centroids.
Model centroid_model(std::string method, std::vector<OptionText> options, const View& view, const Matrix& centroids);

/// Throws unless the dataset has one view (Error{usage}) with at least k rows (Error{input}).
const View& require_one_view(const Dataset& data, int n_clusters);

/// Where a warm start begins: centroids, and labels if that is what was given (else -1).
struct WarmStart {
    Matrix centroids;
    std::vector<std::int32_t> labels;
};

/// Reads a non-empty start, cluster numbers kept; clusters that no earlier label names are filled in by k-means++.
/// Throws Error{input} if its shape does not fit the data and k.
WarmStart warm_start(const Start& start, const View& view, Index k, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
