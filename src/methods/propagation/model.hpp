#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/propagation.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Labels of rows of any of the model's views, as the base method predicts them.
std::vector<Partition> predict_by_base(const Model& model, const Dataset& data, Context& context);

namespace propagation_steps {

/// Adds the arrays of the base method's model of view v, its clusters renumbered: cluster h becomes number[h].
void add_view(const Model& of_view, int view, std::span<const Index> number, Model& model);

/// The model of one view as the base method left it.
Model model_of_view(const Model& model, std::size_t view);

/// Where the base method starts in view v, if the run starts from an earlier answer.
Start start_of_view(const Start& start, const Dataset& data, int view, const PropagationOptions& options);

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
