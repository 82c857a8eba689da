#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include "methods/kmeans/metric/metric.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {

/// Labels of the nearest centroid under the learnt metrics, log determinants included.
std::vector<Partition> predict_by_metrics(const Model& model, const Dataset& data, Context& context);

namespace kmeans_family {

/// Adds the metrics to a model that has its centroids.
void add_metrics(const Metrics& metrics, Model& model);

/// The metrics in readable form.
std::vector<LearntMetric> explain(const Metrics& metrics, const Vector& deviation);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
