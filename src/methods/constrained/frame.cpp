#include "methods/constrained/frame.hpp"

#include <mvlink/error.hpp>

#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/spectral/extension.hpp"
#include "methods/spectral/family.hpp"
#include "runtime/index.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

void require_size(const Limit& limit, Index objects, const Context& context) {
    if (objects > limit.most_objects) {
        throw Error(
            ErrorCode::input,
            fmt::format("{}: {} objects; expected at most {}, since it works on a table of all pairs of objects "
                        "(mvcsc takes any number)",
                        limit.method, objects, limit.most_objects));
    }
    context.require_memory(at(limit.tables) * at(objects) * at(objects) * sizeof(double),
                           "the tables of all pairs of objects");
}

void add_to_result(const Task& task, const spectral_family::KMeansPlan& plan, Found found, Result& result,
                   Context& context) {
    const auto rule = found.rule ? *found.rule : spectral_family::learn_rule(found.F, plan, task.known, context);
    spectral_family::add_answer(task.data, task.rows, found.F, rule, result, context);
    spectral_family::add_extension(task.data, task.rows, task.graphs, found.F, found.view_weights, rule, result.model,
                                   context);
    add_course(found.course, result);
    if (context.cancel_requested()) result.stop_reason = StopReason::cancelled;
    result.warnings = std::move(found.warnings);
    spectral_family::warn_of_views(task.graphs, result);
    spectral_family::warn_of_components(spectral_family::combined_components(task.graphs), plan.n_clusters, "", result);
    add_constraint_report(task.data, 1, result);
    warn_of_empty_clusters(result);
    warn_if_not_converged(result);
}

}  // namespace

Course one_round(double objective, Context& context) {
    Course course;
    course.objective = {objective};
    course.stop_reason = context.cancelled({1, 1, objective}) ? StopReason::cancelled : StopReason::converged;
    return course;
}

Result run_on_pairs(const Limit& limit, const spectral_family::KMeansPlan& plan, std::vector<OptionText> texts,
                    const GraphOptions& graph_options, const Dataset& data, Context& context, const Start& start,
                    const Embed& embed) {
    const ObjectRows rows(data);
    spectral_family::require_objects_for_clusters(rows, plan.n_clusters);
    require_size(limit, rows.count(), context);
    PhaseTimer timer;
    Result result = result_header(limit.method, std::move(texts), data.views(), context);
    const auto known = start_labels_of_objects(start, data, rows, plan.n_clusters, context);
    const auto graphs =
        timer.time("graphs", [&] { return spectral_family::object_graphs(data, rows, graph_options, context); });
    spectral_family::require_edges_for_clusters(graphs, plan.n_clusters);
    const auto links = mvcsc_steps::object_links(data, 1);
    const auto beliefs = beliefs_of(links.pairs);
    const Task task{data, rows, graphs, links.pairs, beliefs, known, plan.n_clusters};
    Found found = timer.time("embedding", [&] { return embed(task, context); });
    if (!found.F.allFinite()) {
        throw Error(ErrorCode::numerical, fmt::format("{}: the embedding is not finite; expected options of another "
                                                      "size, or constraints that agree",
                                                      limit.method));
    }
    timer.time("kmeans", [&] { add_to_result(task, plan, std::move(found), result, context); });
    result.seconds = timer.seconds();
    return result;
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
