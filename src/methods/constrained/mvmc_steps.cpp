#include "methods/constrained/mvmc_steps.hpp"

#include "kernels/eigenvectors.hpp"
#include "kernels/rows.hpp"
#include "runtime/index.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

constexpr double kNoDirection = 1e-10;  // of the largest eigenvalue: directions below are rounding

/// The rows of an object's mean, each of length 1, as sparse rows: one per object.
kernels::OwnedSparseRows<double> unit_rows(const View& view, const ObjectRows& rows, int number) {
    kernels::OwnedSparseRows<double> out{rows.count(), view.cols(), {0}, {}, {}};
    view.visit([&](const auto& X) {
        kernels::RowReader<std::decay_t<decltype(X)>> read(X);
        Eigen::VectorXd sum(X.cols), row(X.cols);
        for (Index object = 0; object < rows.count(); ++object) {
            sum.setZero();
            for (const Index of_object : rows.rows_of(number, object)) {
                const auto* values = read(of_object);
                for (Index j = 0; j < X.cols; ++j) {
                    row[j] = static_cast<double>(values[j]);
                }
                sum += row.stableNormalized();
            }
            sum.stableNormalize();
            for (Index j = 0; j < X.cols; ++j) {
                if (sum[j] == 0) continue;
                out.columns.push_back(static_cast<std::int32_t>(j));
                out.values.push_back(sum[j]);
            }
            out.offsets.push_back(static_cast<Index>(out.values.size()));
        }
    });
    return out;
}

/// X X', whose eigenvectors are the left singular vectors of X.
class InnerProducts : public kernels::SymmetricOperator {
public:
    explicit InnerProducts(const kernels::OwnedSparseRows<double>& X)
        : X_(X), transposed_(kernels::transposed(X.view())) {
        lowest = 0;
        highest = std::max<double>(1, static_cast<double>(X.rows));  // rows have length 1
    }
    [[nodiscard]] Index rows() const override { return X_.rows; }
    void apply(const Matrix& x, Matrix& y, Context& context) const override {
        y = kernels::times(X_.view(), kernels::times(transposed_.view(), x, context), context);
    }

private:
    const kernels::OwnedSparseRows<double>& X_;
    kernels::OwnedSparseRows<double> transposed_;
};

/// u' M u for two rows of U.
double entry_of(const Eigen::MatrixXd& U, const Eigen::MatrixXd& M, const KnownEntry& entry) {
    return U.row(entry.row).dot(U.row(entry.col) * M);
}

double inner(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
    return A.cwiseProduct(B).sum();
}

/// M_w as view v sees it.
Eigen::MatrixXd seen(const Completion& problem, std::size_t v, std::size_t w, const Eigen::MatrixXd& M) {
    const Eigen::MatrixXd& T = problem.overlap[v * problem.views() + w];
    return T * M * T.transpose();
}

}  // namespace

Basis basis_of(const Dataset& data, const ObjectRows& rows, int view, Index most, Context& context) {
    const auto X = unit_rows(data.view(view), rows, view);
    kernels::EigenRequest request;
    request.count = static_cast<int>(std::min({most, X.cols, X.rows}));
    request.purpose = "mvmc/basis";
    const kernels::EigenPairs pairs = kernels::largest_eigenpairs(InnerProducts(X), request, context);
    Index kept = 0;
    while (kept < pairs.values.size() && pairs.values[kept] > kNoDirection * pairs.values[0]) {
        ++kept;
    }
    return {pairs.vectors.leftCols(kept), pairs.values.head(kept).cwiseMax(0).cwiseSqrt()};
}

void Completion::prepare() {
    overlap.clear();
    for (const auto& own : U) {
        for (const auto& other : U) {
            overlap.emplace_back(own.transpose() * other);
        }
    }
}

void completion_step(const Completion& problem, std::size_t v, Similarities& state) {
    const Eigen::MatrixXd& U = problem.U[v];
    const Eigen::MatrixXd M = state.table[v];
    Eigen::MatrixXd residual = Eigen::MatrixXd::Zero(U.rows(), U.cols());  // (P_O(U M U' - T)) U
    for (const KnownEntry& entry : problem.known) {
        residual.row(entry.row) += entry.weight * (entry_of(U, M, entry) - entry.target) * U.row(entry.col);
    }
    Eigen::MatrixXd G = problem.C * (U.transpose() * residual);
    for (std::size_t w = 0; w < problem.views(); ++w) {
        if (w != v) G += problem.lambda * (M - seen(problem, v, w, state.table[w]));
    }
    const double length = problem.C + problem.lambda * static_cast<double>(problem.views() - 1);
    state.M[v] = shrunk(M - G / length, problem.mu / length);
    state.table[v] = state.M[v].matrix();
}

double objective_of(const Completion& problem, const Similarities& state) {
    double sum = 0;
    for (std::size_t v = 0; v < problem.views(); ++v) {
        const Eigen::MatrixXd& M = state.table[v];
        sum += problem.mu * state.M[v].values.cwiseAbs().sum();
        for (const KnownEntry& entry : problem.known) {
            const double apart = entry_of(problem.U[v], M, entry) - entry.target;
            sum += problem.C / 2 * entry.weight * apart * apart;
        }
        for (std::size_t w = 0; w < v; ++w) {
            const Eigen::MatrixXd& other = state.table[w];
            sum += problem.lambda / 2 * (inner(M, M) + inner(other, other) - 2 * inner(M, seen(problem, v, w, other)));
        }
    }
    return sum;
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
