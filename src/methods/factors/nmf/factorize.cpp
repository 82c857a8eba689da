#include "methods/factors/nmf/factorize.hpp"

#include "kernels/nonnegative.hpp"
#include "kernels/thin_products.hpp"
#include "methods/common/best_start.hpp"
#include "methods/common/settling.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

constexpr double kExplained = 1e-12;  // of |X|^2: what is left is rounding
constexpr double kSmoothing = 0.2;    // beside the 1 of a label; a pure 0 would stay 0 under multiplicative updates

Matrix random_matrix(Index rows, Index cols, Random& random) {
    Matrix out(rows, cols);
    for (Index entry = 0; entry < out.size(); ++entry) {
        out.data()[entry] = 1 - random.uniform();  // in (0, 1]
    }
    return out;
}

/// How often a factor with so many rows is swept before X is read again: a sweep costs k per entry of the factor, a
/// pass about twice the entries of X.
int sweeps_for(Index rows, Index k, const Features& X) {
    constexpr double kMost = 8;
    const auto entries = std::visit(
        []<class Rows>(const Rows& rows_of) {
            if constexpr (Rows::kSparse) return rows_of.nonzeros();
            return rows_of.rows * rows_of.cols;
        },
        X);
    const double ratio = 2 * static_cast<double>(entries) / static_cast<double>(rows * k);
    return static_cast<int>(std::clamp(1 + ratio / 4, 1.0, kMost));
}

/// The rows' best V for the final U: what predict gives for the same rows.
void refit(const kernels::ScaledRows& X, Factors& factors, Context& context) {
    const Matrix G = kernels::gram(factors.U, context);
    const Matrix B = kernels::times(X, factors.U, context);
    factors.V = kernels::nonnegative_rows(G, B, context);
    const double fit = B.cwiseProduct(factors.V).sum();
    const double size = kernels::gram(factors.V, context).cwiseProduct(G).sum();
    const double objective = std::max(0.0, kernels::square_sum(X, context) - 2 * fit + size);
    factors.objective.back() = std::min(factors.objective.back(), objective);
}

}  // namespace

Factors random_start(Index n, Index d, Index k, Random random) {
    Factors start;
    start.U = random_matrix(d, k, random);
    start.V = random_matrix(n, k, random);
    return start;
}

Factors start_from_labels(std::span<const std::int32_t> labels, Index d, Index k, Random random) {
    Factors start = random_start(static_cast<Index>(labels.size()), d, k, random);
    for (std::size_t row = 0; row < labels.size(); ++row) {
        if (labels[row] < 0 || labels[row] >= k) continue;
        start.V.row(static_cast<Index>(row)).setConstant(kSmoothing);
        start.V(static_cast<Index>(row), labels[row]) += 1;
    }
    return start;
}

void update_u(const kernels::RowPass& pass, NmfSolver solver, int sweeps, Matrix& U, Context& context) {
    if (solver == NmfSolver::mu) {
        kernels::multiplicative_step(pass.XtV, pass.VtV, {.eps = kLeastDivisor}, U, context);
        return;
    }
    constexpr Index kGrain = 128;
    parallel_for(context, U.rows(), kGrain, [&](Index begin, Index end) {
        kernels::coordinate_sweeps(pass.VtV, pass.XtV.middleRows(begin, end - begin), sweeps,
                                   U.middleRows(begin, end - begin));
    });
}

double loss(double square_sum, const kernels::RowPass& pass, const Matrix& U, Context& context) {
    const double left = kernels::factor_loss(square_sum, pass.XtV, U, pass.VtV, kernels::gram(U, context));
    return left < 0 ? 0
                    : left;  // below 0 by rounding only; NaN stays, so that an overflow is not taken for a perfect fit
}

Factors factorize_from(const kernels::ScaledRows& X, Factors start, const NmfOptions& options, const char* method,
                       Context& context) {
    Factors factors = std::move(start);
    const Index k = factors.U.cols();
    const double squares = kernels::square_sum(X, context);
    const int sweeps_v = sweeps_for(factors.V.rows(), k, X.X), sweeps_u = sweeps_for(factors.U.rows(), k, X.X);
    const auto round = [&](int) {
        const Matrix G = kernels::gram(factors.U, context);
        const auto update_v = [&](Index first, Matrix& XU) {
            auto V = factors.V.middleRows(first, XU.rows());
            if (options.solver == NmfSolver::mu) {
                V = V.array() * XU.array() / (V * G).array().max(kLeastDivisor);
            } else {
                kernels::coordinate_sweeps(G, XU, sweeps_v, V);
            }
            return 0.0;
        };
        const kernels::RowPass pass = kernels::update_rows(X, factors.U, factors.V, update_v, context);
        update_u(pass, options.solver, sweeps_u, factors.U, context);
        return loss(squares, pass, factors.U, context);
    };
    run_rounds({method, options.max_iter}, factors, context, round, [&](int) {
        return factors.objective.back() <= kExplained * squares || has_stopped_falling(factors.objective, options.tol);
    });
    return factors;
}

Factors factorize(const kernels::ScaledRows& X, const NmfOptions& options, std::span<const std::int32_t> start_labels,
                  const char* method, Context& context) {
    const Index n = row_count(X.X), d = column_count(X.X), k = options.n_clusters;
    Factors best = best_of(start_labels.empty() ? options.n_init : 1, context, [&](int restart) {
        const Random random = context.stream(std::string(method) + "/init", static_cast<std::uint64_t>(restart));
        return factorize_from(
            X, start_labels.empty() ? random_start(n, d, k, random) : start_from_labels(start_labels, d, k, random),
            options, method, context);
    });
    fix_scale(best);
    const bool is_whole = best.stop_reason != StopReason::cancelled;  // whoever cancels waits for nothing more
    if (options.solver == NmfSolver::hals && is_whole) refit(X, best, context);
    return best;
}

void fix_scale(Factors& factors) {
    const Vector sums = factors.U.colwise().sum().transpose();
    for (Index j = 0; j < sums.size(); ++j) {
        if (sums[j] <= 0) continue;
        factors.U.col(j) /= sums[j];
        factors.V.col(j) *= sums[j];
    }
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
