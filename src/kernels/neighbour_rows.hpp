#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/neighbours.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// A point that rows are taken relative to, so that products of rows far from the origin lose no digits.
struct Centre {
    std::vector<double> exact;
    std::vector<float> rounded;  ///< the same point, if rows are float
};

/// The rows of a search, of any kind: as they are, or of length 1 under cosine.
class SearchRows {
public:
    SearchRows(const Features& X, NeighbourMetric metric, Context& context);

    [[nodiscard]] Index rows() const { return rows_; }
    [[nodiscard]] Index cols() const { return cols_; }
    [[nodiscard]] bool cosine() const { return !inverse_lengths_.empty(); }
    [[nodiscard]] bool sparse() const { return sparse_; }
    /// No row has more entries that are not zero.
    [[nodiscard]] Index most_entries() const { return most_entries_; }
    [[nodiscard]] const Features& features() const { return features_; }
    /// Under cosine: whether the row has no direction, because it is zero or too short to be scaled.
    [[nodiscard]] bool is_zero(Index row) const { return cosine() && inverse_lengths_[at(row)] == 0; }
    /// What the entries of a row are multiplied with.
    [[nodiscard]] double factor(Index row) const { return cosine() ? inverse_lengths_[at(row)] : 1; }

    /// Asks for the beginning of a row that will be read soon; only for dense rows whose entries are side by side.
    void prefetch(Index row) const {
        if (const auto* X = std::get_if<DenseRows<float>>(&features_)) prefetch_row(*X, row);
        if (const auto* X = std::get_if<DenseRows<double>>(&features_)) prefetch_row(*X, row);
    }
    /// The row with its zeros, in double.
    void read(Index row, double* out) const;
    /// (row - centre) scale, in float.
    void read_relative(Index row, const Centre& centre, double scale, float* out) const;
    /// Its entries that are not zero, columns increasing.
    void read_entries(Index row, std::vector<std::int32_t>& columns, std::vector<double>& values) const;
    /// A point in the middle of some of the rows that few outliers cannot move. Sparse rows: the origin.
    [[nodiscard]] Centre middle(std::span<const std::int32_t> ids) const;
    /// This row as a point. Sparse rows: the origin.
    [[nodiscard]] Centre point(Index row) const;
    /// A power of two: multiplied with it, no entry of the rows, relative to the centre, exceeds 2.
    [[nodiscard]] double scale(std::span<const std::int32_t> ids, const Centre& centre, Context& context) const;

private:
    template <class T>
    static void prefetch_row(const DenseRows<T>& X, Index row) {
        constexpr Index kBytes = 512, kLine = 64;  // more would push out what was asked for before
        if (!X.row_major()) return;
        const char* bytes = reinterpret_cast<const char*>(X.values + row * X.row_stride);
        const Index size = X.cols * static_cast<Index>(sizeof(T));
        for (Index byte = 0; byte < (size < kBytes ? size : kBytes); byte += kLine) {
            __builtin_prefetch(bytes + byte);
        }
    }
    static constexpr std::size_t at(Index row) { return static_cast<std::size_t>(row); }
    [[nodiscard]] Centre centre_from(std::vector<double> exact) const;

    const Features& features_;
    Index rows_, cols_;
    bool sparse_;
    Index most_entries_ = 0;
    std::vector<double> inverse_lengths_;  // 0: a row of zeros; empty unless cosine
};

/// Squared distances in double from one row to others, by differences. Rows that hold the same numbers give the same
/// bits, whatever their kind, and whichever of two rows comes first.
class RowDistances {
public:
    RowDistances(const SearchRows& from, const SearchRows& to);

    void start(Index row);
    [[nodiscard]] double operator()(Index row);

private:
    [[nodiscard]] double between_entries(Index row);

    const SearchRows& from_;
    const SearchRows& to_;
    std::vector<double> own_, other_;
    std::vector<std::int32_t> own_columns_, other_columns_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
