#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {

/// What was done to the training rows is done to others: nearest centroids, one clustering after the other.
std::vector<Partition> predict_orthogonal(const Model& model, const Dataset& data, Context& context);
std::vector<Partition> predict_alternative(const Model& model, const Dataset& data, Context& context);
/// The nearest medoid in its own columns; outliers have confidence 0.
std::vector<Partition> predict_proclus(const Model& model, const Dataset& data, Context& context);

}  // namespace v1
}  // namespace mvlink
