#include "kernels/symmetric_eigen.hpp"

namespace Eigen {

template class SelfAdjointEigenSolver<MatrixXd>;
template SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(const EigenBase<MatrixXd>& matrix,
                                                                                     int options);

}  // namespace Eigen
