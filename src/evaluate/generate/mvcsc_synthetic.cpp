#include <mvlink/generate.hpp>

#include "evaluate/generate/common.hpp"

#include <array>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr int kMixtureClasses = 3;

struct Normal2 {
    std::array<double, 2> mean;
    std::array<double, 3> covariance;  // of x, of x and y, of y
};
using Mixture = std::array<Normal2, kMixtureClasses>;

// Sec. 5.1 of chen2019.
constexpr Mixture kFirstMixture{{{{1, 1}, {1, 0.5, 1.5}}, {{3, 4}, {0.3, 0.2, 0.6}}, {{1, 3}, {1.2, 0.2, 1}}}};
constexpr Mixture kSecondMixture{{{{1, 2}, {1, 0.2, 1}}, {{2, 4}, {0.6, 0.1, 0.5}}, {{3, 2}, {1, 0.4, 0.7}}}};

/// One point per label, x and y in turn.
std::vector<double> draw_mixture(const Mixture& mixture, const std::vector<std::int32_t>& labels, Random& random) {
    std::vector<double> values;
    for (const std::int32_t label : labels) {
        const auto& [mean, covariance] = mixture[label];
        const double root = std::sqrt(covariance[0]), slope = covariance[1] / root;
        const double a = random.normal(), b = random.normal();
        values.push_back(mean[0] + root * a);
        values.push_back(mean[1] + slope * a + std::sqrt(covariance[2] - slope * slope) * b);
    }
    return values;
}

std::vector<double> with_noise(std::vector<double> values, double noise, Random& random) {
    for (double& value : values)
        value += noise * random.normal();
    return values;
}

std::vector<double> reordered(const std::vector<double>& values, Random& random) {
    std::vector<double> out;
    for (const Index row : random.permutation(static_cast<Index>(values.size() / 2))) {
        const auto first = static_cast<std::size_t>(2 * row);
        out.insert(out.end(), {values[first], values[first + 1]});
    }
    return out;
}

}  // namespace

// Departure: the paper says 100 points in its text but 300 in its Table 1, so 100 per class; and it does not say how
// much noise views 3 and 4 have.
Generated generate_mvcsc_synthetic(const MvcscSyntheticOptions& options, Random random) {
    evaluate::require_shape(options.rows, 2, kMixtureClasses);
    evaluate::require_length(options.noise, "noise");
    std::vector<std::int32_t> labels = evaluate::balanced_labels(options.rows, kMixtureClasses, random);
    const std::vector<double> first = draw_mixture(kFirstMixture, labels, random);
    const std::vector<double> second = draw_mixture(kSecondMixture, labels, random);
    std::vector<View> views;
    const auto add = [&](const char* name, std::vector<double> values) {
        views.push_back(View::dense(name, options.rows, 2, std::move(values)).with_column_names({"x", "y"}));
    };
    add("clean1", first);
    add("clean2", second);
    add("noisy1", with_noise(first, options.noise, random));
    add("noisy2", with_noise(second, options.noise, random));
    add("irrelevant1", reordered(first, random));
    add("irrelevant2", reordered(second, random));
    return {Dataset{std::move(views)}.with_row_mapping(), {Truth{"labels", "", std::move(labels), {}}}};
}

}  // namespace v1
}  // namespace mvlink
