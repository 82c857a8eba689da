#pragma once

#include <mvlink/context.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/result.hpp>

#include "kernels/factor_products.hpp"
#include "methods/common/rounds.hpp"

#include <cstdint>
#include <span>

/// X ~ V U': V is n x k, U is d x k, none of them negative.
namespace mvlink {
inline namespace v1 {
namespace factors {

/// The objective of the course is |X - V U'|^2.
struct Factors : Course {
    Matrix V;
    Matrix U;
};

/// V = onehot(labels) + a little, so that no zero is final; U strictly positive and random. Labels of -1 start random.
Factors start_from_labels(std::span<const std::int32_t> labels, Index d, Index k, Random random);
/// Uniform on (0, 1).
Factors random_start(Index n, Index d, Index k, Random random);

/// The rounds of Lee and Seung: V, then U, by multiplicative updates, or V and U by sweeps over their columns.
/// `method` is named in messages.
Factors factorize_from(const kernels::ScaledRows& X, Factors start, const NmfOptions& options, const char* method,
                       Context& context);

/// Starts as asked for, the lowest objective wins; labels, if there are any, make the only start. Columns of U then
/// have sum 1. `method` names the random streams.
Factors factorize(const kernels::ScaledRows& X, const NmfOptions& options, std::span<const std::int32_t> start_labels,
                  const char* method, Context& context);

/// U <- U Q^-1, V <- V Q with Q = diag(column sums of U): the product stays. Columns of zeros stay.
void fix_scale(Factors& factors);

/// |X - V U'|^2 from what a pass left and the U since then.
double loss(double square_sum, const kernels::RowPass& pass, const Matrix& U, Context& context);

/// Lowers the loss of U (d x k), V as the pass left it.
void update_u(const kernels::RowPass& pass, NmfSolver solver, int sweeps, Matrix& U, Context& context);

/// Turns 0 / 0 of multiplicative steps into 0.
constexpr double kLeastDivisor = 1e-12;

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
