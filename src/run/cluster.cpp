#include "run/steps.hpp"

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

void begin_phase(const RunRequest& request, std::string_view phase) {
    if (request.on_phase) request.on_phase(phase);
}

}  // namespace

Run cluster(Problem problem, const RunRequest& request, Context& context) {
    using namespace pipeline;
    Choice choice = resolve_method(request.method, problem.data);
    const std::vector<OptionText> options = options_for(choice, request);
    const PreparationPlan plan{preparation_for(choice, request, problem.data), find_method(choice.method).preparation,
                               request.start.model};
    const PreparedStart start(request.start);

    begin_phase(request, "prepare");
    const Prepared prepared = prepare(plan, problem.data, context);
    begin_phase(request, "cluster");
    Result result = run_method(choice.method, prepared.data, options, context, start.start);
    add_preparation(prepared, result);
    add_reading_time(problem, result);

    Run run = scored_run(std::move(problem), std::move(result), prepared.data);
    run.choice = std::move(choice);
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
