#include "kernels/eigenvectors.hpp"

#include "kernels/chebyshev_filter.hpp"
#include "kernels/float_row.hpp"
#include "kernels/ritz_block.hpp"
#include "kernels/spectrum_bounds.hpp"
#include "kernels/symmetric_eigen.hpp"
#include "runtime/index.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kDense = 200;           // smaller matrices are decomposed directly
constexpr Index kLeastGuards = 4;       // columns beyond those asked for: they decide how fast these converge
constexpr double kMostGain = 1e5;       // of one filter; more would drown in the rounding of float
constexpr double kMostSpread = 1e6;     // of a filter between vectors that the block does not hold yet
constexpr double kMostRounding = 1e13;  // the same, of the rounding that is left of those that it holds
constexpr double kHeld = 1e-3;          // the residual of a vector that the block holds
constexpr double kCutShare = 0.2;       // how far below the wanted values the cut may be, of the way to the residuals
constexpr double kNarrowest = 0.005;    // interval that a filter damps, of the spectrum
constexpr int kLeastDegree = 4;
constexpr int kMostDegree = 400;

EigenPairs dense_eigenpairs(const SymmetricOperator& A, Index count, Context& context) {
    const Index n = A.rows();
    context.require_memory(static_cast<std::size_t>(4 * n * n) * sizeof(double), "eigenvectors of a dense matrix");
    Matrix dense(n, n);
    A.apply(Matrix::Identity(n, n), dense, context);
    const Eigen::MatrixXd symmetric = 0.5 * (dense + dense.transpose());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
    EigenPairs pairs;
    pairs.values = solver.eigenvalues().tail(count).reverse();
    pairs.vectors = solver.eigenvectors().rightCols(count).rowwise().reverse();
    const Matrix R = symmetric * pairs.vectors - pairs.vectors * pairs.values.asDiagonal();
    if (count > 0) pairs.residual = R.colwise().norm().maxCoeff() / (A.highest - A.lowest);
    settle_signs(pairs.vectors);
    return pairs;
}

/// Filtered subspace iteration: a block a little wider than asked for is filtered again and again by polynomials that
/// are large on the wanted part of the spectrum, and small on the rest.
class FilteredIteration {
public:
    FilteredIteration(const SymmetricOperator& A, const EigenRequest& request, Index width, Context& context)
        : A_(A),
          count_(request.count),
          spread_(A.highest - A.lowest),
          tol_(request.tol * spread_),
          sketch_(sketch_spectrum(A, context)),
          block_(A, request, width, context),
          disturbed_(A.lowest) {}

    EigenPairs run(const EigenRequest& request, Context& context);

private:
    [[nodiscard]] bool wanted_converged() const { return block_.residual().head(count_).maxCoeff() <= tol_; }
    [[nodiscard]] bool nothing_above() const;
    [[nodiscard]] bool complete() const {
        return certified_ >= std::log(10 * std::sqrt(static_cast<double>(A_.rows())));
    }
    [[nodiscard]] std::vector<Index> active_columns() const;
    [[nodiscard]] double place_of_residuals(const std::vector<Index>& active, Context& context);
    [[nodiscard]] ChebyshevFilter next_filter(const std::vector<Index>& active, Context& context);
    [[nodiscard]] int degree_of(const ChebyshevFilter& filter) const;
    void filter_once(Context& context);
    EigenPairs result(Context& context);

    const SymmetricOperator& A_;
    Index count_;
    double spread_, tol_;
    SpectrumSketch sketch_;
    RitzBlock block_;
    FilterBlocks blocks_;
    double disturbed_;  // the highest place in the spectrum where wanted columns had errors
    int filters_ = 0;
    int products_ = 0;
    double certified_ = 0;  // log of how much a vector above the wanted ones has grown relative to the rest
};

EigenPairs FilteredIteration::run(const EigenRequest& request, Context& context) {
    block_.settle(context);
    while (!(wanted_converged() && nothing_above()) && products_ < request.max_iter && !context.cancel_requested()) {
        filter_once(context);
        block_.settle(context);
        ++products_;
    }
    return result(context);
}

/// Columns near an eigenvector may have converged to one that is not among the largest: of a start, say. The random
/// columns have a part of about n^-1/2 in any direction. Once filters have amplified what is above the wanted values
/// by more than that, a missing vector would stand among the wanted ones.
bool FilteredIteration::nothing_above() const {
    const bool at_the_top = block_.values()[count_ - 1] >= A_.highest - tol_;
    const bool all_converged = filters_ > 0 && block_.residual().maxCoeff() <= tol_;
    return at_the_top || all_converged || complete();
}

/// All but those that have converged; the columns beyond the wanted ones always go on.
std::vector<Index> FilteredIteration::active_columns() const {
    std::vector<Index> active;
    for (Index c = 0; c < block_.width(); ++c) {
        if (c >= count_ || block_.residual()[c] > 0.1 * tol_) active.push_back(c);
    }
    return active;
}

void FilteredIteration::filter_once(Context& context) {
    const std::vector<Index> active = active_columns();
    blocks_.resize(A_.rows(), FloatRowTimes::padded(static_cast<Index>(active.size())));
    block_.residuals(active, blocks_.source, context);
    const ChebyshevFilter filter = next_filter(active, context);
    Vector theta(static_cast<Index>(active.size()));
    std::transform(active.begin(), active.end(), theta.begin(), [&](Index c) { return block_.values()[c]; });
    certified_ += std::max(0.0, filter.degree * filter.growth(block_.values()[count_ - 1]) - std::log(2.0));
    const Eigen::RowVectorXd keep = filter_residuals(A_, filter, theta, blocks_, context);
    block_.correct(active, keep, blocks_.current, context);
    products_ += filter.degree - 1;
    ++filters_;
}

/// The largest Rayleigh quotient of the residuals of wanted columns: where in the spectrum their errors are. lowest if
/// they have none.
double FilteredIteration::place_of_residuals(const std::vector<Index>& active, Context& context) {
    const Index width = blocks_.source.cols();
    const Eigen::RowVectorXf zero = Eigen::RowVectorXf::Zero(width);
    blocks_.previous.setZero();
    A_.advance({blocks_.previous, blocks_.source, blocks_.source, Eigen::RowVectorXf::Ones(width), zero, zero, zero},
               context);
    ++products_;
    const Eigen::RowVectorXd squares = column_products(blocks_.source, blocks_.source, context);
    const Eigen::RowVectorXd images = column_products(blocks_.source, blocks_.previous, context);
    double place = A_.lowest;
    for (std::size_t c = 0; c < active.size(); ++c) {
        const auto column = static_cast<Index>(c);
        if (active[c] < count_ && squares[column] > 0) place = std::max(place, images[column] / squares[column]);
    }
    return place;
}

/// The cut is the smallest value of the block: what is below is not wanted. But where the values of all columns are
/// nearly equal (one eigenvalue, repeated more often than the block is wide), what disturbs them lies far below, and a
/// cut next to them would take very high degrees; so it is never too far from where the residuals are.
ChebyshevFilter FilteredIteration::next_filter(const std::vector<Index>& active, Context& context) {
    const Vector& theta = block_.values();
    const double wanted = theta[count_ - 1];
    const double place = place_of_residuals(active, context);
    if (std::min(theta.minCoeff(), place) < sketch_.low) sketch_.low = A_.lowest;
    disturbed_ = std::max(disturbed_, place);
    ChebyshevFilter filter{sketch_.low, 0, 0};
    filter.cut =
        filters_ == 0 ? sketch_.high : std::min(theta[theta.size() - 1], wanted - kCutShare * (wanted - disturbed_));
    filter.cut = std::max(filter.cut, filter.low + kNarrowest * spread_);
    filter.degree = degree_of(filter);
    return filter;
}

/// As many as the wanted columns still need, but no more than float and the present knowledge of the spectrum bear.
int FilteredIteration::degree_of(const ChebyshevFilter& filter) const {
    const Vector &theta = block_.values(), &residual = block_.residual();
    const double gain = std::log(std::clamp(4 * residual.head(count_).maxCoeff() / tol_, 10.0, kMostGain));
    Index held = 0;  // columns converge in order: what a complete block does not hold yet is below the last of these
    while (held < theta.size() && residual[held] <= kHeld * spread_) {
        ++held;
    }
    const double top = held == 0 || !complete() ? A_.highest : theta[held - 1];
    const double bearable = std::min(std::log(kMostSpread) / (held < theta.size() ? filter.growth(top) : 0.0),
                                     std::log(kMostRounding) / filter.growth(std::max(top, theta[0])));
    const double degree = std::min(gain / filter.growth(theta[count_ - 1]), bearable);
    return static_cast<int>(std::clamp<double>(std::ceil(degree), kLeastDegree, kMostDegree));
}

EigenPairs FilteredIteration::result(Context& context) {
    EigenPairs pairs;
    if (block_.skew(context) > 1e-13) {
        block_.settle(context);
        ++products_;
    }
    pairs.values = block_.values().head(count_);
    pairs.vectors = block_.vectors().leftCols(count_);
    pairs.residual = block_.residual().head(count_).maxCoeff() / spread_;
    pairs.iterations = products_;
    pairs.converged = wanted_converged() && nothing_above();
    settle_signs(pairs.vectors);
    return pairs;
}

}  // namespace

void settle_signs(Matrix& vectors) {
    Eigen::RowVectorXd largest = Eigen::RowVectorXd::Zero(vectors.cols());
    for (Index row = 0; row < vectors.rows(); ++row) {
        for (Index c = 0; c < vectors.cols(); ++c) {
            if (std::abs(vectors(row, c)) > std::abs(largest[c])) largest[c] = vectors(row, c);
        }
    }
    const Eigen::RowVectorXd sign = largest.unaryExpr([](double x) { return x < 0 ? -1.0 : 1.0; });
    vectors.array().rowwise() *= sign.array();
}

EigenPairs largest_eigenpairs(const SymmetricOperator& A, const EigenRequest& request, Context& context) {
    const Index n = A.rows(), count = std::min<Index>(request.count, n);
    if (count <= 0) return {Vector(0), Matrix(n, 0), 0, 0, true};
    const Index width = FloatRowTimes::padded(count + std::max(kLeastGuards, count / 4));
    if (n <= kDense || n < 4 * width) return dense_eigenpairs(A, count, context);
    EigenRequest possible = request;
    possible.count = static_cast<int>(count);
    return FilteredIteration(A, possible, width, context).run(possible, context);
}

void require_converged(const EigenPairs& pairs, const EigenRequest& request, std::string_view where) {
    if (pairs.converged) return;
    throw Error(
        ErrorCode::numerical,
        fmt::format("{}: the eigenvectors did not converge: residual {:.1e} after {} products, expected {:.0e}; "
                    "allow more products, a larger tolerance, or ask for fewer eigenvectors",
                    where, pairs.residual, pairs.iterations, request.tol));
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
