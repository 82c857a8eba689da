#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/smvc.hpp>

#include "methods/smvc/state.hpp"

#include <functional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// Numbers of clusters, one per clustering.
using Sizes = std::vector<int>;

/// Throws Error{usage} if options contradict each other, Error{input} if they do not fit the data.
void require_fit(const SmvcOptions& options, const View& view, Index dims);

/// True if the bound has to choose the number of clusterings or of clusters.
bool is_open(const SmvcOptions& options);

/// The requested sizes, if nothing is left open.
Sizes asked_sizes(const SmvcOptions& options);

/// The largest that a search tries.
Sizes largest_sizes(const SmvcOptions& options, Index dims);

/// Calls bound_of for every number of clusterings and clusters in the ranges (one number of clusters for all
/// clusterings), then changes single clusterings by one cluster while the bound rises. `stop` ends the search.
void search_sizes(const SmvcOptions& options, Index dims, const std::function<double(const Sizes&)>& bound_of,
                  const std::function<bool()>& stop);

Form form_of(const SmvcOptions& options, const Sizes& sizes);

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
