#include "methods/kmeans/pck/feature_scales.hpp"

#include "data/names_in_messages.hpp"
#include "kernels/label_sums.hpp"

#include <fmt/core.h>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

FeatureScales feature_scales(const View& view, Context& context) {
    const Vector variance = kernels::column_moments(view.features(), context).deviation.cwiseAbs2();
    FeatureScales scales;
    scales.mean_squared_distance = variance.sum();
    const double widest = variance.maxCoeff(&scales.widest);
    if (scales.mean_squared_distance > 0) scales.widest_share = widest / scales.mean_squared_distance;
    return scales;
}

void warn_of_scales(const View& view, const FeatureScales& scales, double constraint_weight, Result& result) {
    constexpr double kDominant = 0.95;
    constexpr double kNegligible = 100;
    if (view.cols() >= 3 && scales.widest_share > kDominant) {
        result.warnings.push_back(
            {"features-scales-differ",
             fmt::format("column {} of view \"{}\" makes up {:.1f} % of all variance, so it decides the distances",
                         column_text(view, scales.widest), view.name(), 100 * scales.widest_share),
             scales.widest_share,
             {{"prep", "standardize"}}});
    }
    const bool used = result.constraints.must.given + result.constraints.cannot.given > 0 && constraint_weight > 0;
    if (used && scales.mean_squared_distance > kNegligible * constraint_weight) {
        result.warnings.push_back({"constraint-weight-negligible",
                                   fmt::format("violating a constraint costs {:.3g}, but the mean squared distance of "
                                               "the rows from their mean is {:.3g}: constraints hardly count",
                                               constraint_weight, scales.mean_squared_distance),
                                   scales.mean_squared_distance / constraint_weight,
                                   {{"weight_scale", "relative"}, {"prep", "standardize"}}});
    }
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
