#include "experiments/plan.hpp"

#include "experiments/fingerprint.hpp"

#include <mvlink/error.hpp>
#include <mvlink/run.hpp>
#include <mvlink/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::string_view kClusterings = "n_clusterings";

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

bool registered(std::string_view name) {
    const auto known = methods();
    return name == kAuto ||
           std::any_of(known.begin(), known.end(), [&](const MethodInfo& method) { return method.name == name; });
}

bool takes(const std::string& method, std::string_view option) {
    if (method == kAuto) return false;
    const auto& options = find_method(method).options;
    return std::any_of(options.begin(), options.end(), [&](const OptionInfo& known) { return known.name == option; });
}

/// Methods that find several clusterings are told how many there are.
MethodSpec with_numbers(const MethodSpec& method, const Material& material) {
    MethodSpec complete = with_classes(method, material.classes);
    if (material.clusterings && takes(method.method, kClusterings) && !has_option(method.options, kClusterings)) {
        complete.options.push_back({std::string(kClusterings), std::to_string(material.parts.size())});
    }
    return complete;
}

std::string recipe_text(const DataRecipe& recipe) {
    std::string text = fmt::format("{} {} sample={}", recipe.name, recipe.folder, recipe.sample);
    for (const std::int32_t cls : recipe.classes)
        text += fmt::format(" {}", cls);
    for (const std::string& name : recipe.truths)
        text += " truth=" + name;
    if (recipe.copies > 1) text += fmt::format(" copies={}", recipe.copies);
    if (recipe.view_draw) {
        const ViewDraw& drawn = *recipe.view_draw;
        text += fmt::format(" draw={},{},{}", drawn.share, drawn.rows, drawn.mapped);
    }
    if (recipe.nonnegative) text += " nonnegative";
    if (recipe.drawn_classes > 0) text += fmt::format(" drawn-classes={}", recipe.drawn_classes);
    if (recipe.objects) text += " objects";
    if (recipe.class_samples) {
        text += fmt::format(" class-samples={},{}", recipe.class_samples->views, recipe.class_samples->per_class);
    }
    if (recipe.reordered > 0) text += fmt::format(" reordered={}", recipe.reordered);
    if (recipe.variance_share > 0) text += fmt::format(" variance={}", recipe.variance_share);
    if (recipe.pairing) {
        const ClassPairing& pairing = *recipe.pairing;
        text += fmt::format(" paired={},{} to {}", pairing.folder_b, fmt::join(pairing.classes_a, "+"),
                            fmt::join(pairing.classes_b, "+"));
    }
    if (recipe.words > 0) text += fmt::format(" words={}", recipe.words);
    if (recipe.spectral > 0) text += fmt::format(" spectral={}", recipe.spectral);
    return text;
}

/// What a run is given; default values are not named, so that keys stay the same. Without constraints their type does
/// not matter.
std::string setting_text(const Setting& setting) {
    std::string mapped;
    if (setting.mapped >= 0) mapped += fmt::format(" mapped={}", setting.mapped);
    if (setting.wrong_mapped > 0) mapped += fmt::format(" wrong-mapped={}", setting.wrong_mapped);
    if (setting.constraints == 0 && setting.percent <= 0 && setting.per_row <= 0) {
        return "constraints=0 wrong=0" + mapped;
    }
    std::string text = fmt::format("constraints={} wrong={}", setting.constraints, setting.wrong_share) + mapped;
    if (setting.percent >= 0) text += fmt::format(" percent={}", setting.percent);
    if (setting.per_row >= 0) text += fmt::format(" per-row={}", setting.per_row);
    if (setting.wrong_keeps_kinds && setting.wrong_share > 0) text += " wrong-must";
    if (setting.place != PairPlace::within) text += fmt::format(" place={}", static_cast<int>(setting.place));
    if (setting.must_share >= 0) text += fmt::format(" must-share={}", setting.must_share);
    if (setting.kinds != Kinds::both) text += fmt::format(" kinds={}", static_cast<int>(setting.kinds));
    return text;
}

/// The setting of one line at one point of the sweep.
Setting setting_at(const Experiment& experiment, const MethodSpec& method, double x) {
    Setting setting = experiment.setting;
    setting.place = method.given.place.value_or(setting.place);
    setting.kinds = method.given.kinds.value_or(setting.kinds);
    setting.must_share = method.given.must_share.value_or(setting.must_share);
    setting.mapped = method.given.mapped.value_or(setting.mapped);
    if (experiment.axis == Axis::constraints) setting.constraints = std::llround(x);
    if (experiment.axis == Axis::percent) setting.percent = x;
    if (experiment.axis == Axis::per_row) setting.per_row = x;
    if (experiment.axis == Axis::wrong_share) setting.wrong_share = x;
    if (experiment.axis == Axis::mapped) setting.mapped = x;
    if (experiment.axis == Axis::wrong_mapped) setting.wrong_mapped = x;
    return setting;
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

    [[nodiscard]] const std::vector<double>& values_of(const Panel& panel) const {
        return extent_.quick ? panel.quick_values : panel.values;
    }

    static const DataRecipe& recipe_at(const Panel& panel, double x) {
        if (panel.data_at.empty()) return panel.data;
        const auto place = std::find(panel.values.begin(), panel.values.end(), x);
        return panel.data_at[place - panel.values.begin()];
    }

    /// Every trial of a dataset is made at once, so the most repetitions are needed first.
    void count_repetitions(const Experiment& experiment) {
        for (const Panel& panel : experiment.panels) {
            for (const double x : values_of(panel)) {
                int& most = most_repetitions_[recipe_text(recipe_at(panel, x))];
                most = std::max(most, repetitions_of(experiment));
            }
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
            if (!values_of(panel).empty()) planned.panels.push_back(planned_panel(experiment, panel));
        }
        plan_.experiments.push_back(std::move(planned));
    }

    PlannedPanel planned_panel(const Experiment& experiment, const Panel& panel) {
        PlannedPanel planned{panel.data.name, values_of(panel)};
        for (const double x : planned.values)
            planned.materials.push_back(material_of(recipe_at(panel, x)));
        const Material& first = plan_.materials[planned.materials.front()];
        if (panel.data_at.empty() && !first.clusterings && first.parts.size() > 1) planned.parts = first.parts;
        for (const MethodSpec& method : experiment.methods) {
            planned.cells.emplace_back();
            for (std::size_t i = 0; i < planned.values.size(); ++i) {
                planned.cells.back().push_back(
                    cell_of(experiment, repetitions_of(experiment), planned.materials[i], method, planned.values[i]));
            }
        }
        return planned;
    }

    std::size_t cell_of(const Experiment& experiment, int repetitions, std::size_t material, const MethodSpec& method,
                        double x) {
        const Material& rows = plan_.materials[material];
        Cell cell{.experiment = experiment.name,
                  .material = material,
                  .method = with_numbers(method, rows),
                  .setting = setting_at(experiment, method, x),
                  .x = x,
                  .folds = experiment.folds,
                  .repetitions = repetitions};
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
        if (experiment.folds > 0 && rows.parts.size() > 1) {
            throw Error(ErrorCode::usage,
                        fmt::format("experiment {}: folds need one view and one truth; dataset \"{}\" has {}",
                                    experiment.name, rows.recipe.name, fmt::join(rows.parts, ", ")),
                        {{"views", "NAME"}});
        }
        const Index most = most_constraints(rows, cell.setting, experiment.folds);
        if (cell.setting.constraints <= most) return;
        throw Error(
            ErrorCode::input,
            fmt::format("dataset \"{}\": {} constraints requested; its {} pairs of {}rows do not allow that many",
                        rows.recipe.name, cell.setting.constraints, most, experiment.folds > 0 ? "training " : ""));
    }

    /// A method that ignores constraints is run once for all of them.
    [[nodiscard]] std::string key_of(const Cell& cell, const Material& rows) const {
        const std::string& method = cell.method.method;
        const bool listens = method == kAuto || find_method(method).needs.constraints != ConstraintUse::ignored;
        std::string given = listens ? setting_text(cell.setting) : "";
        if (!cell.method.preparation.empty()) given += " prep=" + cell.method.preparation;
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

void leave_out_missing_methods(std::vector<Experiment>& experiments) {
    for (Experiment& experiment : experiments) {
        std::vector<MethodSpec> there;
        for (MethodSpec& method : experiment.methods) {
            if (registered(method.method)) {
                there.push_back(std::move(method));
            } else {
                experiment.left_out.push_back(fmt::format("{} ({})", method.label, method.method));
            }
        }
        experiment.methods = std::move(there);
        if (!experiment.methods.empty()) continue;
        throw Error(ErrorCode::usage, fmt::format("experiment {}: this version has none of its methods: {}",
                                                  experiment.name, fmt::join(experiment.left_out, ", ")));
    }
}

void require_methods(const std::vector<Experiment>& experiments) {
    for (const Experiment& experiment : experiments) {
        for (const MethodSpec& method : experiment.methods) {
            std::vector<OptionText> options = with_classes(method, 2).options;
            // Any value will do: the axis may start at one that only this option accepts.
            if (experiment.axis == Axis::option && !experiment.panels.empty()) {
                options.push_back({experiment.option, fmt::format("{}", experiment.panels[0].values.front())});
            }
            try {
                check_request({.method = method.method, .options = options});
            } catch (const Error& error) {
                throw error.at(fmt::format("experiment {}, {}", experiment.name, method.label));
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
