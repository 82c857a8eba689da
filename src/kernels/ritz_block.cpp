#include "kernels/ritz_block.hpp"

#include "kernels/row_blocks.hpp"
#include "kernels/symmetric_eigen.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 4096;
constexpr double kDependent = 1e-13;  // of the Gram matrix of unit columns; smaller eigenvalues are rounding
constexpr int kMostDraws = 3;

/// X'X and X'AX, in one pass.
struct Products {
    Matrix G, H;
};

Products products(const Matrix& X, const Matrix& AX, Context& context) {
    const Index b = X.cols();
    return ordered_sum(
        context, X.rows(), Products{}, static_cast<std::size_t>(2 * b * b) * sizeof(double),
        [&](Products& part, Index begin, Index end) {
            part = {Matrix::Zero(b, b), Matrix::Zero(b, b)};
            for (Index first = begin; first < end; first += kBlock) {
                const Index count = std::min(kBlock, end - first);
                const auto lines = X.middleRows(first, count);
                part.G.noalias() += lines.transpose() * lines;
                part.H.noalias() += lines.transpose() * AX.middleRows(first, count);
            }
        },
        [](Products& total, const Products& part) {
            total.G += part.G;
            total.H += part.H;
        });
}

/// C with C'GC = I and C'HC = diag(theta), theta decreasing. Fewer columns than G has where columns depend on others.
Matrix ritz_vectors(const Products& small, Vector& theta) {
    using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
    const Vector unit = small.G.diagonal().unaryExpr([](double g) { return g > 0 ? 1 / std::sqrt(g) : 0.0; });
    const Solver gram(Eigen::MatrixXd(unit.asDiagonal() * small.G * unit.asDiagonal()));
    const Index rank = (gram.eigenvalues().array() > kDependent).count();
    const Vector root = gram.eigenvalues().tail(rank).cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd B = unit.asDiagonal() * gram.eigenvectors().rightCols(rank) * root.asDiagonal();
    const Eigen::MatrixXd projected = B.transpose() * small.H * B;
    const Solver ritz(Eigen::MatrixXd(0.5 * (projected + projected.transpose())));
    theta = ritz.eigenvalues().reverse();
    return B * ritz.eigenvectors().rowwise().reverse();
}

}  // namespace

RitzBlock::RitzBlock(const SymmetricOperator& A, const EigenRequest& request, Index width, Context& context)
    : A_(A), purpose_(request.purpose), X_(A.rows(), width), AX_(A.rows(), width) {
    const Index known = request.start != nullptr ? std::min(width, request.start->cols()) : 0;
    draw(known, context);
    if (known == 0) return;
    parallel_for(context, X_.rows(), kGrain, [&](Index begin, Index end) {
        X_.block(begin, 0, end - begin, known) = request.start->block(begin, 0, end - begin, known);
    });
}

/// Columns from `first` on become random: one stream per chunk of rows.
void RitzBlock::draw(Index first, Context& context) {
    const std::uint64_t round = drawn_++ << 32;
    parallel_for(context, X_.rows(), kGrain, [&](Index begin, Index end) {
        Random random = context.stream(purpose_, round + static_cast<std::uint64_t>(begin / kGrain));
        for (Index row = begin; row < end; ++row) {
            for (Index c = first; c < X_.cols(); ++c) {
                X_(row, c) = random.uniform(-1, 1);
            }
        }
    });
}

void RitzBlock::settle(Context& context) {
    for (int draws = 0; draws <= kMostDraws; ++draws) {
        A_.apply(X_, AX_, context);
        const Products small = products(X_, AX_, context);
        if (!small.G.allFinite() || !small.H.allFinite()) break;
        const Matrix C = ritz_vectors(small, theta_);
        rotate(C, context);
        if (C.cols() == X_.cols()) return;
        draw(C.cols(), context);
    }
    throw Error(ErrorCode::numerical, "eigenvectors: products with the matrix are not finite");
}

/// X <- X C, AX <- AX C, and the residuals. Columns that C lacks are left to be drawn.
void RitzBlock::rotate(const Matrix& C, Context& context) {
    const Index rank = C.cols();
    const Eigen::RowVectorXd squares = ordered_sum(
        context, X_.rows(), Eigen::RowVectorXd(), static_cast<std::size_t>(rank) * sizeof(double),
        [&](Eigen::RowVectorXd& part, Index begin, Index end) {
            part = Eigen::RowVectorXd::Zero(rank);
            Matrix lines, images;
            for (Index first = begin; first < end; first += kBlock) {
                const Index count = std::min(kBlock, end - first);
                lines.noalias() = X_.middleRows(first, count) * C;
                images.noalias() = AX_.middleRows(first, count) * C;
                X_.block(first, 0, count, rank) = lines;
                AX_.block(first, 0, count, rank) = images;
                images -= lines * theta_.asDiagonal();
                part += images.colwise().squaredNorm();
            }
        },
        [](Eigen::RowVectorXd& total, const Eigen::RowVectorXd& part) { total += part; });
    residual_ = squares.transpose().cwiseSqrt();
}

void RitzBlock::residuals(const std::vector<Index>& columns, FloatMatrix& R, Context& context) const {
    const auto wanted = static_cast<Index>(columns.size());
    parallel_for(context, X_.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            for (Index c = 0; c < R.cols(); ++c) {
                const Index from = c < wanted ? columns[c] : -1;
                R(row, c) = from < 0 ? 0.0F : static_cast<float>(AX_(row, from) - theta_[from] * X_(row, from));
            }
        }
    });
}

void RitzBlock::correct(const std::vector<Index>& columns, const Eigen::RowVectorXd& keep, const FloatMatrix& change,
                        Context& context) {
    parallel_for(context, X_.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            for (std::size_t c = 0; c < columns.size(); ++c) {
                const auto column = static_cast<Index>(c);
                double& x = X_(row, columns[c]);
                x = keep[column] * x + static_cast<double>(change(row, column));
            }
        }
    });
}

double RitzBlock::skew(Context& context) const {
    return (gram(X_, context) - Matrix::Identity(width(), width())).cwiseAbs().maxCoeff();
}

Eigen::RowVectorXd column_products(const FloatMatrix& a, const FloatMatrix& b, Context& context) {
    return ordered_sum(
        context, a.rows(), Eigen::RowVectorXd(), static_cast<std::size_t>(a.cols()) * sizeof(double),
        [&](Eigen::RowVectorXd& part, Index begin, Index end) {
            part = Eigen::RowVectorXd::Zero(a.cols());
            for (Index row = begin; row < end; ++row) {
                part += a.row(row).cast<double>().cwiseProduct(b.row(row).cast<double>());
            }
        },
        [](Eigen::RowVectorXd& total, const Eigen::RowVectorXd& part) { total += part; });
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
