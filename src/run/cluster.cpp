#include "run/steps.hpp"
#include "run/validate.hpp"

#include <span>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

/// The start as a method may use it: its views are prepared already, so the model must not prepare them again.
struct PreparedStart {
    explicit PreparedStart(const Start& given) : start(given) {
        if (given.model == nullptr || given.model->preparation.empty()) return;
        model = *given.model;
        model.preparation.clear();
        start.model = &model;
    }
    PreparedStart(const PreparedStart&) = delete;
    PreparedStart& operator=(const PreparedStart&) = delete;

    Start start;
    Model model;
};

/// From the comparison that led to the decision, or measured now.
HeldOut evidence_of(const Run& run, const Decision& decision, Context& context) {
    const RunRequest& request = decision.request;
    if (decision.held_out.measured() || !decision.held_out.reason.empty()) return decision.held_out;
    const bool is_asked = request.validate > 0 && !run.prepared.constraints().empty();
    if (run.result.stop_reason == StopReason::cancelled || !is_asked) return {};
    pipeline::begin_phase(request, "validate");
    return pipeline::held_out_agreement(run.prepared, run.result.method, request.options, request.validate, context);
}

/// As they were before the preparation; new rows are compared with them.
void keep_column_names(const Dataset& data, Model& model) {
    for (std::size_t v = 0; v < model.views.size(); ++v) {
        const auto view = data.find_view(model.views[v]);
        if (!view || data.view(*view).column_names().empty()) continue;
        const std::span<const std::string> names = data.view(*view).column_names();
        model.column_names.resize(model.views.size());
        model.column_names[v].assign(names.begin(), names.end());
    }
}

}  // namespace

namespace pipeline {

void begin_phase(const RunRequest& request, std::string_view phase) {
    if (request.on_phase) request.on_phase(phase);
}

}  // namespace pipeline

Run cluster(Problem problem, const RunRequest& request, Context& context) {
    const Decision decision = decide(problem.data, request, context);
    return run_decided(std::move(problem), decision, context);
}

Run run_decided(Problem problem, const Decision& decision, Context& context) {
    using namespace pipeline;
    const RunRequest& request = decision.request;
    if (!decision.views.empty()) problem.data = problem.data.select(decision.views);
    const PreparationPlan plan{request.preparation, find_method(request.method).preparation, request.start.model};
    const PreparedStart start(request.start);

    begin_phase(request, "prepare");
    const Prepared prepared = prepare(plan, problem.data, context);
    begin_phase(request, "cluster");
    Result result = run_method(request.method, prepared.data, request.options, context, start.start);
    const std::vector<Warning> noticed = offset_warnings(prepared.data);
    result.warnings.insert(result.warnings.end(), noticed.begin(), noticed.end());
    add_preparation(prepared, result);
    add_reading_time(problem, result);

    result.model.recipe = problem.recipe;
    if (problem.recipe.empty()) keep_column_names(problem.data, result.model);
    Run run = scored_run(std::move(problem), std::move(result), prepared.data);
    run.choice = decision.choice;
    run.candidates = decision.candidates;
    run.held_out = evidence_of(run, decision, context);
    add_evidence_time(run);
    add_concerns(run);
    return run;
}

Run scored_run(Problem problem, Result result, const Dataset& prepared) {
    Run run{std::move(problem), prepared, {result.method, ""}, std::move(result)};
    run.scores = score(run.problem, run.result.partitions);
    run.clustering_scores = score_clusterings(run.problem, run.result);
    return run;
}

Run scored_run(Problem problem, Result result) {
    const Dataset data = problem.data;
    return scored_run(std::move(problem), std::move(result), data);
}

}  // namespace v1
}  // namespace mvlink
