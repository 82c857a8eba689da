#pragma once

#include "kernels/matrix.hpp"
#include "kernels/nearest_tile.hpp"
#include "kernels/rows.hpp"
#include "kernels/sparse_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// The centres as comparisons need them. With c' = c - shift the score |c'|^2 + 2 shift.c' - 2 x.c' is the squared
/// distance but for a term that all centres share. The shift is the mean of the centres, so that c' and with it the
/// rounding of products is small even if the data is far from the origin.
struct ShiftedCentres {
    const Matrix& C;
    Vector shift;
    Vector offsets;             // |c'|^2 + 2 shift.c'
    double largest_offset = 0;  // bound of the terms of an offset
    double longest = 0;         // |c|
    double longest_shifted = 0;

    ShiftedCentres(const Matrix& centres, bool with_shift)
        : C(centres), shift(Vector::Zero(centres.cols())), offsets(centres.rows()) {
        if (with_shift) shift = centres.colwise().mean().transpose();
        longest = std::sqrt(centres.rowwise().squaredNorm().maxCoeff());
        for (Index h = 0; h < centres.rows(); ++h) {
            const Vector moved = centres.row(h).transpose() - shift;
            offsets[h] = moved.squaredNorm() + 2 * shift.dot(moved);
            longest_shifted = std::max(longest_shifted, moved.norm());
        }
        largest_offset = longest_shifted * (longest_shifted + 2 * shift.norm());
    }

    /// No term of a score, of rows up to this length, is larger.
    template <class Lengths>
    [[nodiscard]] auto reach(const Lengths& lengths) const {
        return largest_offset + 2 * longest_shifted * lengths;
    }

    /// No row at these squared distances from any of the centres is longer: |x| <= |x - c| + |c|.
    template <class Distances>
    [[nodiscard]] auto lengths_at(const Distances& distances) const {
        return distances.sqrt() + longest;
    }

    /// By how much rounding in S may change the difference of two scores: a sum of d + 1 terms is off by d + 1
    /// roundings of half a unit, the offset and the centre by a few more, and what underflows by the least number.
    template <class S, class Reach>
    [[nodiscard]] auto slack(const Reach& reach) const {
        using Limits = std::numeric_limits<S>;
        const auto terms = static_cast<double>(C.cols() + 8);
        return 1.5 * terms * static_cast<double>(Limits::epsilon()) * reach +
               2 * terms * static_cast<double>(Limits::denorm_min());
    }

    /// Scores in S of a larger reach may have overflowed.
    template <class S>
    static constexpr double kLargest = static_cast<double>(std::numeric_limits<S>::max()) / 16;
};

/// Rows at a time: as many as stay in the first cache with their scores.
inline Index rows_a_block(Index cols, Index width, std::size_t scalar) {
    constexpr Index kBytes = 16 << 10;
    constexpr Index kStep = 24;  // whole tiles of 6 and of 8 rows
    const Index fit = kBytes / ((cols + width) * static_cast<Index>(scalar));
    return std::clamp(fit / kStep * kStep, kStep, 4 * kStep);
}

/// Scores of some rows against all centres, one line per row. What all shards of a search share (Prepared), and what
/// each has of its own.
template <class Rows>
class Scores;

template <class T>
class Scores<DenseRows<T>> {
public:
    using Scalar = T;
    using Prepared = PackedCentres<T>;
    static Prepared prepare(const ShiftedCentres& centres) {
        return Prepared(centres.C, centres.shift, -2, centres.offsets);
    }
    static constexpr bool kShift = true;

    Scores(const DenseRows<T>& X, const Prepared& centres)
        : X_(X),
          centres_(centres),
          block_(rows_a_block(X.cols, centres.stride(), sizeof(T))),
          lines_((block_ + TileShape<T>::kSpare) * centres.stride()) {
        if (!X.row_major()) packed_.resize(block_ * X.cols);
    }

    [[nodiscard]] Index block() const { return block_; }

    /// The rows asked for next come from [next, next_end).
    void compute(std::span<const Index> rows, Index next, Index next_end) {
        gather(rows);
        const T* ahead = X_.values + (X_.row_major() ? next * X_.row_stride : 0);
        const T* ahead_end = X_.row_major() ? X_.values + next_end * X_.row_stride : ahead;
        TiledScores<Products, T>(centres_).run(pointers_.data(), static_cast<Index>(rows.size()), ahead, ahead_end,
                                               lines_.data());
    }

    [[nodiscard]] const T* lines() const { return lines_.data(); }
    [[nodiscard]] const T* line(Index i) const { return lines_.data() + i * centres_.stride(); }
    [[nodiscard]] T* line_to_change(Index i) { return lines_.data() + i * centres_.stride(); }
    [[nodiscard]] const T* row(Index i) { return pointers_[i]; }

private:
    void gather(std::span<const Index> rows) {
        const auto count = rows.size();
        pointers_.resize(count + TileShape<T>::kSpare);
        for (std::size_t i = 0; i < count; ++i) {
            pointers_[i] =
                X_.row_major() ? X_.values + rows[i] * X_.row_stride : packed_.data() + static_cast<Index>(i) * X_.cols;
        }
        std::fill(pointers_.begin() + static_cast<Index>(count), pointers_.end(), pointers_[count - 1]);
        for (Index j = 0; j < X_.cols && !X_.row_major(); ++j) {
            for (std::size_t i = 0; i < count; ++i) {
                packed_[i * static_cast<std::size_t>(X_.cols) + static_cast<std::size_t>(j)] = X_.at(rows[i], j);
            }
        }
    }

    const DenseRows<T>& X_;
    const Prepared& centres_;
    Index block_;
    Eigen::Array<T, Eigen::Dynamic, 1> lines_;
    std::vector<const T*> pointers_;
    std::vector<T> packed_;  // if the rows of X are not contiguous
};

template <class T>
class Scores<SparseRows<T>> {
public:
    using Scalar = double;
    struct Prepared {
        Matrix minus_two_Ct;  // d x width: one entry of a row meets all centres in one run
        Eigen::ArrayXd offsets;

        [[nodiscard]] Index stride() const { return offsets.size(); }
        [[nodiscard]] Index width() const { return offsets.size(); }
    };
    static Prepared prepare(const ShiftedCentres& centres) {
        const Index k = centres.C.rows(), width = SparseRowTimes::padded(k);
        Prepared prepared{SparseRowTimes::pad(-2 * centres.C.transpose()),
                          Eigen::ArrayXd::Constant(width, std::numeric_limits<double>::infinity())};
        prepared.offsets.head(k) = centres.offsets.array();
        return prepared;
    }
    static constexpr bool kShift = false;

    Scores(const SparseRows<T>& X, const Prepared& centres)
        : X_(X),
          centres_(centres),
          block_(rows_a_block(0, centres.stride(), sizeof(double))),
          lines_(block_ * centres.stride()),
          read_(X) {}

    [[nodiscard]] Index block() const { return block_; }

    void compute(std::span<const Index> rows, Index, Index) {
        rows_ = rows;
        const Index width = centres_.width();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            double* line = lines_.data() + static_cast<Index>(i) * width;
            std::copy_n(centres_.offsets.data(), width, line);
            SparseRowTimes::add(X_, rows[i], centres_.minus_two_Ct.data(), width, line);
        }
    }

    [[nodiscard]] const double* lines() const { return lines_.data(); }
    [[nodiscard]] const double* line(Index i) const { return lines_.data() + i * centres_.stride(); }
    [[nodiscard]] double* line_to_change(Index i) { return lines_.data() + i * centres_.stride(); }
    [[nodiscard]] const T* row(Index i) { return read_(rows_[i]); }

private:
    const SparseRows<T>& X_;
    const Prepared& centres_;
    Index block_;
    Eigen::ArrayXd lines_;
    RowReader<SparseRows<T>> read_;
    std::span<const Index> rows_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
