#pragma once

#include "methods/smvc/state.hpp"

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// The lower bound, Eq. (8), term by term.
struct Bound {
    double data = 0;         // x and theta: sum_dm phi_dm (sum_ik psi f - sum_k KL), and the background's evidence
    double dimensions = 0;   // v: sum phi (ln r - ln phi)
    double rows = 0;         // z: sum psi (E ln pi - ln psi)
    double sizes = 0;        // pi: -KL of the Dirichlets
    double links = 0;        // w: sum xi w psi psi
    double constraints = 0;  // c: sum xi (ln h - ln xi)
    double normaliser = 0;   // of must-links
    double jacobian = 0;     // back to the units of the data

    [[nodiscard]] double total() const {
        return data + dimensions + rows + sizes + links + constraints + normaliser + jacobian;
    }
};
Bound bound(const Problem& problem, double strength, const State& state, Context& context);

/// What dimension d of clustering m adds, D x M: sum_ik psi f, and sum_k KL(NG || NG0).
struct DimensionTerms {
    Matrix likelihood;
    Matrix divergence;
};
DimensionTerms dimension_terms(const Problem& problem, const State& state);

/// ln p of one standardised dimension as a single normal distribution.
double background_evidence(const Problem& problem);

/// E ln pi_c.
Vector expected_log_weights(const Form& form, const Vector& lambda);

/// ln(1 + (e^w - 1) s), w > 0: the normaliser of one must-link where s = E sum_k pi_k^2.
double log_normaliser(double w, double s);
/// s of clustering m.
double expected_square(const Form& form, Index m, const Vector& lambda);

/// KL(Dir(lambda_m) || Dir(lambda0)).
double weight_divergence(const Form& form, Index m, const Vector& lambda);

/// Nats per row that clustering m gains over one normal distribution per dimension.
double explained(const Problem& problem, const State& state, Index m);

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
