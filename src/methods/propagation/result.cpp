#include "methods/propagation/result.hpp"

#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/propagation/alerts.hpp"
#include "methods/propagation/base.hpp"
#include "methods/propagation/cluster_numbers.hpp"
#include "methods/propagation/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

/// A warning of the base method about one view. What concerns the whole run is said once, by the run.
void add_warnings(const View& view, const Result& of_view, Result& result) {
    static const std::set<std::string> kOwn{"not-converged", "constraints-contradict", "empty-clusters"};
    for (const Warning& warning : of_view.warnings) {
        if (kOwn.contains(warning.code)) continue;
        std::vector<OptionText> advice = warning.advice;
        for (OptionText& option : advice) {
            if (option.name != "prep") option.name.insert(0, "base.");
        }
        warn(result, warning.code, fmt::format("view \"{}\": {}", view.name(), warning.message), warning.value,
             std::move(advice));
    }
}

void add_partition(const Result& of_view, std::span<const Index> number, Result& result) {
    Partition partition = of_view.partitions.front();
    for (std::int32_t& label : partition.labels) {
        label = static_cast<std::int32_t>(number[label]);
    }
    result.partitions.push_back(std::move(partition));
}

/// Given constraints alone: what is implied or propagated is not for a person to correct.
void add_judgements(std::span<const Suspect> of_view, int view, std::vector<Suspect>& all) {
    for (Suspect suspect : of_view) {
        if (!suspect.constraint.is_judgement()) continue;
        suspect.constraint.a.view = suspect.constraint.b.view = view;
        all.push_back(std::move(suspect));
    }
}

/// Suspects of all views, the ranking of all judgements, and the means over views of what was estimated.
void add_doubts(const std::vector<Result>& of_views, Result& result) {
    std::vector<Suspect> others;
    double error_rate = 0, weight = 0, views = 0;
    for (int v = 0; v < static_cast<int>(of_views.size()); ++v) {
        const Result& of_view = of_views[v];
        const std::span<const Suspect> ranking = of_view.judgements.ranking;
        add_judgements(of_view.suspects, v, result.suspects);
        add_judgements(ranking.subspan(std::min(of_view.suspects.size(), ranking.size())), v, others);
        if (of_view.judgements.error_rate < 0) continue;
        error_rate += of_view.judgements.error_rate;
        weight += of_view.judgements.weight;
        ++views;
    }
    std::stable_sort(result.suspects.begin(), result.suspects.end(),
                     [](const Suspect& a, const Suspect& b) { return a.score > b.score; });
    std::stable_sort(others.begin(), others.end(),
                     [](const Suspect& a, const Suspect& b) { return a.probability > b.probability; });
    result.judgements.ranking = result.suspects;
    result.judgements.ranking.insert(result.judgements.ranking.end(), others.begin(), others.end());
    if (views == 0) return;
    result.judgements.error_rate = error_rate / views;
    result.judgements.weight = weight / views;
}

/// What violated constraints cost, as the base reports it for each view. Those between views cost the base nothing.
void add_costs(const std::vector<Result>& of_views, Result& result) {
    std::map<std::tuple<InstanceId, InstanceId, Link>, double> cost;
    for (int v = 0; v < static_cast<int>(of_views.size()); ++v) {
        for (const Violation& one : of_views[v].constraints.violations)
            cost[{{v, one.constraint.a.row}, {v, one.constraint.b.row}, one.constraint.link}] = one.cost;
    }
    for (Violation& violation : result.constraints.violations) {
        const auto found = cost.find({violation.constraint.a, violation.constraint.b, violation.constraint.link});
        if (found != cost.end()) violation.cost = found->second;
    }
    std::stable_sort(result.constraints.violations.begin(), result.constraints.violations.end(),
                     [](const Violation& a, const Violation& b) { return a.cost > b.cost; });
}

std::vector<Result> results_of_views(const Dataset& data, CoEm& run, Context& context) {
    std::vector<Result> of_views;
    for (int v = 0; v < data.n_views(); ++v) {
        Context inner = run.nested(v, context);
        of_views.push_back(run.views()[v].run->result(inner));
    }
    return of_views;
}

/// What is clustered without the mapping is compared by it.
std::vector<std::vector<Index>> numbers_of_clusters(const Dataset& data, const JointClosure& closure,
                                                    std::span<const std::span<const std::int32_t>> labels, Index k) {
    if (closure.rules().across_views) return matched_numbers(closure, labels, k);
    return matched_numbers(JointClosure(data, {.across_views = true, .closed = false}), labels, k);
}

void add_views(const Dataset& data, const CoEm& run, const std::vector<Result>& of_views, Index k, Result& result) {
    std::vector<std::span<const std::int32_t>> labels;
    for (const ViewState& state : run.views()) {
        labels.emplace_back(state.run->labels());
    }
    const std::vector<std::vector<Index>> number = numbers_of_clusters(data, run.closure(), labels, k);
    for (int v = 0; v < data.n_views(); ++v) {
        const auto at = static_cast<std::size_t>(v);
        add_partition(of_views[at], number[at], result);
        add_warnings(data.view(v), of_views[at], result);
        add_view(of_views[at].model, v, number[at], result.model);
    }
}

/// Objects whose rows are in different clusters.
std::vector<Disagreement> disagreements(const Dataset& data, const Result& result) {
    std::vector<Disagreement> list;
    if (data.n_views() < 2 || data.unmapped()) return list;
    std::vector<std::vector<InstanceId>> rows(static_cast<std::size_t>(data.objects().count()));
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; row < data.view(v).rows(); ++row) {
            rows[data.objects().of({v, row})].push_back({v, row});
        }
    }
    const auto label_of = [&](InstanceId id) { return result.partitions[id.view].labels[id.row]; };
    for (std::size_t object = 0; object < rows.size(); ++object) {
        const bool differ = std::any_of(rows[object].begin(), rows[object].end(),
                                        [&](InstanceId id) { return label_of(id) != label_of(rows[object].front()); });
        if (differ) list.push_back({static_cast<Index>(object), std::move(rows[object])});
    }
    return list;
}

Index mapped_objects(const Dataset& data) {
    std::vector<Index> rows(data.objects().count(), 0);
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; row < data.view(v).rows(); ++row) {
            ++rows[data.objects().of({v, row})];
        }
    }
    return std::count_if(rows.begin(), rows.end(), [](Index count) { return count > 1; });
}

void warn_of_disagreements(const Dataset& data, Result& result) {
    constexpr std::size_t kShown = 5;
    const std::size_t count = result.disagreements.size();
    if (count == 0) return;
    std::string shown;
    for (std::size_t at = 0; at < std::min(count, kShown); ++at) {
        shown += fmt::format("{}{}", at == 0 ? "" : ", ", data.instance_name(result.disagreements[at].rows.front()));
    }
    warn(result, "views-disagree",
         fmt::format("the views put {} of {} mapped objects into different clusters ({}{}); the consensus follows the "
                     "more confident view",
                     count, mapped_objects(data), shown, count > kShown ? ", .." : ""),
         static_cast<double>(count));
}

std::string what_was_dropped(const ViewState& state, Transfer transfer) {
    if (transfer == Transfer::membership) {
        const std::size_t m = state.mapped.size();
        return fmt::format("only {} of the {} pairs of mapped rows, drawn at random, are passed on (max_propagated)",
                           state.propagated.size(), m * (m - 1) / 2);
    }
    return fmt::format("only the {} heaviest propagated constraints are used, those from weight {:.4g}",
                       state.propagated.size(), state.counts.lightest);
}

void warn_of_propagation(const Dataset& data, const CoEm& run, Transfer transfer, Result& result) {
    for (int v = 0; v < data.n_views(); ++v) {
        const ViewState& state = run.views()[v];
        if (state.counts.dropped) {
            warn(result, "propagation-limited",
                 fmt::format("view \"{}\": {}", data.view(v).name(), what_was_dropped(state, transfer)),
                 static_cast<double>(state.propagated.size()));
        }
        if (data.n_views() > 1 && state.mapped.empty() && run.closure().rules().across_views) {
            warn(result, "view-unmapped",
                 fmt::format("view \"{}\": no row is mapped to another view, so it is clustered by itself",
                             data.view(v).name()),
                 v);
        }
    }
}

void warn_of_threshold(const PropagationOptions& options, const ThresholdChoice& choice, Result& result) {
    if (!options.threshold.is_auto() || options.transfer != Transfer::propagate) return;
    if (choice.tried.empty()) {
        warn(result, "threshold-default",
             fmt::format("too few constraints to choose a threshold by cross-validation: {} is used", choice.threshold),
             choice.threshold);
        return;
    }
    result.thresholds = choice.tried;
    std::string curve;
    for (const auto& [threshold, score] : choice.tried) {
        curve += fmt::format("{}{}: {:.3f}", curve.empty() ? "" : ", ", threshold, score);
    }
    warn(result, "threshold-chosen",
         fmt::format("threshold {} was chosen; share of held-out constraints kept, by threshold: {}", choice.threshold,
                     curve),
         choice.threshold);
}

void warn_of_shapes(const CoEm& run, Result& result, Context& context) {
    for (const ViewState& state : run.views()) {
        const View& view = state.data.view(0);
        const auto gaussians = cluster_gaussians(view, *state.run, state.gaussians, context);
        warn_if_unsuitable(view, gaussians, state.run->labels(), result, context);
    }
}

}  // namespace

std::vector<PropagatedConstraint> inferred(const CoEm& run) {
    std::vector<PropagatedConstraint> list;
    for (int v = 0; v < static_cast<int>(run.views().size()); ++v) {
        const ViewState& state = run.views()[v];
        for (std::size_t at = 0; at < state.received.size(); ++at) {
            const Received& one = state.received[at];
            list.push_back({.constraint = {{v, one.a}, {v, one.b}, one.link, one.weight, Origin::propagated},
                            .a = {one.from, one.there.i},
                            .b = {one.from, one.there.j},
                            .u = {one.from, one.there.u},
                            .v = {one.from, one.there.v},
                            .is_certain = is_certain(state.constraints, run.closure(), v, one),
                            .round = state.since[at]});
        }
    }
    return list;
}

Result result_of(const Dataset& data, const PropagationOptions& options, CoEm& run, const ThresholdChoice& choice,
                 Context& context) {
    Result result = result_header("propagation", propagation_texts(options), data.views(), context);
    const std::vector<Result> of_views = results_of_views(data, run, context);
    add_views(data, run, of_views, options.n_clusters, result);
    add_doubts(of_views, result);
    Course course = run.course();
    add_course(std::move(course), result);
    result.disagreements = disagreements(data, result);
    add_object_consensus(data, result);
    if (options.transfer == Transfer::propagate) result.propagated = inferred(run);
    add_constraint_report(data, 1, result);
    add_costs(of_views, result);
    warn_of_empty_clusters(result);
    warn_if_not_converged(result);
    warn_of_threshold(options, choice, result);
    warn_of_propagation(data, run, options.transfer, result);
    const bool complete = result.stop_reason != StopReason::cancelled;
    if (options.transfer == Transfer::propagate && complete) warn_of_shapes(run, result, context);
    warn_of_disagreements(data, result);
    return result;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
