#pragma once

#include "kernels/matrix.hpp"
#include "methods/constrained/beliefs.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// What is known of a table of similarities: 1 on the diagonal and for pairs that belong together, 0 for pairs that do
/// not, each as surely as its constraint.
struct KnownEntry {
    Index row = 0, col = 0;
    double target = 1;
    double weight = 1;
};

/// Both orders of every pair, and the diagonal.
std::vector<KnownEntry> known_entries(const std::vector<Belief>& beliefs, Index n);

/// A symmetric matrix as eigenvalues and eigenvectors: values[j] belongs to column j.
struct Spectrum {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;

    [[nodiscard]] Eigen::MatrixXd matrix() const { return vectors * values.asDiagonal() * vectors.transpose(); }
};

/// Eigenvalues drawn towards zero by mu: the proximal step of the nuclear norm. The matrix is symmetric but for
/// rounding.
Spectrum shrunk(const Eigen::MatrixXd& Y, double mu);

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
