#include <mvlink/preparation.hpp>

#include <mvlink/error.hpp>

#include "prepare/specification.hpp"
#include "prepare/steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

using Clock = std::chrono::steady_clock;

std::string joined(const std::vector<std::string>& steps) {
    return steps.empty() ? "none" : fmt::format("{}", fmt::join(steps, ", "));
}

void check_requests(std::span<const PreparationRequest> requests, const Dataset& data) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const std::string& view = requests[i].view;
        for (std::size_t before = 0; before < i; ++before) {
            if (requests[before].view != view) continue;
            throw Error(ErrorCode::usage,
                        fmt::format("preparation: {} is prepared twice; chain the steps, as in {}standardize,pca=10",
                                    view.empty() ? "every view" : fmt::format("view \"{}\"", view),
                                    view.empty() ? "" : view + ":"));
        }
        if (view.empty() || data.find_view(view)) continue;
        std::vector<std::string> known;
        for (const View& there : data.views()) {
            known.push_back(there.name());
        }
        throw Error(ErrorCode::usage, fmt::format("preparation: view \"{}\" does not exist; the views are {}", view,
                                                  fmt::join(known, ", ")));
    }
}

/// The steps of a view: those of the request that names it, else of the one for every view, else the default.
std::vector<std::string> steps_for(const std::string& view, const PreparationPlan& plan) {
    for (const std::string& wanted : {view, std::string()}) {
        for (const PreparationRequest& request : plan.requests) {
            if (request.view == wanted) return request.steps;
        }
    }
    return parse_preparation(plan.otherwise).steps;
}

/// Fits each step on the output of the previous one, and applies it.
View fit_view(const std::vector<std::string>& steps, View view, Prepared& prepared, Context& context) {
    ViewPreparation learnt{view.name(), view.cols(), {}};
    for (const std::string& text : steps) {
        const preparation::Step step = preparation::parse_step(text);
        if (step.kind == preparation::Kind::spectral && learnt.steps.empty()) {
            preparation::warn_if_unscaled(step, view, prepared.warnings, context);
        }
        learnt.steps.push_back(preparation::fit_step(step, view, prepared.warnings, context));
        view = preparation::apply_to_training_rows(learnt.steps.back(), view, prepared.warnings, context);
    }
    if (!learnt.steps.empty()) prepared.preparation.push_back(std::move(learnt));
    return view;
}

/// A model may come from a later version.
void require_known_steps(const ViewPreparation& learnt) {
    for (const PreparationStep& step : learnt.steps) {
        try {
            preparation::parse_step(step.step);
        } catch (const Error&) {
            throw Error(ErrorCode::input, fmt::format("model: step \"{}\" of the preparation of view \"{}\" is unknown "
                                                      "to this version",
                                                      step.step, learnt.view));
        }
    }
}

View apply_to_view(const ViewPreparation& learnt, View view, Prepared& prepared, Context& context) {
    if (view.cols() != learnt.cols) {
        throw Error(ErrorCode::input, fmt::format("view \"{}\" has {} columns; the model was fitted on {}", view.name(),
                                                  view.cols(), learnt.cols));
    }
    require_known_steps(learnt);
    for (const PreparationStep& step : learnt.steps) {
        view = preparation::apply_step(step, view, prepared.warnings, context);
    }
    prepared.preparation.push_back(learnt);
    return view;
}

/// What the model learnt for a view of the data; null where it uses that view as it is.
const ViewPreparation* preparation_of(const Model& model, const std::string& view, const Dataset& data) {
    const auto known = model.find_view(view, data.n_views());
    if (!known) return nullptr;
    for (const ViewPreparation& learnt : model.preparation) {
        if (learnt.view == model.views[*known]) return &learnt;
    }
    return nullptr;
}

void require_same_steps(const PreparationPlan& plan, const Dataset& data) {
    if (plan.requests.empty()) return;
    for (const View& view : data.views()) {
        std::vector<std::string> learnt;
        if (const ViewPreparation* found = preparation_of(*plan.model, view.name(), data)) {
            for (const PreparationStep& step : found->steps) {
                learnt.push_back(step.step);
            }
        }
        const std::vector<std::string> wanted = steps_for(view.name(), plan);
        if (wanted == learnt) continue;
        throw Error(
            ErrorCode::usage,
            fmt::format("preparation: {} for view \"{}\", but the model to start from has {}; expected the same "
                        "(leave it out, or start from labels)",
                        joined(wanted), view.name(), joined(learnt)));
    }
}

/// Columns may have other names than those of the model, but a name that it knows stands where it was.
void require_columns_in_order(std::span<const std::string> known, const View& view) {
    const std::span<const std::string> found = view.column_names();
    if (known.size() != found.size()) return;  // without names; that there are as many columns is checked elsewhere
    std::unordered_map<std::string_view, std::size_t> place_of;
    for (std::size_t column = 0; column < known.size(); ++column)
        place_of.try_emplace(known[column], column);
    for (std::size_t column = 0; column < found.size(); ++column) {
        const auto place = found[column] == known[column] ? place_of.end() : place_of.find(found[column]);
        if (place == place_of.end()) continue;
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": column {} is \"{}\", which was column {} of the rows that the model was "
                                "fitted on; expected the columns in the same order",
                                view.name(), column, found[column], place->second));
    }
}

void require_columns_in_order(const Model& model, const Dataset& data) {
    for (const View& view : data.views()) {
        const auto known = model.find_view(view.name(), data.n_views());
        if (known && *known < model.column_names.size()) require_columns_in_order(model.column_names[*known], view);
    }
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Prepared apply_preparation(const Model& model, const Dataset& data, Context& context) {
    const auto start = Clock::now();
    require_columns_in_order(model, data);
    Prepared prepared{data, {}, {}, 0};
    if (model.preparation.empty()) return prepared;
    std::vector<View> views;
    for (const View& view : data.views()) {
        const ViewPreparation* learnt = preparation_of(model, view.name(), data);
        views.push_back(learnt != nullptr ? apply_to_view(*learnt, view, prepared, context) : view);
    }
    prepared.data = data.with_views(std::move(views));
    prepared.seconds = seconds_since(start);
    return prepared;
}

Prepared prepare(const PreparationPlan& plan, const Dataset& data, Context& context) {
    check_requests(plan.requests, data);
    if (plan.model != nullptr) {
        require_same_steps(plan, data);
        return apply_preparation(*plan.model, data, context);
    }
    const auto start = Clock::now();
    Prepared prepared{data, {}, {}, 0};
    std::vector<View> views;
    for (const View& view : data.views()) {
        views.push_back(fit_view(steps_for(view.name(), plan), view, prepared, context));
    }
    if (prepared.preparation.empty()) return prepared;
    prepared.data = data.with_views(std::move(views));
    prepared.seconds = seconds_since(start);
    return prepared;
}

void add_preparation(const Prepared& prepared, Result& result) {
    if (prepared.preparation.empty()) return;
    result.model.preparation = prepared.preparation;
    result.warnings.insert(result.warnings.begin(), prepared.warnings.begin(), prepared.warnings.end());
    for (auto& [phase, seconds] : result.seconds) {
        if (phase == "total") seconds += prepared.seconds;
    }
    result.seconds.emplace_back("prepare", prepared.seconds);
}

std::string steps_text(const ViewPreparation& preparation) {
    std::vector<std::string> steps;
    for (const PreparationStep& step : preparation.steps) {
        steps.push_back(step.step);
    }
    return joined(steps);
}

}  // namespace v1
}  // namespace mvlink
