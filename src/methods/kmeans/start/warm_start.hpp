#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The start of a warm start: centroids, and labels if that is what was given (else -1).
struct WarmStart {
    Matrix centroids;
    std::vector<std::int32_t> labels;
};

/// Reads a non-empty start for the only view of the data, cluster numbers kept; clusters that no earlier label names
/// are filled in by k-means++. Throws Error{input} if its shape does not fit the data and k.
WarmStart warm_start(const Start& start, const Dataset& data, Index k, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
