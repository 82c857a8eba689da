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

/// The widest column is this many times as wide as the narrowest that varies.
template <class T>
double scale_ratio(const DenseRows<T>& X) {
    double widest = 0, narrowest = 0;
    for (Index col = 0; col < X.cols; ++col) {
        const auto origin = static_cast<double>(X.at(0, col));
        double sum = 0, squares = 0;
        for (Index row = 0; row < X.rows; ++row) {
            const double x = static_cast<double>(X.at(row, col)) - origin;
            sum += x;
            squares += x * x;
        }
        const auto n = static_cast<double>(X.rows);
        const double width = std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
        if (!(width > 0)) continue;
        widest = std::max(widest, width);
        narrowest = narrowest > 0 ? std::min(narrowest, width) : width;
    }
    return narrowest > 0 ? widest / narrowest : 1;
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

Traits traits_of(const Dataset& data) {
    Traits traits;
    traits.views = data.n_views();
    traits.mapped = data.n_views() > 1 && !data.unmapped();
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
                traits.scales_differ = traits.scales_differ || scale_ratio(X) > kScaleRatio;
            }
        });
    }
    return traits;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
