#include "experiments/choice.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

template <class Items>
std::vector<std::string> names_of(const Items& items) {
    std::vector<std::string> names;
    for (const auto& item : items)
        names.push_back(item.name);
    return names;
}

template <class Items>
const auto& find_named(const Items& items, std::string_view name, std::string_view what) {
    for (const auto& item : items) {
        if (item.name == name) return item;
    }
    const std::vector<std::string> names = names_of(items);
    const std::string nearest = nearest_name(name, names);
    throw Error(ErrorCode::usage, fmt::format("{} \"{}\" does not exist{}; expected one of {}", what, name,
                                              nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest),
                                              fmt::join(names, ", ")));
}

std::vector<std::string> words_of(std::string_view text, char between = ' ') {
    std::vector<std::string> words;
    std::string word;
    for (const char c : text) {
        if (c != between) {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::exchange(word, ""));
        }
    }
    if (!word.empty()) words.push_back(word);
    return words;
}

/// The paper's claims are about the methods that it declares: their labels are reserved.
void require_new_label(const std::string& label, const std::string& text, const Experiment& experiment) {
    for (const MethodSpec& declared : experiment.methods) {
        if (declared.label == label) {
            throw Error(ErrorCode::usage, fmt::format("method \"{}\": the experiment already has a method labelled {}; "
                                                      "give that label alone, or use another one",
                                                      text, label));
        }
    }
}

/// "label=name option=value ..", or the label of a method that the experiment declares.
MethodSpec parse_method(const std::string& text, const Experiment& experiment) {
    for (const MethodSpec& declared : experiment.methods) {
        if (declared.label == text) return declared;
    }
    const std::vector<std::string> words = words_of(text);
    MethodSpec method;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
            std::vector<std::string> labels;
            for (const MethodSpec& declared : experiment.methods)
                labels.push_back(declared.label);
            throw Error(ErrorCode::usage,
                        fmt::format("method \"{}\": expected \"label=method option=value ..\" or one of {}", text,
                                    fmt::join(labels, ", ")));
        }
        const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
        if (method.label.empty()) {
            require_new_label(name, text, experiment);
            method.label = name;
            method.method = find_method(value).name;
        } else {
            method.options.push_back({name, value});
        }
    }
    return method;
}

void replace_methods(const std::vector<std::string>& texts, Experiment& experiment) {
    std::vector<MethodSpec> methods;
    for (const std::string& text : texts) {
        MethodSpec method = parse_method(text, experiment);
        const bool twice = std::any_of(methods.begin(), methods.end(),
                                       [&](const MethodSpec& known) { return known.label == method.label; });
        if (twice) throw Error(ErrorCode::usage, fmt::format("method: label \"{}\" is given twice", method.label));
        methods.push_back(std::move(method));
    }
    if (!methods.empty()) experiment.methods = std::move(methods);
}

std::string folder_name(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder.lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

/// The paper's claims and reference numbers are about its own data.
void replace_data(const ReproduceRequest& request, Experiment& experiment) {
    if (request.datasets.empty()) return;
    const Panel like = experiment.panels.front();
    experiment.panels.clear();
    for (const std::filesystem::path& folder : request.datasets) {
        Panel panel = like;
        panel.data = {.name = folder_name(folder), .folder = folder.string(), .own = true, .views = request.views};
        panel.data_at.clear();
        const bool twice = std::any_of(experiment.panels.begin(), experiment.panels.end(),
                                       [&](const Panel& known) { return known.data.name == panel.data.name; });
        if (twice) {
            throw Error(ErrorCode::usage, fmt::format("dataset: two folders are called \"{}\"", panel.data.name));
        }
        experiment.panels.push_back(std::move(panel));
    }
    experiment.claims.clear();
    experiment.references = {};
}

bool fits(Axis axis, double value) {
    switch (axis) {
        case Axis::constraints:
            return value >= 0 && value == std::floor(value);
        case Axis::percent:
            return value >= 0 && value <= 100;
        case Axis::per_row:
            return value >= 0;
        case Axis::wrong_share:
        case Axis::wrong_mapped:
            return value >= 0 && value <= 1;
        case Axis::mapped:
            return value > 0 && value <= 100;
        case Axis::option:
        case Axis::data:
            return true;
    }
    return false;
}

std::string_view expected_on(Axis axis) {
    if (axis == Axis::constraints) return "whole numbers of constraints, at least 0";
    if (axis == Axis::percent) return "percentages from 0 to 100";
    if (axis == Axis::per_row) return "numbers of constraints per row, at least 0";
    if (axis == Axis::mapped) return "percentages above 0, at most 100";
    return axis == Axis::wrong_share || axis == Axis::wrong_mapped ? "shares from 0 to 1" : "finite numbers";
}

void require_sweep(const std::vector<double>& values, const Experiment& experiment) {
    for (const double value : values) {
        if (std::isfinite(value) && fits(experiment.axis, value)) continue;
        throw Error(ErrorCode::usage, fmt::format("sweep: found {}; expected {}", value, expected_on(experiment.axis)));
    }
}

/// If the sweep is over data, only its declared points exist.
void use_sweep(const std::vector<double>& sweep, Panel& panel) {
    if (panel.data_at.empty()) {
        panel.values = panel.quick_values = sweep;
        return;
    }
    std::vector<DataRecipe> data;
    for (const double x : sweep) {
        const auto place = std::find(panel.values.begin(), panel.values.end(), x);
        if (place == panel.values.end()) {
            throw Error(ErrorCode::usage,
                        fmt::format("sweep: found {}; expected one or more of {}", x, fmt::join(panel.values, ", ")));
        }
        data.push_back(panel.data_at[place - panel.values.begin()]);
    }
    panel.data_at = std::move(data);
    panel.values = panel.quick_values = sweep;
}

/// "figure1,table1"
std::vector<Experiment> named_experiments(const Paper& paper, const std::string& names) {
    std::vector<Experiment> chosen;
    for (const std::string& name : words_of(names, ','))
        chosen.push_back(find_named(paper.experiments, name, fmt::format("experiment of {}", paper.name)));
    return chosen;
}

}  // namespace

const Paper& find_paper(const std::vector<Paper>& papers, std::string_view name) {
    return find_named(papers, name, "paper");
}

std::vector<Experiment> chosen_experiments(const Paper& paper, const ReproduceRequest& request) {
    std::vector<Experiment> chosen = paper.experiments;
    const bool own = !request.datasets.empty() || !request.methods.empty() || !request.sweep.empty();
    const std::string name = request.experiment.empty() && own ? paper.own_data : request.experiment;
    if (!name.empty()) chosen = named_experiments(paper, name);
    std::vector<double> sweep = request.sweep;
    std::sort(sweep.begin(), sweep.end());
    sweep.erase(std::unique(sweep.begin(), sweep.end()), sweep.end());
    for (Experiment& experiment : chosen) {
        replace_methods(request.methods, experiment);
        replace_data(request, experiment);
        require_sweep(sweep, experiment);
        for (Panel& panel : experiment.panels) {
            if (!sweep.empty()) use_sweep(sweep, panel);
        }
    }
    return chosen;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
