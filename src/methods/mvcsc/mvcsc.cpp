#include <mvlink/mvcsc.hpp>

#include <mvlink/error.hpp>

#include "kernels/edge_weights.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/mvcsc/completed.hpp"
#include "methods/mvcsc/solve.hpp"
#include "methods/options/visitors.hpp"
#include "methods/spectral/embedding.hpp"
#include "methods/spectral/extension.hpp"
#include "methods/spectral/family.hpp"
#include "methods/spectral/view_graphs.hpp"
#include "runtime/index.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

void require_mapping(const Dataset& data) {
    if (data.n_views() == 1 || !data.unmapped()) return;
    throw Error(ErrorCode::input,
                "mvcsc: nothing is mapped; expected views whose rows are mapped to each other (cmvnmf joins unmapped "
                "views by constraints)");
}

/// F, its gradient and tangent at two points, and the best F so far; the starts and the embedding beside them.
void require_memory(Index objects, int n_clusters, const Context& context) {
    constexpr std::size_t kMatrices = 10;
    context.require_memory(kMatrices * at(objects) * at(n_clusters) * sizeof(double), "the embedding of mvcsc");
}

std::vector<kernels::Graph> graphs_on_all_objects(const spectral_family::ObjectGraphs& graphs) {
    std::vector<kernels::Graph> S;
    const bool complete = std::all_of(graphs.views.begin(), graphs.views.end(),
                                      [](const spectral_family::ViewGraph& view) { return view.missing == 0; });
    if (complete) {
        for (const auto& view : graphs.views) {
            S.push_back(view.graph.S);
        }
        return S;
    }
    std::vector<Presence> present;
    for (const auto& view : graphs.views) {
        S.push_back(kernels::edge_weights(view.graph));
        present.emplace_back(view.present.begin(), view.present.end());
    }
    S = completed(S, present);
    for (kernels::Graph& graph : S) {
        graph = kernels::normalized(std::move(graph)).S;
    }
    return S;
}

/// Views of weight 0, and why: F is rougher on their graphs than the limit theta that the weights of the others set.
void warn_of_ignored_views(const Dataset& data, const Trial& trial, Result& result) {
    const auto& mu = trial.state.mu;
    const auto used = static_cast<std::size_t>(std::max_element(mu.begin(), mu.end()) - mu.begin());
    const double theta = trial.v[used] + trial.beta * mu[used];
    for (int view = 0; view < data.n_views(); ++view) {
        if (mu[at(view)] > 0) continue;
        warn(result, "view-ignored",
             fmt::format("view \"{}\" is ignored, because the clusters cut its graph by {:.3g}, and with beta {:.3g} "
                         "only views below {:.3g} count",
                         data.view(view).name(), trial.v[at(view)], trial.beta, theta),
             trial.v[at(view)]);
    }
}

void warn_of_links(const ObjectLinks& links, Result& result) {
    if (links.inside_cannot > 0) {
        warn(result, "cannot-link-in-object",
             fmt::format("{} cannot-links are between rows of one object, which has one label; they cannot hold",
                         links.inside_cannot),
             static_cast<double>(links.inside_cannot));
    }
}

/// Rows of one object count as one, so that constraints can contradict each other through the mapping alone.
void warn_of_conflicts_between_objects(const ObjectLinks& links, Result& result) {
    const auto is_known = [](const Warning& warning) { return warning.code == "constraints-contradict"; };
    if (links.both == 0 || std::any_of(result.warnings.begin(), result.warnings.end(), is_known)) return;
    warn(result, "constraints-contradict",
         fmt::format("pairs of objects that are must-linked and cannot-linked, by different rows: {}; not all can hold",
                     links.both),
         static_cast<double>(links.both));
}

/// Of every iteration the loss and how much F and mu changed; of every view its edges, parts, objects without edge and
/// objects that it lacks.
void add_course_and_graphs(const Trial& trial, const spectral_family::ObjectGraphs& graphs, Model& model) {
    Matrix trace(trial.rounds(), 3);
    for (Index t = 0; t < trace.rows(); ++t) {
        trace.row(t) << trial.objective[at(t)], trial.F_change[at(t)], trial.mu_change[at(t)];
    }
    Matrix sizes(static_cast<Index>(graphs.views.size()), 4);
    for (Index view = 0; view < sizes.rows(); ++view) {
        const spectral_family::ViewGraph& own = graphs.views[at(view)];
        sizes.row(view) << static_cast<double>(own.graph.S.values.size() / 2), static_cast<double>(own.components),
            static_cast<double>(own.isolated), static_cast<double>(own.missing);
    }
    model.arrays.push_back(to_array("trace", trace));
    model.arrays.push_back(to_array("graphs", sizes));
}

/// The model says what `auto` became, as the extension to new rows reads it.
void settle_option(const char* name, const std::string& value, Model& model) {
    for (OptionText& option : model.options) {
        if (option.name == name) option.value = value;
    }
}

void add_to_result(const Dataset& data, const ObjectRows& rows, const spectral_family::ObjectGraphs& graphs,
                   const MvcscOptions& options, const Problem& problem, Answer answer, Result& result,
                   Context& context) {
    Trial& trial = answer.trial;
    spectral_family::add_answer(data, rows, trial.state.F, answer.rule, result, context);
    spectral_family::add_extension(data, rows, graphs, trial.state.F, trial.state.mu, answer.rule, result.model,
                                   context);
    add_course_and_graphs(trial, graphs, result.model);
    settle_option("normalize_rows", answer.rule.normalize_rows ? "true" : "false", result.model);
    settle_option("beta", fmt::format("{}", trial.beta), result.model);
    result.view_weights = trial.state.mu;
    warn_of_ignored_views(data, trial, result);
    warn_of_links(problem.links, result);
    spectral_family::warn_of_views(graphs, result);
    spectral_family::warn_of_components(spectral_family::combined_components(graphs), options.n_clusters, "", result);
    add_course(std::move(trial), result);
    add_constraint_report(data, options.constraint_weight, result);
    warn_of_conflicts_between_objects(problem.links, result);
    warn_of_empty_clusters(result);
    if (options.mode == Mode::corrected) warn_if_not_converged(result);
}

}  // namespace
}  // namespace mvcsc_steps

Result mvcsc(const Dataset& data, const MvcscOptions& options, Context& context, const Start& start) {
    using namespace mvcsc_steps;
    options::check(options);
    require_mapping(data);
    const ObjectRows rows(data);
    spectral_family::require_objects_for_clusters(rows, options.n_clusters);
    require_memory(rows.count(), options.n_clusters, context);
    PhaseTimer timer;
    Result result = result_header("mvcsc", options::texts(options), data.views(), context);
    const auto known = start_labels_of_objects(start, data, rows, options.n_clusters, context);
    const spectral_family::ObjectGraphs graphs = timer.time("graphs", [&] {
        return spectral_family::object_graphs(data, rows, spectral_family::graph_options(options), context);
    });
    spectral_family::require_edges_for_clusters(graphs, options.n_clusters);
    Problem problem{rows.count(), options.n_clusters, graphs_on_all_objects(graphs),
                    object_links(data, options.constraint_weight)};
    if (options.gamma.value == 0.0) problem.links.pairs.clear();  // they decide nothing, beta included
    Answer answer = timer.time("iterations", [&] { return solve(problem, options, known, context); });
    timer.time("answer",
               [&] { add_to_result(data, rows, graphs, options, problem, std::move(answer), result, context); });
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
