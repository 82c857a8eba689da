#include "experiments/eaton2014_data.hpp"

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace eaton {
namespace {

constexpr CurvesOptions kTwoViews{.rows = 200, .noise = 0.1, .views = 2};

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
    recipe.make = [](Random random) { return generate_moons(kTwoViews, random); };
    return recipe;
}

DataRecipe rings() {
    DataRecipe recipe;
    recipe.name = kRings;
    recipe.make = [](Random random) { return generate_rings(kTwoViews, random); };
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
