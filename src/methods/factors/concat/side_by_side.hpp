#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/nmf.hpp>

#include "methods/common/objects.hpp"

#include <span>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// All views side by side, one row per object, where every object has one row in every view: dense if all views are,
/// else sparse. Rows are multiplied as `normalize` says.
View side_by_side(const Dataset& data, const ObjectRows& objects, NmfNormalize normalize,
                  std::span<const double> scales, Context& context);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
