#include "kernels/nonnegative.hpp"

#include "runtime/parallel.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 256;
using Columns = Eigen::MatrixXd;  // column after column: sweeps run along rows

/// One problem after the other, in memory that is kept.
class ActiveSet {
public:
    explicit ActiveSet(const Matrix& G) : G_(G), k_(G.rows()), status_(static_cast<std::size_t>(k_)) {
        target_.resize(k_);
        block_.resize(k_, k_);
        // A column with a shorter part outside the span of the others adds nothing beyond rounding.
        dependent_ = 1e-11 * std::max(G.diagonal().maxCoeff(), 0.0);
    }

    const Vector& solve(const double* b) {
        b_ = Eigen::Map<const Vector>(b, k_);
        v_.setZero(k_);
        std::fill(status_.begin(), status_.end(), Status::zero);
        const double least = 1e-12 * b_.cwiseAbs().maxCoeff();
        for (Index step = 0; step < 3 * k_; ++step) {
            gradient_.noalias() = b_ - G_ * v_;
            const Index entering = steepest(least);
            if (entering < 0) break;
            status_[entering] = Status::passive;
            if (settle(entering)) {
                std::replace(status_.begin(), status_.end(), Status::barred, Status::zero);
            } else {
                status_[entering] = Status::barred;
            }
        }
        return v_;
    }

private:
    enum class Status { zero, passive, barred };  // barred: entering would change nothing now

    /// The column outside whose entry would lower the loss fastest; -1 if none would.
    Index steepest(double least) const {
        Index best = -1;
        for (Index j = 0; j < k_; ++j) {
            if (status_[j] != Status::zero || G_(j, j) <= dependent_) continue;
            if (gradient_[j] > (best < 0 ? least : gradient_[best])) best = j;
        }
        return best;
    }

    /// Moves to the minimum over the passive columns, as far as no entry becomes negative; those that reach 0 leave.
    /// False, and nothing is changed, if the entering column depends on the others or would not rise.
    bool settle(Index entering) {
        while (true) {
            list_passive();
            const auto m = static_cast<Index>(in_.size());
            auto block = block_.topLeftCorner(m, m);
            auto target = target_.head(m);
            write_passive_problem();
            const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(block);
            if (factor.info() != Eigen::Success) return false;
            const double pivot = block.diagonal().minCoeff();
            if (pivot * pivot <= dependent_) return false;
            factor.solveInPlace(target);
            if (v_[entering] == 0 && target[position_of(entering)] <= 0) return false;
            if (step_towards() || status_[entering] != Status::passive) return true;
        }
    }

    void list_passive() {
        in_.clear();
        for (Index j = 0; j < k_; ++j) {
            if (status_[j] == Status::passive) in_.push_back(j);
        }
    }

    void write_passive_problem() {
        const auto m = static_cast<Index>(in_.size());
        for (Index p = 0; p < m; ++p) {
            const Index row = in_[p];
            target_[p] = b_[row];
            for (Index q = 0; q < m; ++q) {
                block_(p, q) = G_(row, in_[q]);
            }
        }
    }

    [[nodiscard]] Index position_of(Index column) const {
        return std::find(in_.begin(), in_.end(), column) - in_.begin();
    }

    /// True if the target was reached; else the column that was first to reach 0 has left.
    bool step_towards() {
        double share = 1;
        Index leaving = -1;
        for (std::size_t p = 0; p < in_.size(); ++p) {
            const double aim = target_[static_cast<Index>(p)], now = v_[in_[p]];
            if (aim > 0) continue;
            const double until_zero = now > 0 ? now / (now - aim) : 0;
            if (leaving >= 0 && until_zero >= share) continue;
            share = until_zero;
            leaving = in_[p];
        }
        for (std::size_t p = 0; p < in_.size(); ++p) {
            double& now = v_[in_[p]];
            now = std::max(0.0, now + share * (target_[static_cast<Index>(p)] - now));
        }
        if (leaving < 0) return true;
        v_[leaving] = 0;
        status_[leaving] = Status::zero;
        return false;
    }

    const Matrix& G_;
    Index k_;
    double dependent_ = 0;
    Vector b_, v_, gradient_, target_;
    Eigen::MatrixXd block_;
    std::vector<Status> status_;
    std::vector<Index> in_;
};

}  // namespace

Matrix nonnegative_rows(const Matrix& G, const Matrix& B, Context& context) {
    Matrix V(B.rows(), B.cols());
    parallel_for(context, B.rows(), kGrain, [&](Index begin, Index end) {
        ActiveSet problem(G);
        for (Index row = begin; row < end; ++row) {
            V.row(row) = problem.solve(B.data() + row * B.cols()).transpose();
        }
    });
    return V;
}

void coordinate_sweeps(const Matrix& G, const Eigen::Ref<const Matrix>& B, int sweeps, Eigen::Ref<Matrix> V) {
    const Index k = G.rows();
    Columns b = B, v = V;
    Vector gradient(V.rows());
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (Index j = 0; j < k; ++j) {
            if (G(j, j) <= 0) continue;
            gradient.noalias() = b.col(j) - v * G.row(j).transpose();
            v.col(j) = (v.col(j) + gradient / G(j, j)).cwiseMax(0);
        }
    }
    V = v;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
