#pragma once

#include <mvlink/context.hpp>

#include "kernels/stiefel.hpp"
#include "methods/mvcsc/object_links.hpp"
#include "methods/mvcsc/quadratic.hpp"

#include <vector>

/// The constraints of mode=paper: C F = Z with gamma |Z|_1 in the objective, Algorithm 2.
namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// sign(x) max(|x| - y, 0).
double shrink(double x, double y);

/// C (sec. 3.2), one row per constraint: (-1, +1) of a must-link, (+1, +1) of a cannot-link, times its weight.
class LinkRows {
public:
    LinkRows(const std::vector<ObjectPair>& pairs, Index n);
    [[nodiscard]] Index count() const { return C_.rows; }
    /// C F, one row per constraint.
    [[nodiscard]] Matrix times(const Matrix& F, Context& context) const;
    /// C' R.
    [[nodiscard]] Matrix transposed_times(const Matrix& R, Context& context) const;

private:
    kernels::OwnedSparseRows<double> C_, transposed_;
};

/// What ADMM carries from step to step: Z and the multiplier lambda, one row per constraint.
struct Multipliers {
    Matrix Z, lambda;
};

struct AdmmSettings {
    double gamma = 0.01;
    double rho = 1;
    int search_steps = 5;  ///< of the curvilinear search
    bool centred = false;  ///< two classes (sec. 3.2): F has one column, and f'1 = 0
};

/// One iteration of Algorithm 2: F by the curvilinear search, Z by Eq. (3), lambda by Eq. (4). `L` is the weighted sum
/// of the views' Laplacians.
void admm_step(const Quadratic& L, const LinkRows& C, const AdmmSettings& settings, Matrix& F, Multipliers& multipliers,
               Context& context);

/// gamma |C F|_1.
double link_loss(const LinkRows& C, double gamma, const Matrix& F, Context& context);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
