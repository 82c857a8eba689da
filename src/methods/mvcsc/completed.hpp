#pragma once

#include "kernels/graph.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// Which objects a view has.
using Presence = std::vector<bool>;

/// Objects that a view lacks are carried by the other views: an edge to such an object gets the mean weight that it has
/// in the other views which hold both ends. So every Laplacian is about all objects, no object is free to take any
/// value, and a view is neither favoured nor punished for what it lacks.
///
/// Departure: the paper has every object in every view.
std::vector<kernels::Graph> completed(const std::vector<kernels::Graph>& W, const std::vector<Presence>& present);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
