#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"
#include "methods/factors/answer/assignment.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// "U_<name>", "scale_<name>" and, if K-Means labels, "centres_<name>".
void add_factor(const std::string& name, const Matrix& U, double scale, const LabelRule& rule, Model& model);

/// The rule that the model has under this name, for V of so many columns.
LabelRule rule_of(const Model& model, const std::string& name, Index columns);
/// The option `normalize` of the model.
NmfNormalize normalize_of(const Model& model);
/// The number under "scale_<name>".
double scale_of(const Model& model, const std::string& name);

/// Warnings on rows without features, empty clusters and a run that did not converge.
void add_warnings(const Dataset& data, Result& result);

}  // namespace factors

/// Fold-in: V of the new rows with U of their view fixed, then the labels that go with it.
std::vector<Partition> predict_by_factors(const Model& model, const Dataset& data, Context& context);

}  // namespace v1
}  // namespace mvlink
