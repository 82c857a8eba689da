#include "experiments/material.hpp"

#include "experiments/fingerprint.hpp"
#include "experiments/select_rows.hpp"
#include "io/data_folders.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::uint64_t kMostFolds = 1000;

std::size_t at(Index i) {
    return static_cast<std::size_t>(i);
}

std::vector<std::int32_t> true_classes(const Dataset& data, const std::vector<Truth>& truths, const std::string& name) {
    for (const bool named_labels : {true, false}) {
        for (const Truth& truth : truths) {
            if ((truth.name == "labels") == named_labels &&
                static_cast<Index>(truth.labels.size()) == data.view(0).rows()) {
                return truth.labels;
            }
        }
    }
    throw Error(ErrorCode::input, fmt::format("dataset \"{}\": no true class a row; expected labels.txt", name));
}

int count_classes(const std::vector<std::int32_t>& truth) {
    std::set<std::int32_t> known(truth.begin(), truth.end());
    known.erase(known.begin(), known.lower_bound(0));
    return static_cast<int>(known.size());
}

Trial trial_of(const Trial& whole, const std::vector<Index>& rows) {
    std::vector<std::int32_t> truth;
    for (const Index row : rows)
        truth.push_back(whole.truth[at(row)]);
    return {select_rows(whole.data, rows), std::move(truth)};
}

Trial read_trial(const DataRecipe& recipe, std::span<const std::filesystem::path> folders, Context& context) {
    ReadRequest request;
    request.select = recipe.views;
    request.folder = recipe.own ? std::filesystem::path(recipe.folder)
                                : io::find_dataset_folder(recipe.folder, folders, "give --data FOLDER or MVLINK_DATA");
    const Problem problem = read_problem(request, context);
    // Constraints of the folder take no part: every run draws its own.
    Trial whole{problem.data.with_constraints(std::span<const Constraint>()),
                true_classes(problem.data, problem.truths, recipe.name)};
    if (recipe.classes.empty()) return whole;
    std::vector<Index> kept;
    for (std::size_t row = 0; row < whole.truth.size(); ++row) {
        const auto& classes = recipe.classes;
        if (std::find(classes.begin(), classes.end(), whole.truth[row]) != classes.end()) {
            kept.push_back(static_cast<Index>(row));
        }
    }
    return trial_of(whole, kept);
}

std::vector<Index> sampled_rows(Index rows, Index wanted, const DataRecipe& recipe, int repetition,
                                std::uint64_t seed) {
    if (wanted > rows) {
        throw Error(ErrorCode::input,
                    fmt::format("dataset \"{}\": {} rows; expected at least {}", recipe.name, rows, wanted));
    }
    Random random(seed, "reproduce/sample/" + recipe.name, static_cast<std::uint64_t>(repetition));
    std::vector<Index> chosen = random.permutation(rows);
    chosen.resize(at(wanted));
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

Trial made_trial(const DataRecipe& recipe, int repetition, std::uint64_t seed) {
    Generated made = recipe.make(Random(seed, "reproduce/make/" + recipe.name, static_cast<std::uint64_t>(repetition)));
    std::vector<std::int32_t> truth = true_classes(made.data, made.truths, recipe.name);
    return {made.data.with_constraints(std::span<const Constraint>()), std::move(truth)};
}

std::vector<Index> labelled_rows(const std::vector<std::int32_t>& truth) {
    std::vector<Index> rows;
    for (std::size_t row = 0; row < truth.size(); ++row) {
        if (truth[row] >= 0) rows.push_back(static_cast<Index>(row));
    }
    return rows;
}

}  // namespace

Material prepare(const DataRecipe& recipe, std::span<const std::filesystem::path> folders, int repetitions,
                 Context& context) {
    Material material{recipe, "made", 0, {}};
    std::shared_ptr<const Trial> whole;
    if (!recipe.make) {
        whole = std::make_shared<const Trial>(read_trial(recipe, folders, context));
        material.fingerprint = fingerprint(whole->data, whole->truth);
    }
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        if (recipe.make) {
            material.trials.push_back(std::make_shared<const Trial>(made_trial(recipe, repetition, context.seed())));
        } else if (recipe.sample > 0) {
            const auto rows = sampled_rows(static_cast<Index>(whole->truth.size()), recipe.sample, recipe, repetition,
                                           context.seed());
            material.trials.push_back(std::make_shared<const Trial>(trial_of(*whole, rows)));
        } else {
            material.trials.push_back(whole);
        }
    }
    material.classes = count_classes(whole ? whole->truth : material.trials.front()->truth);
    return material;
}

Draw draw(const Material& material, const Setting& setting, int folds, int repetition, int fold, std::uint64_t seed) {
    const Trial& trial = *material.trials[static_cast<std::size_t>(repetition)];
    const auto of_repetition = static_cast<std::uint64_t>(repetition);
    const std::uint64_t of_fold = of_repetition * kMostFolds + static_cast<std::uint64_t>(fold);
    const std::string& name = material.recipe.name;

    Draw drawn;
    drawn.measured = labelled_rows(trial.truth);
    std::vector<std::int32_t> known = trial.truth;
    if (folds > 0) {
        const auto lists = make_folds(static_cast<Index>(drawn.measured.size()), folds,
                                      Random(seed, "reproduce/folds/" + name, of_repetition));
        std::vector<Index> test;
        for (const Index place : lists[static_cast<std::size_t>(fold)]) {
            test.push_back(drawn.measured[at(place)]);
            known[at(test.back())] = -1;
        }
        drawn.measured = std::move(test);
    }
    drawn.constraints =
        sample_constraints(known, 0, {.count = setting.constraints, .wrong_share = setting.wrong_share},
                           Random(seed, (folds > 0 ? "reproduce/draw/" : "reproduce/draw-all/") + name, of_fold));
    constexpr int kUnused = 11;  // a seed that also fits the numbers of JSON
    drawn.seed = Random(seed, "reproduce/run/" + name, of_fold).bits() >> kUnused;
    return drawn;
}

Index fewest_labelled(const Material& material) {
    Index fewest = std::numeric_limits<Index>::max();
    for (const auto& trial : material.trials) {
        fewest = std::min(fewest, static_cast<Index>(labelled_rows(trial->truth).size()));
    }
    return fewest;
}

Index most_constraints(const Material& material, int folds) {
    Index rows = fewest_labelled(material);
    if (folds > 0) rows -= (rows + folds - 1) / folds;
    return rows * (rows - 1) / 2;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
