#include "methods/nmf/factorize.hpp"

#include <mvlink/error.hpp>

#include "kernels/nonnegative.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace nmf_family {
namespace {

constexpr double kExplained = 1e-12;  // of |X|^2: what is left is rounding
constexpr double kSmoothing = 0.2;  // beside the 1 of a label; a pure 0 would stay 0 under multiplicative updates

Matrix random_matrix(Index rows, Index cols, Random& random) {
    Matrix out(rows, cols);
    for (Index entry = 0; entry < out.size(); ++entry) {
        out.data()[entry] = 1 - random.uniform();  // in (0, 1]
    }
    return out;
}

/// How often a factor with so many rows is swept before X is read again: sweeps cost k a entry of the factor, a pass
/// about twice the entries of X.
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

void require_finite(double objective, int round) {
    if (std::isfinite(objective)) return;
    throw Error(
        ErrorCode::numerical,
        fmt::format("the objective is not finite in round {}; the squared features overflow: scale them down", round));
}

/// Lower by more than rounding, so that dense and sparse rows keep the same start.
bool is_lower(double objective, double than) {
    return objective < than - 1e-12 * std::abs(than);
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

bool has_settled(const std::vector<double>& objective, double tol) {
    if (objective.size() < 2) return false;
    const double before = objective[objective.size() - 2];
    return before - objective.back() <= tol * before;
}

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
    return std::max(0.0, kernels::factor_loss(square_sum, pass.XtV, U, pass.VtV, kernels::gram(U, context)));
}

Factors run_rounds(const kernels::ScaledRows& X, Factors start, const NmfOptions& options, Context& context) {
    Factors factors = std::move(start);
    const Index k = factors.U.cols();
    const double squares = kernels::square_sum(X, context);
    const int sweeps_v = sweeps_for(factors.V.rows(), k, X.X), sweeps_u = sweeps_for(factors.U.rows(), k, X.X);
    for (int t = 0; t < options.max_iter; ++t) {
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
        factors.objective.push_back(loss(squares, pass, factors.U, context));
        require_finite(factors.objective.back(), t + 1);

        const bool explained = factors.objective.back() <= kExplained * squares;
        if (explained || has_settled(factors.objective, options.tol)) {
            factors.stop_reason = StopReason::converged;
            break;
        }
        if (context.cancelled({t + 1, options.max_iter, factors.objective.back()})) {
            factors.stop_reason = StopReason::cancelled;
            break;
        }
    }
    return factors;
}

Factors factorize(const kernels::ScaledRows& X, const NmfOptions& options, std::span<const std::int32_t> start_labels,
                  std::string_view purpose, Context& context) {
    const Index n = row_count(X.X), d = column_count(X.X), k = options.n_clusters;
    Factors best;
    const int starts = start_labels.empty() ? options.n_init : 1;
    for (int restart = 0; restart < starts && best.stop_reason != StopReason::cancelled; ++restart) {
        const Random random = context.stream(std::string(purpose) + "/init", static_cast<std::uint64_t>(restart));
        Factors found = run_rounds(
            X, start_labels.empty() ? random_start(n, d, k, random) : start_from_labels(start_labels, d, k, random),
            options, context);
        const bool cancelled = found.stop_reason == StopReason::cancelled;
        if (restart == 0 || is_lower(found.objective.back(), best.objective.back())) best = std::move(found);
        if (cancelled) best.stop_reason = StopReason::cancelled;
    }
    fix_scale(best);
    if (options.solver == NmfSolver::hals) refit(X, best, context);
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

Matrix fold_in(const kernels::ScaledRows& X, const Matrix& U, Context& context) {
    return kernels::nonnegative_rows(kernels::gram(U, context), kernels::times(X, U, context), context);
}

}  // namespace nmf_family
}  // namespace v1
}  // namespace mvlink
