#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>

#include "methods/common/objects.hpp"
#include "methods/common/rounds.hpp"
#include "methods/constrained/completion.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// The singular vectors of a view's rows of length 1 (objects x s, orthonormal columns), and singular values.
struct Basis {
    Eigen::MatrixXd U;
    Eigen::VectorXd singular;
};
Basis basis_of(const Dataset& data, const ObjectRows& rows, int view, Index most, Context& context);

/// min sum_v (mu |M_v|_* + C/2 |P_O(U_v M_v U_v' - T)|^2) + lambda/2 sum_{v<w} |U_v M_v U_v' - U_w M_w U_w'|^2.
struct Completion {
    std::vector<Eigen::MatrixXd> U;
    std::vector<KnownEntry> known;  ///< T and O
    double C = 1, mu = 1, lambda = 1;
    /// U_v' U_w, at v * views + w.
    std::vector<Eigen::MatrixXd> overlap = {};

    void prepare();
    [[nodiscard]] std::size_t views() const { return U.size(); }
};

/// M_v of every view, s x s.
struct Similarities : Course {
    std::vector<Spectrum> M;
    std::vector<Eigen::MatrixXd> table;  ///< M_v as matrices
};

/// M_v <- shrink(M_v - G_v / l, mu / l), G_v the gradient of the smooth part and l = C + lambda (views - 1). Never
/// raises the objective.
void completion_step(const Completion& problem, std::size_t v, Similarities& state);

double objective_of(const Completion& problem, const Similarities& state);

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
