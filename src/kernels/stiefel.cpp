#include "kernels/stiefel.hpp"

#include "kernels/row_blocks.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

// The constants of the authors' public code.
constexpr double kSufficient = 1e-4;  // share of the decrease that the slope promises
constexpr double kForget = 0.85;      // how much earlier values count in the rule of Zhang and Hager
constexpr double kShrink = 0.1;       // of the step, when it is refused
constexpr int kMostShrinks = 5;       // in a row
constexpr double kFirstStep = 1e-2;
constexpr double kLeastStep = 1e-15, kMostStep = 1e15;
constexpr double kTolerated = 1e-12;  // of |F'F - I|, before columns are made orthonormal again
constexpr double kBroken = 0.1;       // of |F'F - I|: the system was too ill-conditioned to be solved

constexpr Index kGrain = 4 * kBlock;

/// Calls body(first, count) for blocks of rows, in parallel.
template <class Body>
void for_blocks(Context& context, Index rows, Body&& body) {
    parallel_for(context, rows, kGrain, [&](Index begin, Index end) {
        for (Index first = begin; first < end; first += kBlock) {
            body(first, std::min(kBlock, end - first));
        }
    });
}

/// F <- F B for a small B.
void multiply_in_place(const Matrix& B, Matrix& F, Context& context) {
    for_blocks(context, F.rows(), [&](Index first, Index count) {
        const Matrix lines = F.middleRows(first, count) * B;
        F.middleRows(first, count) = lines;
    });
}

double distance_to_identity(const Matrix& square) {
    if (!square.allFinite()) return std::numeric_limits<double>::infinity();
    return (square - Matrix::Identity(square.rows(), square.cols())).cwiseAbs().maxCoeff();
}

/// The small products that every point of one curve needs.
struct CurveProducts {
    Matrix FtF, FtG, GtG;
};

CurveProducts curve_products(const Matrix& F, Matrix FtF, const Matrix& G, Context& context) {
    return {std::move(FtF), transposed_times(F, G, context), gram(G, context)};
}

/// (I + tau/2 V'U)^-1 V'F, 2c x c.
Matrix curve_coefficients(const CurveProducts& products, double tau) {
    const Index c = products.FtF.rows();
    Matrix system(2 * c, 2 * c), right(2 * c, c);
    system.topLeftCorner(c, c) = products.FtG;
    system.topRightCorner(c, c) = products.FtF;
    system.bottomLeftCorner(c, c) = -products.GtG;
    system.bottomRightCorner(c, c) = -products.FtG.transpose();
    system *= tau / 2;
    system += Matrix::Identity(2 * c, 2 * c);
    right.topRows(c) = products.FtF;
    right.bottomRows(c) = -products.FtG.transpose();
    return system.partialPivLu().solve(right);
}

Matrix point_of_curve(const Matrix& F, const Matrix& G, const CurveProducts& products, double tau, Context& context) {
    const Index c = F.cols();
    const Matrix coefficients = curve_coefficients(products, tau);
    const Matrix by_G = -tau * coefficients.topRows(c);
    const Matrix by_F = Matrix::Identity(c, c) - tau * coefficients.bottomRows(c);
    Matrix Y(F.rows(), c);
    for_blocks(context, F.rows(), [&](Index first, Index count) {
        auto lines = Y.middleRows(first, count);
        lines.noalias() = F.middleRows(first, count) * by_F;
        lines.noalias() += G.middleRows(first, count) * by_G;
    });
    return Y;
}

/// G - F G'F: the gradient along the manifold.
Matrix tangent(const Matrix& F, const Matrix& G, const Matrix& FtG, Context& context) {
    const Matrix GtF = FtG.transpose();
    Matrix D = G;
    for_blocks(context, F.rows(), [&](Index first, Index count) {
        D.middleRows(first, count).noalias() -= F.middleRows(first, count) * GtF;
    });
    return D;
}

/// The sum over all entries of a pair of matrices.
template <class Term>
double entry_sum(const Matrix& A, const Matrix& B, Context& context, Term&& term) {
    const Index width = A.cols();
    return ordered_sum(context, A.rows(), [&](Index begin, Index end) {
        double sum = 0;
        for (Index first = begin; first < end; first += kBlock) {
            const Index count = std::min(kBlock, end - first) * width;
            const Eigen::Map<const Eigen::ArrayXd> a(A.data() + first * width, count),
                b(B.data() + first * width, count);
            sum += term(a, b);
        }
        return sum;
    });
}

double square_norm(const Matrix& A, Context& context) {
    return entry_sum(A, A, context, [](const auto& a, const auto&) { return a.square().sum(); });
}

/// <S,S>, <S,T> and <T,T> for S = F - F_old and T = D - D_old.
struct Differences {
    double SS, ST, TT;
};

Differences differences(Matrix& F_old, const Matrix& F, Matrix& D_old, const Matrix& D, Context& context) {
    for_blocks(context, F.rows(), [&](Index first, Index count) {
        F_old.middleRows(first, count) = F.middleRows(first, count) - F_old.middleRows(first, count);
        D_old.middleRows(first, count) = D.middleRows(first, count) - D_old.middleRows(first, count);
    });
    return {square_norm(F_old, context),
            entry_sum(F_old, D_old, context, [](const auto& s, const auto& t) { return (s * t).sum(); }),
            square_norm(D_old, context)};
}

/// The two steps of Barzilai and Borwein in turn.
double next_step(const Differences& d, int accepted) {
    const double crossed = std::abs(d.ST);
    const double tau = accepted % 2 == 0 ? d.SS / crossed : crossed / d.TT;
    if (std::isnan(tau)) return kFirstStep;
    return std::clamp(tau, kLeastStep, kMostStep);
}

/// C of Zhang and Hager: a weighted mean of the values so far.
class ReferenceValue {
public:
    explicit ReferenceValue(double first) : mean_(first) {}
    [[nodiscard]] bool accepts(double value, double tau, double slope) const {
        return value <= mean_ - kSufficient * tau * slope * slope;
    }
    void add(double value) {
        const double weight = kForget * weight_ + 1;
        mean_ = (kForget * weight_ * mean_ + value) / weight;
        weight_ = weight;
    }

private:
    double mean_;
    double weight_ = 1;
};

/// A point, and what its curve needs.
struct Point {
    Matrix F, G, D;
    CurveProducts products;
    double value = 0, slope = 0;
};

class Search {
public:
    Search(const StiefelFunction& f, Matrix F, const StiefelRequest& request, Context& context)
        : f_(f), request_(request), context_(context), reference_(0) {
        at_.F = std::move(F);
        at_.G.resize(at_.F.rows(), at_.F.cols());
        at_.value = evaluate(at_.F, at_.G);
        reference_ = ReferenceValue(at_.value);
        found_.F = at_.F;
        found_.value = at_.value;
        found_.values.push_back(at_.value);
        arrive(gram(at_.F, context_));
    }

    StiefelMinimum run() && {
        for (int step = 0; step < request_.max_steps && !found_.converged && !context_.cancel_requested(); ++step) {
            if (at_.slope <= request_.tol * std::sqrt(static_cast<double>(at_.F.cols()))) {
                found_.converged = true;
            } else if (!try_steps(tau_) && !try_steps(kFirstStep)) {
                found_.converged = true;  // what is left to gain is rounding
            }
        }
        found_.slope = at_.slope;
        return std::move(found_);
    }

private:
    double evaluate(const Matrix& F, Matrix& G) {
        ++found_.evaluations;
        return f_(F, G);
    }

    void arrive(Matrix FtF) {
        at_.products = curve_products(at_.F, std::move(FtF), at_.G, context_);
        at_.D = tangent(at_.F, at_.G, at_.products.FtG, context_);
        at_.slope = std::sqrt(square_norm(at_.D, context_));
    }

    /// Y on the manifold to rounding, and Y'Y; false if the curve could not be followed so far.
    bool follow_curve(double tau, Matrix& Y, Matrix& YtY) {
        Y = point_of_curve(at_.F, at_.G, at_.products, tau, context_);
        YtY = gram(Y, context_);
        const double error = distance_to_identity(YtY);
        if (error <= kTolerated) return true;
        if (!(error < kBroken) || !orthonormalize(Y, context_)) return false;
        YtY.setIdentity();
        return true;
    }

    bool try_steps(double tau) {
        Matrix Y, YtY, G(at_.F.rows(), at_.F.cols());
        for (int shrinks = 0; shrinks <= kMostShrinks; ++shrinks, tau *= kShrink) {
            if (!follow_curve(tau, Y, YtY)) continue;
            const double value = evaluate(Y, G);
            if (!std::isfinite(value) || !reference_.accepts(value, tau, at_.slope)) continue;
            accept(std::move(Y), std::move(YtY), std::move(G), value);
            return true;
        }
        return false;
    }

    void accept(Matrix Y, Matrix YtY, Matrix G, double value) {
        Matrix F_old = std::exchange(at_.F, std::move(Y)), D_old = std::move(at_.D);
        at_.G = std::move(G);
        at_.value = value;
        arrive(std::move(YtY));
        tau_ = next_step(differences(F_old, at_.F, D_old, at_.D, context_), static_cast<int>(found_.values.size()) - 1);
        reference_.add(value);
        found_.values.push_back(value);
        if (value < found_.value) {
            found_.value = value;
            found_.F = at_.F;
        }
    }

    const StiefelFunction& f_;
    const StiefelRequest& request_;
    Context& context_;
    ReferenceValue reference_;
    Point at_;
    StiefelMinimum found_;
    double tau_ = kFirstStep;
};

}  // namespace

bool orthonormalize(Matrix& F, Context& context) {
    const Matrix before = F;
    for (int pass = 0; pass < 2; ++pass) {  // the second removes what rounding left of the first
        const Eigen::LLT<Eigen::MatrixXd> factor(Eigen::MatrixXd(gram(F, context)));
        if (factor.info() != Eigen::Success) {
            F = before;
            return false;
        }
        const Eigen::MatrixXd inverse = factor.matrixU().solve(Eigen::MatrixXd::Identity(F.cols(), F.cols()));
        multiply_in_place(Matrix(inverse), F, context);
    }
    if (orthonormality_error(F, context) <= 1e-10) return true;
    F = before;
    return false;
}

double orthonormality_error(const Matrix& F, Context& context) {
    return distance_to_identity(gram(F, context));
}

Matrix cayley_point(const Matrix& F, const Matrix& G, double tau, Context& context) {
    return point_of_curve(F, G, curve_products(F, gram(F, context), G, context), tau, context);
}

StiefelMinimum minimize_on_stiefel(const StiefelFunction& f, Matrix F, const StiefelRequest& request,
                                   Context& context) {
    return Search(f, std::move(F), request, context).run();
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
