#pragma once

#include <mvlink/context.hpp>
#include <mvlink/result.hpp>
#include <mvlink/view.hpp>

#include "kernels/matrix.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// Reads V (n x k): the label of a row is its largest entry (tie: the first), the confidence that entry's share of the
/// row. A row of zeros has label 0 and confidence 1 / k.
Partition partition_of(Scope scope, std::string name, const Matrix& V, Context& context);

/// The rows of V as their labels are read from them: as shares of the row where labels are largest entries (`shares`),
/// as they are where labels are nearest centres.
Embedding embedding_of(Scope scope, std::string name, const Matrix& V, bool shares);

/// The top features of each cluster of a view: the largest entries of its column of U (d x k), at most `most`, none
/// that is zero.
std::vector<Topic> topics_of(const std::string& view, const Matrix& U, Index most = 10);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
