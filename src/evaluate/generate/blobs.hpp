#pragma once

#include <mvlink/generate.hpp>

namespace mvlink {
inline namespace v1 {
namespace evaluate {

/// Throws Error if such blobs cannot be made.
void require_blobs(const BlobsOptions& options);

/// One centre per cluster, one after the other.
std::vector<double> draw_centres(const BlobsOptions& options, Random& random);

/// One row per label, around the centre of that number.
View draw_around(const std::vector<double>& centres, const std::vector<std::int32_t>& labels, const std::string& name,
                 const BlobsOptions& options, Random& random);

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
