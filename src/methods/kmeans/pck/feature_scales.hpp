#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// On which scale the squared distances of a view are.
struct FeatureScales {
    double mean_squared_distance = 0;  // of the rows from their mean
    Index widest = 0;                  // the column that varies most
    double widest_share = 0;           // of the sum of all variances
};

FeatureScales feature_scales(const View& view, Context& context);

/// Warns if one column decides all distances, and if constraints of this weight are negligible compared with them.
void warn_of_scales(const View& view, const FeatureScales& scales, double constraint_weight, Result& result);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
