#include "experiments/eaton2014_data.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace eaton {
namespace {

constexpr Index kShapeRows = 200;
constexpr double kNoise = 0.1;

/// A row of a class, at an angle of the curve that the class lies on.
using ShapeCurve = std::pair<double, double> (*)(bool second, double angle);

std::pair<double, double> on_half_moon(bool second, double angle) {
    const double x = std::cos(angle / 2), y = std::sin(angle / 2);
    return second ? std::pair(1 - x, 0.5 - y) : std::pair(x, y);
}

std::pair<double, double> on_ring(bool second, double angle) {
    const double radius = second ? 0.4 : 1;
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

Generated drawn_shapes(ShapeCurve curve, Random random) {
    Truth truth{"labels", "", {}, {}};
    for (Index row = 0; row < kShapeRows; ++row)
        truth.labels.push_back(static_cast<std::int32_t>(random.below(2)));
    std::vector<View> views;
    for (const char* name : {"a", "b"}) {
        std::vector<double> values;
        for (const std::int32_t cls : truth.labels) {
            const auto [x, y] = curve(cls == 1, random.uniform(0, 2 * std::numbers::pi));
            values.push_back(x + kNoise * random.normal());
            values.push_back(y + kNoise * random.normal());
        }
        views.push_back(View::dense(name, kShapeRows, 2, std::move(values)));
    }
    return {Dataset(std::move(views)).with_row_mapping(), {std::move(truth)}};
}

}  // namespace

DataRecipe four_quadrants() {
    DataRecipe recipe;
    recipe.name = kQuadrants;
    recipe.make = [](Random random) { return generate_four_quadrants({}, random); };
    return recipe;
}

DataRecipe protein_views() {
    DataRecipe recipe{.name = kProtein, .folder = "protein"};
    recipe.pairing = ClassPairing{.classes_a = {0, 1, 2}, .classes_b = {3, 4, 5}};
    recipe.spectral = 5;
    return recipe;
}

DataRecipe letters_digits() {
    DataRecipe recipe{.name = kLettersDigits, .folder = "letters"};
    recipe.pairing = ClassPairing{"pendigits", "letters", "digits", {8, 9, 11}, {3, 8, 9}};
    recipe.view_draw = ViewDraw{.share = 0.1};
    recipe.spectral = 4;
    return recipe;
}

DataRecipe rec_talk() {
    DataRecipe recipe{.name = kRecTalk, .folder = "newsgroups_raw"};
    recipe.pairing = ClassPairing{"", "rec", "talk", {5, 6}, {9, 10}};
    recipe.view_draw = ViewDraw{.share = 0.05};
    recipe.words = 50;
    recipe.spectral = 5;
    return recipe;
}

DataRecipe half_moons() {
    DataRecipe recipe;
    recipe.name = kMoons;
    recipe.make = [](Random random) { return drawn_shapes(on_half_moon, random); };
    return recipe;
}

DataRecipe rings() {
    DataRecipe recipe;
    recipe.name = kRings;
    recipe.make = [](Random random) { return drawn_shapes(on_ring, random); };
    return recipe;
}

DataRecipe news() {
    return {.name = kNews, .folder = "3sources", .views = {"bbc", "guardian", "reuters"}};
}

DataRecipe protein_alone() {
    DataRecipe recipe{.name = kProteinAlone, .folder = "protein"};
    recipe.spectral = 5;
    return recipe;
}

DataRecipe digits_alone() {
    DataRecipe recipe{.name = kDigitsAlone, .folder = "pendigits", .classes = {3, 8, 9}, .sample = 317};
    recipe.spectral = 4;
    return recipe;
}

DataRecipe iris_alone() {
    return {.name = kIrisAlone, .folder = "iris"};
}

}  // namespace eaton
}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
