#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

#include <cstddef>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Labels of rows from the columns of U that explain them best, for the views that the model knows. Scaling a row
/// changes neither its label nor its confidence.
std::vector<Partition> predict_by_basis(const Model& model, const Dataset& data, Context& context);

namespace cmvnmf_steps {

/// U (d x k) of view number `view`, as the model keeps it: "basis_0".
NamedArray basis_as_array(std::size_t view, const Matrix& U);
/// The same back, checked against the view's number of columns.
Matrix basis_of(const Model& model, std::size_t view);

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
