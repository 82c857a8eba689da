#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Labels of rows from the columns of U that explain them best, for a model with an array basis_array(v) (d x k) of
/// every view v it knows. Scaling a row changes neither its label nor its confidence.
std::vector<Partition> predict_by_fold_in(const Model& model, const Dataset& data, Context& context);

namespace factors {

/// The name of the array of a model that holds U of its view number `view`: "basis_0".
std::string basis_array(std::size_t view);
NamedArray basis_as_array(std::size_t view, const Matrix& U);
/// U of view number `view`, checked against the view's number of columns.
Matrix basis_of(const Model& model, std::size_t view);

/// The V >= 0 that makes |X - V U'| smallest, U fixed: every row by coordinate descent.
Matrix fold_in(const Features& X, const Matrix& U, Context& context);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
