#include "kernels/nearest.hpp"

#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kBlock = 256;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T>
using Block = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// |c|^2 - 2 x.c for a block of rows against all centres: the squared distance but for |x|^2, which no comparison
/// needs.
template <class Rows>
class Scores;

template <class T>
class Scores<DenseRows<T>> {
public:
    static constexpr double kUnit = std::numeric_limits<T>::epsilon();
    static constexpr double kLargest = std::numeric_limits<T>::max() / 16;

    Scores(const DenseRows<T>& X, const Matrix& C)
        : X_(X), minus_two_C_((-2 * C).template cast<T>()), scores_(kBlock, C.rows()) {
        if (!X.row_major()) packed_.resize(kBlock, X.cols);
    }

    /// Row-major, one line a row of the block.
    const T* compute(Index begin, Index end) {
        using Stride = Eigen::OuterStride<>;
        const Index rows = end - begin;
        if (X_.row_major()) {
            const Eigen::Map<const Block<T>, 0, Stride> block(X_.values + begin * X_.row_stride, rows, X_.cols,
                                                              Stride(X_.row_stride));
            scores_.topRows(rows).noalias() = block * minus_two_C_.transpose();
        } else {
            for (Index j = 0; j < X_.cols; ++j) {
                for (Index i = 0; i < rows; ++i) {
                    packed_(i, j) = X_.at(begin + i, j);
                }
            }
            scores_.topRows(rows).noalias() = packed_.topRows(rows) * minus_two_C_.transpose();
        }
        return scores_.data();
    }

private:
    const DenseRows<T>& X_;
    Block<T> minus_two_C_;
    Block<T> scores_;
    Block<T> packed_;
};

template <class T>
class Scores<SparseRows<T>> {
public:
    static constexpr double kUnit = std::numeric_limits<double>::epsilon();
    static constexpr double kLargest = std::numeric_limits<double>::max() / 16;

    Scores(const SparseRows<T>& X, const Matrix& C)
        : X_(X), minus_two_Ct_(-2 * C.transpose()), scores_(kBlock, C.rows()) {}

    const double* compute(Index begin, Index end) {
        const Index k = scores_.cols();
        scores_.topRows(end - begin).setZero();
        for (Index row = begin; row < end; ++row) {
            double* line = scores_.data() + (row - begin) * k;
            for_each_entry(X_, row, [&](Index j, double value) {
                const double* centre = minus_two_Ct_.data() + j * k;
                for (Index h = 0; h < k; ++h) {
                    line[h] += value * centre[h];
                }
            });
        }
        return scores_.data();
    }

private:
    const SparseRows<T>& X_;
    Matrix minus_two_Ct_;  // d x k: one entry of a row meets all centres in one run
    Matrix scores_;
};

/// What rounding took below zero is zero; what overflowed stays NaN, so that the caller sees it.
double not_below_zero(double value) {
    return value < 0 ? 0 : value;
}

struct Candidates {
    Index best = 0;
    Index second = -1;
    double best_score = kInfinity;
    double second_score = kInfinity;
};

template <class S>
Candidates two_lowest(const S* line, const Vector& norms) {
    Candidates found;
    for (Index h = 0; h < norms.size(); ++h) {
        const double score = norms[h] + static_cast<double>(line[h]);
        if (score < found.best_score) {
            found.second = found.best;
            found.second_score = found.best_score;
            found.best = h;
            found.best_score = score;
        } else if (score < found.second_score) {
            found.second = h;
            found.second_score = score;
        }
    }
    if (norms.size() == 1) found.second = -1;
    return found;
}

template <class Rows>
class Search {
public:
    Search(const Rows& X, const Matrix& C, const Vector& norms, const NearestOutput& out)
        : X_(X), C_(C), norms_(norms), largest_norm_(std::sqrt(norms.maxCoeff())), out_(out), scores_(X, C), read_(X) {}

    NearestSummary run(Index begin, Index end) {
        NearestSummary summary;
        for (Index first = begin; first < end; first += kBlock) {
            const Index last = std::min(end, first + kBlock);
            if (all_skipped(first, last)) continue;
            const auto* lines = scores_.compute(first, last);
            for (Index row = first; row < last; ++row) {
                if (!skipped(row)) settle(row, lines + (row - first) * C_.rows(), summary);
            }
        }
        return summary;
    }

private:
    bool skipped(Index row) const { return !out_.skip.empty() && out_.skip[static_cast<std::size_t>(row)] != 0; }
    bool all_skipped(Index first, Index last) const {
        for (Index row = first; row < last; ++row) {
            if (!skipped(row)) return false;
        }
        return true;
    }

    double exact(const typename Rows::Scalar* x, Index h) const {
        return squared_distance(x, C_.data() + h * C_.cols(), C_.cols());
    }

    /// Dense rows: by differences, which cost as much as one centre of the product. Sparse rows: from the score,
    /// already in double, since differences would visit every column.
    double distance_of(Index row, Index h, double score) {
        if constexpr (Rows::kSparse) {
            double squares = 0;
            for_each_entry(X_, row, [&](Index, double value) { squares += value * value; });
            return not_below_zero(squares + score);
        } else {
            return exact(read_(row), h);
        }
    }

    template <class S>
    void settle(Index row, const S* line, NearestSummary& summary) {
        const auto at = static_cast<std::size_t>(row);
        Candidates found = two_lowest(line, norms_);
        double distance = distance_of(row, found.best, found.best_score);
        // A product of d terms is off by at most d units of rounding, and |x| <= |x - c| + |c|.
        const double reach = (std::sqrt(distance) + largest_norm_) * largest_norm_;
        const double slack = 4 * static_cast<double>(C_.cols() + 4) * Scores<Rows>::kUnit * reach;
        // Products beyond the range of the scalar are infinite or nothing: then every centre is compared by
        // differences.
        const bool in_range = reach < Scores<Rows>::kLargest;
        if (!in_range || found.second_score - found.best_score <= slack) {
            const double limit = in_range ? found.best_score + slack : kInfinity;
            distance = compare_again(read_(row), line, limit, out_.labels[at], found);
        }
        summary.sum += distance;
        summary.changed += out_.labels[at] != static_cast<std::int32_t>(found.best) ? 1 : 0;
        out_.labels[at] = static_cast<std::int32_t>(found.best);
        if (!out_.confidence.empty()) {
            const double second = found.second < 0 ? kInfinity : distance_of(row, found.second, found.second_score);
            out_.confidence[at] = margin(distance, second);
        }
    }

    /// Among the centres that rounding cannot tell from the best, by differences; a tie keeps the present label, else
    /// the lowest.
    template <class S>
    double compare_again(const typename Rows::Scalar* x, const S* line, double limit, std::int32_t present,
                         Candidates& found) {
        double least = kInfinity;
        found.second_score = kInfinity;
        for (Index h = 0; h < C_.rows(); ++h) {
            const double score = norms_[h] + static_cast<double>(line[h]);
            if (score > limit) continue;
            const double distance = exact(x, h);
            if (distance < least || (distance == least && h == present)) {
                if (least < kInfinity) {
                    found.second = found.best;
                    found.second_score = found.best_score;
                }
                least = distance;
                found.best = h;
                found.best_score = score;
            } else if (score < found.second_score) {
                found.second = h;
                found.second_score = score;
            }
        }
        return least;
    }

    const Rows& X_;
    const Matrix& C_;
    const Vector& norms_;
    double largest_norm_;
    const NearestOutput& out_;
    Scores<Rows> scores_;
    RowReader<Rows> read_;
};

/// The squared distances of one row to all centres: by differences where the row is dense, as |x|^2 - 2 x.c + |c|^2
/// where it is sparse and differences would visit every column.
template <class Rows>
class DistanceRow {
public:
    DistanceRow(const Rows& X, const Matrix& C, const Matrix& Ct, const Vector& norms)
        : X_(X), C_(C), Ct_(Ct), norms_(norms), read_(X) {}

    void operator()(Index row, double* out) {
        const Index k = C_.rows();
        if constexpr (Rows::kSparse) {
            double squares = 0;
            std::fill_n(out, k, 0.0);
            for_each_entry(X_, row, [&](Index j, double value) {
                squares += value * value;
                for (Index h = 0; h < k; ++h) {
                    out[h] += value * Ct_(j, h);
                }
            });
            for (Index h = 0; h < k; ++h) {
                out[h] = not_below_zero(squares - 2 * out[h] + norms_[h]);
            }
        } else {
            const auto* x = read_(row);
            for (Index h = 0; h < k; ++h) {
                out[h] = squared_distance(x, C_.data() + h * C_.cols(), C_.cols());
            }
        }
    }

private:
    const Rows& X_;
    const Matrix& C_;
    const Matrix& Ct_;
    const Vector& norms_;
    RowReader<Rows> read_;
};

}  // namespace

NearestSummary nearest(const Features& features, const Matrix& C, const NearestOutput& out, Context& context) {
    const Vector norms = C.rowwise().squaredNorm();
    return std::visit(
        [&](const auto& X) {
            using Rows = std::decay_t<decltype(X)>;
            const auto bytes = static_cast<std::size_t>(kBlock * C.rows() + C.size() + X.cols) * sizeof(double);
            return ordered_sum(
                context, X.rows, NearestSummary{}, bytes,
                [&](NearestSummary& part, Index begin, Index end) {
                    part = Search<Rows>(X, C, norms, out).run(begin, end);
                },
                [](NearestSummary& total, const NearestSummary& part) {
                    total.sum += part.sum;
                    total.changed += part.changed;
                });
        },
        features);
}

double margin(double best, double second) {
    if (second == kInfinity) return 1;
    return second > 0 ? std::clamp(1 - best / second, 0.0, 1.0) : 0;
}

void distances(const Features& features, std::span<const Index> rows, const Matrix& C, Eigen::Ref<Matrix> out,
               Context& context) {
    constexpr Index kGrain = 512;
    const Matrix Ct = C.transpose();
    const Vector norms = C.rowwise().squaredNorm();
    std::visit(
        [&](const auto& X) {
            parallel_for(context, static_cast<Index>(rows.size()), kGrain, [&](Index begin, Index end) {
                DistanceRow<std::decay_t<decltype(X)>> compute(X, C, Ct, norms);
                for (Index i = begin; i < end; ++i) {
                    compute(rows[static_cast<std::size_t>(i)], out.data() + i * out.outerStride());
                }
            });
        },
        features);
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
