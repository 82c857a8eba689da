#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "methods/kmeans/lloyd/state.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The result of a trial: labels, centroids as the model, warnings on empty clusters and on rounds that ran out. The
/// confidence is allocated and left to the method. Throws Error{usage} if the trial has not done a round.
Result family_result(const std::string& method, std::vector<OptionText> options, const View& view, const Trial& trial,
                     Context& context);

Matrix centroids_of(const Result& result);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
