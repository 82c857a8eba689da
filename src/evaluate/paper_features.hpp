#pragma once

#include <mvlink/view.hpp>

#include <cstdint>
#include <span>

/// Features as eaton2014 makes them (sec. 6.1).
namespace mvlink {
inline namespace v1 {
namespace evaluate {

/// Whether each of so many words (columns with a value above 0) occurs in a row: the words that occur in most rows of
/// each class, the classes in turn, as Weka's filter for words chooses them.
View frequent_words(const View& view, std::span<const std::int32_t> classes, Index words);

/// Eigenvectors 2 to count + 1 of the normalized Laplacian of the affinities exp(-|x - y|^2 / 2), columns scaled to
/// [0, 1] before and standardized afterwards. Cubic in the rows.
// Departure: the paper does not say how columns are scaled, and with sigma = 1 that decides everything.
View rbf_spectral_features(const View& view, Index count);

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
