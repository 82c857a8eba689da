#include "methods/factors/xray/anchors.hpp"

#include "kernels/label_sums.hpp"
#include "kernels/nonnegative.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

/// <R_i, X_j> = <X_i, X_j> - H_i . C_j with C = X X_A': the residual R = X - H X_A is never formed.
namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

constexpr Index kBlock = 256;         // most rows whose products with all rows are held at a time
constexpr Index kProducts = 1 << 21;  // most products held at a time: a run can be abandoned between two blocks
constexpr double kExplained = 1e-12;  // of |X_i|^2: below, |R_i|^2 is rounding, as it is a difference of products

class Search {
public:
    Search(const kernels::ScaledRows& X, Context& context) : X_(X), context_(context) {
        const Index n = row_count(X.X), d = column_count(X.X);
        found_.A.resize(d, 0);
        found_.H.resize(n, 0);
        C_.resize(n, 0);
        squares_ = kernels::row_squares(X.X, context);
        for (Index row = 0; row < n; ++row) {
            squares_[row] *= X.scale_of(row) * X.scale_of(row);
        }
        if (!squares_.allFinite()) {
            throw Error(ErrorCode::numerical, "xray: the squared features overflow; scale them down");
        }
        sums_ = kernels::times(X, Matrix::Ones(d, 1), context).col(0);
        residual_ = squares_;
    }

    [[nodiscard]] const Vector& residual() const { return residual_; }
    [[nodiscard]] bool explained(Index row) const { return residual_[row] <= kExplained * squares_.maxCoeff(); }
    [[nodiscard]] bool explained() const { return residual_.maxCoeff() <= kExplained * squares_.maxCoeff(); }

    /// argmax_j <R_i, X_j> / <p, X_j> with p = 1: an extreme row in the direction of R_i.
    [[nodiscard]] Index extreme_towards(Index i) const {
        const Vector towards = products_with(i, 1).col(0);
        return best_row([&](Index j) { return towards[j] / sums_[j]; });
    }

    /// argmax_j |(X_j R')_+| / |X_j|
    [[nodiscard]] Index most_explaining() const {
        const Vector sums = positive_squares(true);
        return best_row([&](Index j) { return std::sqrt(sums[j] / squares_[j]); });
    }

    /// argmax_i |(R_i X')_+|
    [[nodiscard]] Index most_to_explain() const {
        Index row = 0;
        positive_squares(false).maxCoeff(&row);
        return row;
    }

    /// A += j; H = the non-negative combinations of the anchors that are nearest to the rows.
    void add(Index j) {
        const Index r = found_.A.cols();
        found_.rows.push_back(j);
        found_.A.conservativeResize(Eigen::NoChange, r + 1);
        found_.A.col(r) = X_.scale_of(j) * kernels::row_of(X_.X, j);
        C_.conservativeResize(Eigen::NoChange, r + 1);
        C_.col(r) = kernels::times(X_, found_.A.col(r), context_);
        const Matrix G = kernels::gram(found_.A, context_);
        found_.H = kernels::nonnegative_rows(G, C_, context_);
        residual_ = squares_ - 2 * found_.H.cwiseProduct(C_).rowwise().sum() +
                    (found_.H * G).cwiseProduct(found_.H).rowwise().sum();
        residual_ = residual_.cwiseMax(0);
        found_.objective.push_back(residual_.sum());
    }

    Anchors take(StopReason reason) {
        found_.stop_reason = reason;
        if (found_.rows.empty()) {  // no row has features: one column that explains nothing
            found_.A = Matrix::Zero(found_.A.rows(), 1);
            found_.H = Matrix::Zero(found_.H.rows(), 1);
            found_.objective.push_back(0);
        }
        return std::move(found_);
    }
    [[nodiscard]] double objective() const { return found_.objective.back(); }

private:
    /// The rows that may be chosen: with features, and not chosen yet.
    template <class Score>
    [[nodiscard]] Index best_row(const Score& score) const {
        Index best = -1;
        double highest = 0;
        for (Index j = 0; j < sums_.size(); ++j) {
            if (sums_[j] <= 0 || squares_[j] <= 0) continue;
            if (std::find(found_.rows.begin(), found_.rows.end(), j) != found_.rows.end()) continue;
            const double own = score(j);
            if (best >= 0 && own <= highest) continue;
            best = j;
            highest = own;
        }
        return best;
    }

    /// <X_j, R_i> for all j and the rows i of a block: n x count.
    [[nodiscard]] Matrix products_with(Index first, Index count) const {
        Matrix block(found_.A.rows(), count);
        for (Index i = 0; i < count; ++i) {
            block.col(i) = X_.scale_of(first + i) * kernels::row_of(X_.X, first + i);
        }
        Matrix products = kernels::times(X_, block, context_);
        if (found_.H.cols() == 0) return products;
        const Matrix explained = found_.H.middleRows(first, count);
        parallel_for(context_, products.rows(), 4 * kBlock, [&](Index begin, Index end) {
            products.middleRows(begin, end - begin).noalias() -=
                C_.middleRows(begin, end - begin) * explained.transpose();
        });
        return products;
    }

    /// Sums of max(0, <X_j, R_i>)^2 over i for every j, or over j for every i.
    [[nodiscard]] Vector positive_squares(bool of_candidates) const {
        const Index n = squares_.size();
        const Index block = std::clamp<Index>(kProducts / n, 8, kBlock);
        Vector sums = Vector::Zero(n);
        for (Index first = 0; first < n; first += block) {
            const Index count = std::min(block, n - first);
            const Matrix squares = products_with(first, count).cwiseMax(0).cwiseAbs2();
            if (of_candidates) {
                sums += squares.rowwise().sum();
            } else {
                sums.segment(first, count) = squares.colwise().sum().transpose();
            }
        }
        return sums;
    }

    const kernels::ScaledRows& X_;
    Context& context_;
    Anchors found_;
    Matrix C_;         // X X_A', n x r
    Vector squares_;   // |X_j|^2
    Vector sums_;      // <1, X_j>
    Vector residual_;  // |R_i|^2
};

/// A row that is not explained yet, each as likely.
Index random_unexplained(const Search& search, Random& random) {
    std::vector<Index> rows;
    for (Index i = 0; i < search.residual().size(); ++i) {
        if (!search.explained(i)) rows.push_back(i);
    }
    return rows[random.below(static_cast<Index>(rows.size()))];
}

Index next_anchor(const Search& search, XraySelect select, Random& random) {
    if (select == XraySelect::greedy) return search.most_explaining();
    Index i = 0;
    if (select == XraySelect::max) search.residual().maxCoeff(&i);
    if (select == XraySelect::dist) i = search.most_to_explain();
    if (select == XraySelect::rand) i = random_unexplained(search, random);
    return search.extreme_towards(i);
}

}  // namespace

Anchors find_anchors(const kernels::ScaledRows& X, Index count, XraySelect select, Context& context) {
    Search search(X, context);
    Random random = context.stream("xray/select");
    for (Index step = 0; step < count && !search.explained(); ++step) {
        const Index j = next_anchor(search, select, random);
        if (j < 0) break;
        search.add(j);
        const auto rounds = static_cast<int>(count);
        if (context.cancelled({static_cast<int>(step + 1), rounds, search.objective()})) {
            return search.take(StopReason::cancelled);
        }
    }
    return search.take(StopReason::converged);
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
