#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/nmf.hpp>

#include "kernels/factor_products.hpp"

#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// Throws Error{input} if a feature is negative, or if there are more clusters than rows.
void require_fit_for_nmf(std::string_view method, const Dataset& data, int n_clusters);

/// Throws Error{numerical} if a row has features but scale 0: its squares overflow or vanish, and it would silently be
/// taken for a row of zeros.
void require_lengths(const View& view, const std::vector<double>& scales);

/// What all rows of the view are multiplied by under `normalize`; for l2 this is 1, and rows have their own.
double view_scale(const View& view, NmfNormalize normalize, Context& context);

/// What every row of the view is multiplied by; empty: nothing. 0 for rows without features.
std::vector<double> row_scales(const View& view, NmfNormalize normalize, double view_scale, Context& context);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
