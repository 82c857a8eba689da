#include "kernels/matching.hpp"
#include "methods/factors/cmvnmf/start.hpp"
#include "runtime/index.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

/// For every pair of views, the weight of must-links less that of cannot-links between each two of their clusters.
class Agreement {
public:
    Agreement(const Ties& ties, Index k, const StartLabels& labels)
        : views_(static_cast<Index>(labels.size())),
          table_(at(views_ * views_), Matrix::Zero(k, k)),
          weight_(Matrix::Zero(views_, views_)) {
        ties.for_each([&](const Tie& tie) {
            if (tie.a.view == tie.b.view) return;
            const std::int32_t g = labels[at(tie.a.view)][at(tie.a.row)], h = labels[at(tie.b.view)][at(tie.b.row)];
            if (g < 0 || h < 0) return;
            const double worth = tie.must ? tie.weight : -tie.weight;
            of(tie.a.view, tie.b.view)(g, h) += worth;
            of(tie.b.view, tie.a.view)(h, g) += worth;
            weight_(tie.a.view, tie.b.view) += tie.weight;
            weight_(tie.b.view, tie.a.view) += tie.weight;
        });
    }

    /// Cluster g of `view` against number h, as the other views of the list count.
    [[nodiscard]] Matrix against(Index view, const std::vector<bool>& others,
                                 const std::vector<std::vector<Index>>& number) const {
        Matrix sum = Matrix::Zero(table_.front().rows(), table_.front().cols());
        for (Index b = 0; b < views_; ++b) {
            if (b == view || !others[at(b)]) continue;
            for (Index h = 0; h < sum.cols(); ++h) {
                sum.col(number[at(b)][at(h)]) += table_[at(view * views_ + b)].col(h);
            }
        }
        return sum;
    }

    /// The view outside the list with the most weight to those in it, or -1 if none has any.
    [[nodiscard]] Index next_view(const std::vector<bool>& done) const {
        Index best = -1;
        double most = 0;
        for (Index a = 0; a < views_; ++a) {
            double weight = 0;
            for (Index b = 0; !done[at(a)] && b < views_; ++b) {
                if (done[at(b)]) weight += weight_(a, b);
            }
            if (weight > most) {
                most = weight;
                best = a;
            }
        }
        return best;
    }

private:
    Matrix& of(Index a, Index b) { return table_[at(a * views_ + b)]; }

    Index views_;
    std::vector<Matrix> table_;
    Matrix weight_;
};

/// A number for every cluster, of the largest total worth.
std::vector<Index> best_numbers(const Matrix& worth) {
    const double least = worth.minCoeff();
    std::vector<kernels::Worth> pairs;
    for (Index g = 0; g < worth.rows(); ++g) {
        for (Index h = 0; h < worth.cols(); ++h) {
            pairs.push_back({g, h, worth(g, h) - least + 1});  // positive, so that no cluster stays unmatched
        }
    }
    return kernels::best_matching(worth.rows(), worth.cols(), pairs);
}

double total(const Matrix& worth, const std::vector<Index>& number) {
    double sum = 0;
    for (Index g = 0; g < worth.rows(); ++g) {
        sum += worth(g, number[at(g)]);
    }
    return sum;
}

std::vector<std::vector<Index>> unchanged(std::size_t views, Index k) {
    std::vector<Index> same(at(k));
    for (Index h = 0; h < k; ++h) {
        same[at(h)] = h;
    }
    return std::vector<std::vector<Index>>(views, same);
}

/// Views that are tied to each other, one after the other, each to those before it; then each again to all the others,
/// as long as that gains anything.
std::vector<std::vector<Index>> matched_numbers(const Agreement& agreement, std::size_t views, Index k) {
    std::vector<std::vector<Index>> number = unchanged(views, k);
    std::vector<bool> done(views, false);
    for (std::size_t first = 0; first < views; ++first) {
        if (done[first]) continue;
        done[first] = true;
        for (Index next = agreement.next_view(done); next >= 0; next = agreement.next_view(done)) {
            number[at(next)] = best_numbers(agreement.against(next, done, number));
            done[at(next)] = true;
        }
    }
    constexpr int kMostRounds = 10;
    bool gained = views > 2;
    for (int round = 0; gained && round < kMostRounds; ++round) {
        gained = false;
        for (Index a = 0; a < static_cast<Index>(views); ++a) {
            const Matrix worth = agreement.against(a, done, number);
            std::vector<Index> better = best_numbers(worth);
            if (total(worth, better) <= total(worth, number[at(a)])) continue;
            number[at(a)] = std::move(better);
            gained = true;
        }
    }
    return number;
}

}  // namespace

void align(const Ties& ties, Index k, StartLabels& labels) {
    if (labels.size() < 2) return;
    const auto number = matched_numbers(Agreement(ties, k, labels), labels.size(), k);
    for (std::size_t a = 0; a < labels.size(); ++a) {
        for (std::int32_t& label : labels[a]) {
            if (label >= 0) label = static_cast<std::int32_t>(number[a][label]);
        }
    }
}

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
