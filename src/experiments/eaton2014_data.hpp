#pragma once

#include "experiments/declaration.hpp"

/// The data of eaton2014, sec. 6.1 and 6.3.
namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace eaton {

constexpr auto kQuadrants = "four-quadrants";
constexpr auto kProtein = "protein-views";
constexpr auto kLettersDigits = "letters-digits";
constexpr auto kRecTalk = "rec-talk";
constexpr auto kMoons = "half-moons";
constexpr auto kRings = "rings";
constexpr auto kNews = "3sources";
constexpr auto kProteinAlone = "protein-spectral";
constexpr auto kDigitsAlone = "digits-spectral";
constexpr auto kIrisAlone = "iris";

DataRecipe four_quadrants();
DataRecipe protein_views();
DataRecipe letters_digits();
DataRecipe rec_talk();
/// Two views of two interlocking half-moons, or of two rings around each other; row i of both is the same object.
DataRecipe half_moons();
DataRecipe rings();
DataRecipe news();
/// One view each, for sec. 6.4.
DataRecipe protein_alone();
DataRecipe digits_alone();
DataRecipe iris_alone();

Paper declared_paper();

}  // namespace eaton
}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
