#pragma once

#include <mvlink/matrix.hpp>
#include <mvlink/model.hpp>

#include "kernels/matrix.hpp"

#include <string>
#include <utility>
#include <vector>

/// Arrays of a model as matrices, and back.
namespace mvlink {
inline namespace v1 {

inline NamedArray to_array(std::string name, const Matrix& values) {
    return {std::move(name), values.rows(), values.cols(), {values.data(), values.data() + values.size()}};
}

/// An array of one row.
inline NamedArray to_array(std::string name, std::vector<double> values) {
    const auto cols = static_cast<Index>(values.size());
    return {std::move(name), 1, cols, std::move(values)};
}

inline Matrix to_matrix(const NamedArray& array) {
    return Eigen::Map<const Matrix>(array.values.data(), array.rows, array.cols);
}

/// The matrix as rows that kernels and views read; it must outlive them.
inline DenseRows<double> as_rows(const Matrix& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(), matrix.cols(), 1};
}

}  // namespace v1
}  // namespace mvlink
