#include "methods/constrained/self_taught_steps.hpp"

#include "kernels/symmetric_eigen.hpp"

#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

/// No eigenvalue of a symmetric matrix is larger than its largest sum of |entries| of a row.
bool is_shrunk_to_zero(const Eigen::MatrixXd& Y, double mu) {
    return Y.cwiseAbs().rowwise().sum().maxCoeff() <= mu;
}

Spectrum zero(Index n) {
    return {Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Identity(n, n)};
}

}  // namespace

Eigen::MatrixXd given_table(const Lesson& lesson) {
    Eigen::MatrixXd Q = Eigen::MatrixXd::Zero(lesson.W.rows(), lesson.W.cols());
    for (const KnownEntry& entry : lesson.known) {
        Q(entry.row, entry.col) = entry.weight * entry.target;
    }
    return Q;
}

Eigen::MatrixXd taught_cut(const Lesson& lesson, const Eigen::MatrixXd& Q) {
    const Eigen::MatrixXd A = lesson.alpha * lesson.W + lesson.beta * Q;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(A);
    return solved.eigenvectors().rightCols(lesson.n_clusters);
}

void completion_step(const Lesson& lesson, double mu, Pupil& pupil) {
    const double next_pace = (1 + std::sqrt(1 + 4 * pupil.pace * pupil.pace)) / 2;
    const Eigen::MatrixXd P = pupil.table + (pupil.pace - 1) / next_pace * (pupil.table - pupil.before);
    Eigen::MatrixXd Y = P + lesson.beta * (pupil.v * pupil.v.transpose());
    for (const KnownEntry& entry : lesson.known) {
        Y(entry.row, entry.col) -= entry.weight * (P(entry.row, entry.col) - entry.target);
    }
    pupil.Q = is_shrunk_to_zero(Y, mu) ? zero(Y.rows()) : shrunk(Y, mu);
    pupil.before = std::exchange(pupil.table, pupil.Q.matrix());
    pupil.pace = next_pace;
}

double objective_of(const Lesson& lesson, const Pupil& pupil) {
    double sum = lesson.mu * pupil.Q.values.cwiseAbs().sum();
    for (const KnownEntry& entry : lesson.known) {
        const double apart = pupil.table(entry.row, entry.col) - entry.target;
        sum += entry.weight * apart * apart / 2;
    }
    const Eigen::MatrixXd A = lesson.alpha * lesson.W + lesson.beta * pupil.table;
    return sum - (A * pupil.v).cwiseProduct(pupil.v).sum();
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
