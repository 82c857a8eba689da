#include "experiments/plan.hpp"

#include "experiments/fingerprint.hpp"

#include <mvlink/error.hpp>
#include <mvlink/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

std::string options_text(const std::vector<OptionText>& options) {
    std::string text;
    for (const OptionText& option : options)
        text += fmt::format(" {}={}", option.name, option.value);
    return text;
}

bool has_option(const std::vector<OptionText>& options, std::string_view name) {
    return std::any_of(options.begin(), options.end(), [&](const OptionText& option) { return option.name == name; });
}

MethodSpec with_classes(MethodSpec method, int classes) {
    if (!has_option(method.options, "n_clusters")) method.options.push_back({"n_clusters", std::to_string(classes)});
    return method;
}

std::string recipe_text(const DataRecipe& recipe) {
    std::string text = fmt::format("{} {} sample={}", recipe.name, recipe.folder, recipe.sample);
    for (const std::int32_t cls : recipe.classes)
        text += fmt::format(" {}", cls);
    return text;
}

/// Gathers cells, each once.
class Planner {
public:
    Planner(const Extent& extent, std::span<const std::filesystem::path> folders, Context& context)
        : extent_(extent), folders_(folders), context_(context) {}

    Plan plan(const std::vector<Experiment>& experiments) {
        for (const Experiment& experiment : experiments)
            count_repetitions(experiment);
        for (const Experiment& experiment : experiments)
            add(experiment);
        for (std::size_t cell = 0; cell < plan_.cells.size(); ++cell)
            add_runs(cell);
        return std::move(plan_);
    }

private:
    [[nodiscard]] int repetitions_of(const Experiment& experiment) const {
        if (extent_.repetitions > 0) return extent_.repetitions;
        return extent_.quick ? experiment.quick_repetitions : experiment.repetitions;
    }

    /// Every trial of a dataset is made at once, so the most repetitions are needed first.
    void count_repetitions(const Experiment& experiment) {
        for (const Panel& panel : experiment.panels) {
            int& most = most_repetitions_[recipe_text(panel.data)];
            most = std::max(most, repetitions_of(experiment));
        }
    }

    std::size_t material_of(const DataRecipe& recipe) {
        const std::string text = recipe_text(recipe);
        const auto [place, is_new] = materials_.try_emplace(text, plan_.materials.size());
        if (is_new) plan_.materials.push_back(prepare(recipe, folders_, most_repetitions_.at(text), context_));
        return place->second;
    }

    void add(const Experiment& experiment) {
        PlannedExperiment planned{&experiment, repetitions_of(experiment), {}};
        for (const Panel& panel : experiment.panels) {
            PlannedPanel places{material_of(panel.data), extent_.quick ? panel.quick_values : panel.values, {}};
            for (const MethodSpec& method : experiment.methods) {
                places.cells.emplace_back();
                for (const double x : places.values) {
                    places.cells.back().push_back(cell_of(experiment, planned.repetitions, places.material, method, x));
                }
            }
            planned.panels.push_back(std::move(places));
        }
        plan_.experiments.push_back(std::move(planned));
    }

    std::size_t cell_of(const Experiment& experiment, int repetitions, std::size_t material, const MethodSpec& method,
                        double x) {
        const Material& rows = plan_.materials[material];
        Cell cell{.experiment = experiment.name,
                  .material = material,
                  .method = with_classes(method, rows.classes),
                  .setting = experiment.setting,
                  .x = x,
                  .folds = experiment.folds,
                  .repetitions = repetitions};
        if (experiment.axis == Axis::constraints) cell.setting.constraints = std::llround(x);
        if (experiment.axis == Axis::wrong_share) cell.setting.wrong_share = x;
        if (experiment.axis == Axis::option) cell.method.options.push_back({experiment.option, fmt::format("{}", x)});
        require_possible(experiment, rows, cell);
        cell.key = key_of(cell, rows);
        const auto [place, is_new] = cells_.try_emplace(cell.key, plan_.cells.size());
        if (is_new) plan_.cells.push_back(std::move(cell));
        Cell& known = plan_.cells[place->second];
        known.repetitions = std::max(known.repetitions, repetitions);
        return place->second;
    }

    static void require_possible(const Experiment& experiment, const Material& rows, const Cell& cell) {
        if (fewest_labelled(rows) < experiment.folds) {
            throw Error(
                ErrorCode::input,
                fmt::format("dataset \"{}\": {} rows of known class; expected at least one for each of {} folds",
                            rows.recipe.name, fewest_labelled(rows), experiment.folds));
        }
        const Index most = most_constraints(rows, experiment.folds);
        if (cell.setting.constraints <= most) return;
        throw Error(
            ErrorCode::input,
            fmt::format("dataset \"{}\": {} constraints asked for; its {} pairs of {}rows allow no more",
                        rows.recipe.name, cell.setting.constraints, most, experiment.folds > 0 ? "training " : ""));
    }

    /// A method that ignores constraints is run once for all of them.
    [[nodiscard]] std::string key_of(const Cell& cell, const Material& rows) const {
        const bool listens = find_method(cell.method.method).needs.constraints != ConstraintUse::ignored;
        const std::string given =
            listens ? fmt::format("constraints={} wrong={}", cell.setting.constraints, cell.setting.wrong_share) : "";
        return fingerprint(fmt::format("{}|{}|{}|{}|{}|{}|{}|folds={}|{}", version(), machine_level(), context_.seed(),
                                       recipe_text(rows.recipe), rows.fingerprint, cell.method.method,
                                       options_text(cell.method.options), cell.folds, given));
    }

    void add_runs(std::size_t number) {
        Cell& cell = plan_.cells[number];
        cell.first_run = plan_.runs.size();
        for (int repetition = 0; repetition < cell.repetitions; ++repetition) {
            for (int fold = 0; fold < cell.folds_run(); ++fold)
                plan_.runs.push_back({number, repetition, fold});
        }
    }

    Extent extent_;
    std::span<const std::filesystem::path> folders_;
    Context& context_;
    Plan plan_;
    std::map<std::string, int> most_repetitions_;
    std::map<std::string, std::size_t> materials_;
    std::unordered_map<std::string, std::size_t> cells_;
};

}  // namespace

void require_methods(const std::vector<Experiment>& experiments) {
    for (const Experiment& experiment : experiments) {
        for (const MethodSpec& method : experiment.methods) {
            std::vector<OptionText> options = with_classes(method, 2).options;
            // Any value will do: the axis may start at one that only this option accepts.
            if (experiment.axis == Axis::option && !experiment.panels.empty()) {
                options.push_back({experiment.option, fmt::format("{}", experiment.panels[0].values.front())});
            }
            try {
                check_options(method.method, options);
            } catch (const Error& error) {
                throw Error(error.code(),
                            fmt::format("experiment {}, {}: {}", experiment.name, method.label, error.what()));
            }
        }
    }
}

Plan make_plan(const std::vector<Experiment>& experiments, const Extent& extent,
               std::span<const std::filesystem::path> folders, Context& context) {
    return Planner(extent, folders, context).plan(experiments);
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
