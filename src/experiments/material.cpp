#include "experiments/material.hpp"

#include "data/select_rows.hpp"
#include "evaluate/fitted_truth.hpp"
#include "experiments/fingerprint.hpp"
#include "experiments/select_rows.hpp"
#include "io/data_folders.hpp"

#include <mvlink/error.hpp>
#include <mvlink/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

using Classes = std::vector<std::int32_t>;

/// How closely a truth belongs to the rows of a view: its own labels, the labels of all, others.
int closeness(const Truth& truth, const View& view) {
    if (truth.view == view.name()) return 2;
    return truth.name == "labels" ? 1 : 0;
}

Classes classes_of_view(const Problem& problem, const View& view, const std::string& dataset) {
    const Partition rows{Scope::view, view.name(), 0, Classes(static_cast<std::size_t>(view.rows())), {}};
    for (int wanted = 2; wanted >= 0; --wanted) {
        for (const Truth& truth : problem.truths) {
            if (closeness(truth, view) != wanted) continue;
            Classes labels = fitted_truth(truth, rows, problem);
            if (!labels.empty()) return labels;
        }
    }
    throw Error(ErrorCode::input, fmt::format("dataset \"{}\": no true class per row; expected labels.txt", dataset));
}

Classes classes_named(const Problem& problem, const std::string& name, const std::string& dataset) {
    const View& view = problem.data.view(0);
    const Partition rows{Scope::view, view.name(), 0, Classes(static_cast<std::size_t>(view.rows())), {}};
    for (const Truth& truth : problem.truths) {
        if (truth.name != name) continue;
        Classes labels = fitted_truth(truth, rows, problem);
        if (!labels.empty()) return labels;
    }
    throw Error(
        ErrorCode::input,
        fmt::format("dataset \"{0}\": no true class per row called \"{1}\"; expected labels_{1}.txt", dataset, name));
}

std::vector<std::string> truth_names(const DataRecipe& recipe, const Problem& problem) {
    if (!recipe.several_truths) return recipe.truths;
    std::vector<std::string> names;
    for (const Truth& truth : problem.truths)
        names.push_back(truth.name);
    return names;
}

/// Constraints of the folder are not used: every run draws its own.
Trial trial_of(const Problem& problem, const DataRecipe& recipe) {
    Trial trial{problem.data.with_constraints(std::span<const Constraint>()), {}};
    for (const std::string& name : truth_names(recipe, problem))
        trial.truths.push_back(classes_named(problem, name, recipe.name));
    for (const Truth& truth : problem.truths) {
        if (recipe.several_truths && !truth.columns.empty()) trial.columns.push_back(truth.columns);
    }
    if (trial.columns.size() != trial.truths.size()) trial.columns.clear();
    if (!trial.truths.empty()) return trial;
    for (const View& view : trial.data.views())
        trial.truths.push_back(classes_of_view(problem, view, recipe.name));
    // Pairs of objects are drawn in the first view alone.
    for (std::size_t view = 1; recipe.objects && view < trial.truths.size(); ++view)
        trial.truths[view].clear();
    return trial;
}

std::vector<std::string> part_names(const DataRecipe& recipe, const Problem& problem) {
    std::vector<std::string> names = truth_names(recipe, problem);
    for (int copy = 1; recipe.copies > 1 && copy <= recipe.copies; ++copy)
        names.push_back(fmt::format("copy {}", copy));
    if (!names.empty()) return names;
    if (recipe.objects) return {"objects"};
    for (const View& view : problem.data.views())
        names.push_back(view.name());
    return names;
}

Problem read(const DataRecipe& recipe, std::span<const std::filesystem::path> folders, Context& context) {
    ReadRequest request;
    request.select = recipe.views;
    request.folder =
        recipe.own ? std::filesystem::path(recipe.folder) : io::find_dataset_folder(recipe.folder, folders, "data");
    Problem problem = read_problem(request, context);
    if (!recipe.nonnegative) return problem;
    std::vector<View> views;
    for (const View& view : problem.data.views())
        views.push_back(nonnegative_columns(view));
    problem.data = problem.data.with_views(std::move(views));
    return problem;
}

Problem make(const DataRecipe& recipe, int repetition, std::uint64_t seed) {
    Generated made = recipe.make(Random(seed, "reproduce/make/" + recipe.name, static_cast<std::uint64_t>(repetition)));
    return {made.data, made.truths, {}, {}, {}, recipe.name};
}

/// Rows of these classes, which become classes 0, 1, ..
std::pair<View, Classes> rows_of_classes(const Trial& whole, const std::string& name, const Classes& classes) {
    std::vector<Index> kept;
    Classes labels;
    for (std::size_t row = 0; row < whole.truths[0].size(); ++row) {
        const auto cls = std::find(classes.begin(), classes.end(), whole.truths[0][row]);
        if (cls == classes.end()) continue;
        kept.push_back(static_cast<Index>(row));
        labels.push_back(static_cast<std::int32_t>(cls - classes.begin()));
    }
    return {v1::select_rows(whole.data.view(0), kept).kept_as(name), std::move(labels)};
}

Trial paired(const Trial& whole, const DataRecipe& recipe, std::span<const std::filesystem::path> folders,
             Context& context) {
    const ClassPairing& pairing = *recipe.pairing;
    DataRecipe other = recipe;
    other.folder = pairing.folder_b.empty() ? recipe.folder : pairing.folder_b;
    auto [a, labels_a] = rows_of_classes(whole, pairing.name_a, pairing.classes_a);
    auto [b, labels_b] =
        rows_of_classes(trial_of(read(other, folders, context), other), pairing.name_b, pairing.classes_b);
    return {Dataset({std::move(a), std::move(b)}), {std::move(labels_a), std::move(labels_b)}};
}

Trial of_classes(const Trial& whole, const std::vector<std::int32_t>& classes) {
    if (classes.empty()) return whole;
    std::vector<Index> kept;
    for (std::size_t row = 0; row < whole.truths[0].size(); ++row) {
        if (std::find(classes.begin(), classes.end(), whole.truths[0][row]) != classes.end())
            kept.push_back(static_cast<Index>(row));
    }
    Trial trial{select_rows(whole.data, kept), {}};
    for (const Classes& truth : whole.truths) {
        trial.truths.emplace_back();
        for (const Index row : kept)
            trial.truths.back().push_back(truth[row]);
    }
    return trial;
}

int count_classes(const Trial& trial, bool clusterings) {
    std::set<std::int32_t> known;
    for (const Classes& truth : trial.truths) {
        known.insert(truth.begin(), truth.end());
        if (clusterings) break;
    }
    known.erase(known.begin(), known.lower_bound(0));
    return static_cast<int>(known.size());
}

}  // namespace

Material prepare(const DataRecipe& recipe, std::span<const std::filesystem::path> folders, int repetitions,
                 Context& context) {
    Material material{recipe, "made", 0, {}, false, {}};
    const Problem first = recipe.make ? make(recipe, 0, context.seed()) : read(recipe, folders, context);
    material.parts = part_names(recipe, first);
    material.clusterings = recipe.several_truths || !recipe.truths.empty() || recipe.copies > 1;
    Trial read_rows = of_classes(trial_of(first, recipe), recipe.classes);
    if (recipe.pairing) {
        read_rows = paired(read_rows, recipe, folders, context);
        material.parts = {recipe.pairing->name_a, recipe.pairing->name_b};
    }
    const auto whole = std::make_shared<const Trial>(std::move(read_rows));
    if (!recipe.make) material.fingerprint = fingerprint(whole->data, whole->truths);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        std::shared_ptr<const Trial> trial = whole;
        if (recipe.make && repetition > 0) {
            trial = std::make_shared<const Trial>(trial_of(make(recipe, repetition, context.seed()), recipe));
        }
        const auto drawn = drawn_trial(*trial, recipe, repetition, context);
        material.trials.push_back(drawn ? drawn : trial);
    }
    const bool fewer = recipe.drawn_classes > 0;
    material.classes = count_classes(fewer ? *material.trials.front() : *whole, material.clusterings);
    return material;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
