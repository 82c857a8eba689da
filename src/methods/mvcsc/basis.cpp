#include "methods/mvcsc/basis.hpp"

#include "kernels/symmetric_eigen.hpp"
#include "kernels/thin_products.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

void turn_to_principal_basis(const Problem& problem, Answer& answer, Context& context) {
    Matrix& F = answer.trial.state.F;
    const kernels::Graph S = kernels::weighted_sum(problem.S, answer.trial.state.mu, context);
    const Matrix small = kernels::transposed_times(F, kernels::times(S.view(), F, context), context);
    const Eigen::MatrixXd symmetric = (small + small.transpose()) / 2;
    Matrix turn = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvectors().rowwise().reverse();
    F = Matrix(F * turn);
    for (Index column = 0; column < F.cols(); ++column) {
        Index largest = 0;
        F.col(column).cwiseAbs().maxCoeff(&largest);
        if (F(largest, column) >= 0) continue;
        F.col(column) *= -1;
        turn.col(column) *= -1;
    }
    answer.rule.centres = Matrix(answer.rule.centres * turn);
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
