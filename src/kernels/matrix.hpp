#pragma once

#include <Eigen/Core>

namespace mvlink {
inline namespace v1 {

/// State and sums are double, row after row, whatever the scalar of the features.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

}  // namespace v1
}  // namespace mvlink
