#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

/// Several mixtures over the same rows, side by side: scores, responsibilities and their sums. Every product runs on
/// [x, x^2] of a block of rows; neither the squares nor the responsibilities of all rows are ever stored.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Some columns of X, each shifted and scaled: x_j <- (x_j - centre_j) * factor_j.
struct ScaledColumns {
    Features X;
    std::vector<Index> columns;  // increasing
    std::vector<double> centre;  // one per column of `columns`
    std::vector<double> factor;

    [[nodiscard]] Index width() const { return static_cast<Index>(columns.size()); }
};

/// Rows by number; without a list, all of them.
struct RowSet {
    const std::vector<Index>* list = nullptr;
    Index count = 0;
};

/// Mixture m has the components first[m] .. first[m + 1] - 1. The score of component c is
/// offsets_c + sum_j (weights_jc x_j + weights_{width + j, c} x_j^2).
struct Mixtures {
    std::vector<Index> first;
    Eigen::MatrixXd weights;  // 2 width x C
    Vector offsets;           // C

    [[nodiscard]] Index count() const { return static_cast<Index>(first.size()) - 1; }
    [[nodiscard]] Index components() const { return first.back(); }
};

/// Sums over rows: of the responsibilities, of [x, x^2] weighted by them, and of ln sum_c exp(score) by mixture.
struct MixtureSums {
    Vector counts;         // C
    Eigen::MatrixXd sums;  // 2 width x C
    Vector log_totals;     // one per mixture

    MixtureSums() = default;
    MixtureSums(Index width, Index components, Index mixtures);
    MixtureSums& operator+=(const MixtureSums& other);
};

/// Responsibilities exp(score) / sum over the mixture of every row of the set, summed up on the way.
MixtureSums soft_assign(const ScaledColumns& X, const RowSet& rows, const Mixtures& mixtures, Context& context);

/// The scores themselves, rows of the set x C.
Matrix mixture_scores(const ScaledColumns& X, const RowSet& rows, const Mixtures& mixtures, Context& context);

/// Sums for responsibilities that are given, rows of the set x C; log_totals stay 0.
MixtureSums weighted_sums(const ScaledColumns& X, const RowSet& rows, const Matrix& responsibilities, Context& context);

/// The component with the largest score in every mixture, numbered from 0 in each (ties: the first), and its
/// responsibility where that is wanted: out[m][row]. All rows.
struct MixtureLabels {
    std::vector<std::vector<std::int32_t>> labels;
    std::vector<std::vector<double>> probability;
};
MixtureLabels hard_assign(const ScaledColumns& X, Index rows, const Mixtures& mixtures, Context& context);

/// Sums for the responsibilities `sure` on the label and (1 - sure) / (size - 1) on the others of its mixture; labels
/// as in MixtureLabels, negative: even. log_totals stay 0.
MixtureSums label_sums(const ScaledColumns& X, std::span<const std::vector<std::int32_t>> labels,
                       std::span<const Index> first, double sure, Context& context);
/// One row of them.
void label_responsibilities(std::span<const std::vector<std::int32_t>> labels, std::span<const Index> first,
                            double sure, Index row, double* out);

/// The rows of the set themselves, scaled: count x width.
Matrix scaled_rows(const ScaledColumns& X, const RowSet& rows, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
