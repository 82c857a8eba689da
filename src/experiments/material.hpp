#pragma once

#include "experiments/declaration.hpp"

#include <mvlink/context.hpp>
#include <mvlink/io.hpp>

#include <memory>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// The rows of one repetition and their true classes (negative: unknown).
struct Trial {
    Dataset data;
    std::vector<std::vector<std::int32_t>> truths;  ///< one per view; or several true clusterings of the one view
    std::vector<std::vector<Index>> columns = {};   ///< of each true clustering, if known
};

/// A dataset, read once; its trials share the rows unless the recipe draws or makes new ones.
struct Material {
    DataRecipe recipe;
    std::string fingerprint;                           ///< of the content: different data give different runs
    int classes = 0;                                   ///< of the first truth
    std::vector<std::string> parts;                    ///< what is measured: the views, or the true clusterings
    bool clusterings = false;                          ///< the parts are clusterings of one view
    std::vector<std::shared_ptr<const Trial>> trials;  ///< one per repetition
};

/// Reads (or makes) what the recipe says. Error{file} if a dataset is missing, Error{input} without true classes.
Material prepare(const DataRecipe& recipe, std::span<const std::filesystem::path> folders, int repetitions,
                 Context& context);

/// The rows of one repetition, if the recipe draws or shuffles rows of a dataset that was read; otherwise null.
std::shared_ptr<const Trial> drawn_trial(const Trial& whole, const DataRecipe& recipe, int repetition,
                                         Context& context);

/// What one run is given besides the rows. It follows from the seed, the dataset's name, repetition and fold, never
/// from the method, so that draws are paired; and a longer draw begins with the shorter one, so that they are nested.
struct Draw {
    std::vector<Constraint> constraints;
    std::vector<Index> measured;  ///< rows of the test fold; all of known class without folds
    std::uint64_t seed = 0;       ///< of the method
};
Draw draw(const Material& material, const Setting& setting, int folds, int repetition, int fold, std::uint64_t seed);

/// Rows of known class that every repetition has in its first view.
Index fewest_labelled(const Material& material);
/// Maximum number of constraints that every draw can have.
Index most_constraints(const Material& material, const Setting& setting, int folds);
/// The number of constraints that a percentage of pairs gives in the first repetition.
double constraints_per_row(const Material& material, PairPlace place, double percent);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
