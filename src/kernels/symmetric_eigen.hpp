#pragma once

#include <Eigen/Eigenvalues>

/// Eigenvalues of small dense symmetric matrices, by Eigen. The solver is compiled once, in symmetric_eigen.cpp,
/// instead of 5 s in every file that uses it. Give it a MatrixXd: for an expression it would be compiled again.
namespace Eigen {

extern template class SelfAdjointEigenSolver<MatrixXd>;
extern template SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(
    const EigenBase<MatrixXd>& matrix, int options);

}  // namespace Eigen
