#include <mvlink/error.hpp>
#include <mvlink/generate.hpp>

#include "evaluate/generate/common.hpp"

#include <cmath>
#include <numbers>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr int kClasses = 2, kMostViews = 26;  // they are called a to z

/// The point at an angle of the curve that the first or the second class lies on.
using Curve = std::pair<double, double> (*)(bool second, double angle);

std::pair<double, double> on_moon(bool second, double angle) {
    const double x = std::cos(angle / 2), y = std::sin(angle / 2);
    return second ? std::pair(1 - x, 0.5 - y) : std::pair(x, y);
}

std::pair<double, double> on_ring(bool second, double angle) {
    const double radius = second ? 0.4 : 1;
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

View draw_view(char name, const std::vector<std::int32_t>& labels, Curve curve, double noise, Random& random) {
    std::vector<double> values;
    values.reserve(2 * labels.size());
    for (const std::int32_t label : labels) {
        const auto [x, y] = curve(label == 1, random.uniform(0, 2 * std::numbers::pi));
        values.push_back(x + noise * random.normal());
        values.push_back(y + noise * random.normal());
    }
    return View::dense(std::string(1, name), static_cast<Index>(labels.size()), 2, std::move(values))
        .with_column_names({"x", "y"});
}

Generated generate_curves(Curve curve, std::vector<std::string> class_names, const CurvesOptions& options,
                          Random random) {
    evaluate::require_shape(options.rows, 2, kClasses);
    evaluate::require_length(options.noise, "noise");
    if (options.views < 1 || options.views > kMostViews) {
        throw Error{ErrorCode::usage,
                    "views: found " + std::to_string(options.views) + "; expected 1 to " + std::to_string(kMostViews)};
    }
    Truth truth{"labels", "", {}, std::move(class_names)};
    for (Index row = 0; row < options.rows; ++row)
        truth.labels.push_back(static_cast<std::int32_t>(random.below(kClasses)));
    std::vector<View> views;
    views.reserve(options.views);
    for (int view = 0; view < options.views; ++view)
        views.push_back(draw_view(static_cast<char>('a' + view), truth.labels, curve, options.noise, random));
    const Dataset data{std::move(views)};
    return {options.views > 1 ? data.with_row_mapping() : data, {std::move(truth)}};
}

}  // namespace

Generated generate_moons(const CurvesOptions& options, Random random) {
    return generate_curves(on_moon, {"upper", "lower"}, options, random);
}

Generated generate_rings(const CurvesOptions& options, Random random) {
    return generate_curves(on_ring, {"outer", "inner"}, options, random);
}

}  // namespace v1
}  // namespace mvlink
