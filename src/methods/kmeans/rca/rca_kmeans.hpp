#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {

/// Labels of the nearest centroid after the map "transform" (d x d), which rows and "centroids" (k x d) both take.
std::vector<Partition> predict_by_mapped_centroids(const Model& model, const Dataset& data, Context& context);

}  // namespace v1
}  // namespace mvlink
