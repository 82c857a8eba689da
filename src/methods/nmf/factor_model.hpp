#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"
#include "methods/nmf/assignment.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace nmf_family {

NamedArray to_array(std::string name, const Matrix& values);
Matrix to_matrix(const NamedArray& array);

/// "U_<name>", "scale_<name>" and where K-Means labels "centres_<name>".
void add_factor(const std::string& name, const Matrix& U, double scale, const LabelRule& rule, Model& model);

/// The rule that the model has under this name, for V of so many columns.
LabelRule rule_of(const Model& model, const std::string& name, Index columns);
/// The option `normalize` of the model.
NmfNormalize normalize_of(const Model& model);
/// The number under "scale_<name>".
double scale_of(const Model& model, const std::string& name);

/// Method, options, seed and a model without arrays.
Result empty_result(std::string method, std::vector<OptionText> options, const Dataset& data, Context& context);

/// Warnings on rows without features, empty clusters and rounds that ran out.
void add_warnings(const Dataset& data, Result& result);

/// The labels that a start gives for the rows of a view; empty where there is none.
std::vector<std::int32_t> start_labels(const Start& start, const View& view, int n_clusters, Context& context);

}  // namespace nmf_family

/// Fold-in: V of the new rows with U of their view fixed, then the labels that go with it.
std::vector<Partition> predict_by_factors(const Model& model, const Dataset& data, Context& context);

}  // namespace v1
}  // namespace mvlink
