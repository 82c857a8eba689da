#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The means of the clusters in one view, and how its rows scatter around them.
struct ViewMeans {
    Matrix means;                 // k x d
    std::vector<Index> clusters;  // that have rows in the view; the others have no mean
    double scatter = 0;           // sum of squared distances to the mean of the label
};

ViewMeans means_of_view(const View& view, std::span<const std::int32_t> labels, Index k, Context& context);

/// Adds "centroids_<view>", and "clusters_<view>": their clusters.
void add_arrays(const View& view, const ViewMeans& found, Model& model);

}  // namespace kmeans_family

/// Labels every view of the data by the nearest of the means that the model has for it: "centroids" of its only view,
/// or what add_arrays stored.
std::vector<Partition> predict_by_view_means(const Model& model, const Dataset& data, Context& context);

}  // namespace v1
}  // namespace mvlink
