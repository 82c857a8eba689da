#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {

/// Fold-in of objects that have one row in every view of the model.
std::vector<Partition> predict_side_by_side(const Model& model, const Dataset& data, Context& context);

}  // namespace v1
}  // namespace mvlink
