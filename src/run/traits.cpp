#include "run/candidates.hpp"
#include "run/steps.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr double kScaleRatio = 2;
constexpr double kLengthRatio = 1.05;
constexpr double kFewColumns = 0.25;  // docs/results/defaults: which preparation K-Means wants

/// One per column.
template <class T>
std::vector<double> variances(const DenseRows<T>& X) {
    std::vector<double> sum(X.cols, 0.0), squares(X.cols, 0.0);
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col) {
            // Less the first row: large offsets would cost digits.
            const double x = static_cast<double>(X.at(row, col)) - static_cast<double>(X.at(0, col));
            sum[col] += x;
            squares[col] += x * x;
        }
    }
    const auto n = static_cast<double>(X.rows);
    for (Index col = 0; col < X.cols; ++col)
        squares[col] = std::max(0.0, squares[col] / n - sum[col] / n * (sum[col] / n));
    return squares;
}

/// The widest column is this many times as wide as the narrowest that varies.
double scale_ratio(const std::vector<double>& variances) {
    double widest = 0, narrowest = 0;
    for (const double variance : variances) {
        if (!(variance > 0)) continue;
        widest = std::max(widest, variance);
        narrowest = narrowest > 0 ? std::min(narrowest, variance) : variance;
    }
    return narrowest > 0 ? std::sqrt(widest / narrowest) : 1;
}

/// How evenly the columns that vary share in the squared distances. Their effective number is (sum of variances)^2 /
/// sum of squared variances; 0: one column decides alone, 1: all count the same.
double evenness(const std::vector<double>& variances) {
    double sum = 0, squares = 0, columns = 0;
    for (const double variance : variances) {
        sum += variance;
        squares += variance * variance;
        columns += variance > 0 ? 1 : 0;
    }
    if (columns < 2 || !(squares > 0)) return 1;
    return (sum * sum / squares - 1) / (columns - 1);
}

/// Whether every column is one of 0 and 1, or has a mean of 0 and a variance of at most 1 (gaps filled with the mean
/// make it less), with some of both kinds: somebody has set the scales already, and standardizing indicators would let
/// rare values decide.
template <class T>
bool has_settled_scales(const DenseRows<T>& X, const std::vector<double>& variances) {
    constexpr double kRounding = 1e-6;
    bool some_scaled = false, some_indicators = false;
    for (Index col = 0; col < X.cols; ++col) {
        bool is_indicator = true;
        double sum = 0;
        for (Index row = 0; row < X.rows; ++row) {
            const auto x = static_cast<double>(X.at(row, col));
            is_indicator = is_indicator && (x == 0 || x == 1);
            sum += x;
        }
        const bool is_scaled =
            std::abs(sum) <= kRounding * static_cast<double>(X.rows) && variances[col] <= 1 + kRounding;
        if (!is_indicator && !is_scaled) return false;
        (is_indicator ? some_indicators : some_scaled) = true;
    }
    return some_indicators && some_scaled;
}

template <class T>
double length_ratio(const SparseRows<T>& X) {
    double longest = 0, shortest = 0;
    for (Index row = 0; row < X.rows; ++row) {
        double squares = 0;
        for (Index entry = X.offsets[row]; entry < X.offsets[row + 1]; ++entry)
            squares += static_cast<double>(X.values[entry]) * static_cast<double>(X.values[entry]);
        if (squares == 0) continue;
        longest = std::max(longest, std::sqrt(squares));
        shortest = shortest > 0 ? std::min(shortest, std::sqrt(squares)) : std::sqrt(squares);
    }
    return shortest > 0 ? longest / shortest : 1;
}

}  // namespace

bool has_feature_below_zero(const View& view) {
    return view.visit([]<class Rows>(const Rows& X) {
        if constexpr (Rows::kSparse) {
            return std::any_of(X.values.begin(), X.values.end(), [](auto value) { return value < 0; });
        } else {
            for (Index row = 0; row < X.rows; ++row) {
                for (Index col = 0; col < X.cols; ++col) {
                    if (X.at(row, col) < 0) return true;
                }
            }
            return false;
        }
    });
}

bool is_mapped_row_by_row(const Dataset& data) {
    for (int view = 0; view < data.n_views(); ++view) {
        if (data.view(view).rows() != data.objects().count()) return false;
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            if (data.objects().of({view, row}) != data.objects().of({0, row})) return false;
        }
    }
    return true;
}

Traits traits_of(const Dataset& data) {
    Traits traits;
    traits.views = data.n_views();
    traits.mapped = data.n_views() > 1 && !data.unmapped();
    traits.row_by_row = is_mapped_row_by_row(data);
    traits.sparse = true;
    for (const View& view : data.views()) {
        traits.sparse = traits.sparse && view.is_sparse();
        traits.nonnegative = traits.nonnegative && !has_feature_below_zero(view);
        traits.rows = std::max(traits.rows, view.rows());
        traits.cols = std::max(traits.cols, view.cols());
        view.visit([&]<class Rows>(const Rows& X) {
            if constexpr (Rows::kSparse) {
                traits.lengths_differ = traits.lengths_differ || length_ratio(X) > kLengthRatio;
            } else {
                const std::vector<double> widths = variances(X);
                traits.scales_differ = traits.scales_differ || scale_ratio(widths) > kScaleRatio;
                const bool are_uneven = evenness(widths) < kFewColumns && !has_settled_scales(X, widths);
                traits.few_columns_decide = traits.few_columns_decide || are_uneven;
            }
        });
    }
    return traits;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
