#include "methods/factors/answer/separate_views.hpp"

#include "methods/common/result_header.hpp"
#include "methods/common/start_labels.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/factors/answer/assignment.hpp"
#include "methods/factors/answer/cluster_numbers.hpp"
#include "methods/factors/answer/factor_model.hpp"
#include "methods/factors/problem/memory.hpp"
#include "methods/factors/problem/normalize.hpp"
#include "runtime/phase_timer.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

/// Adds up the rounds of all views: each contributes its last value where it ended earlier.
void add_rounds_of_view(const Factors& factors, Result& result) {
    const auto rounds = std::max(result.objective.size(), factors.objective.size());
    const double last = result.objective.empty() ? 0 : result.objective.back();
    result.objective.resize(rounds, last);
    for (std::size_t t = 0; t < rounds; ++t) {
        result.objective[t] += factors.objective[std::min(t, factors.objective.size() - 1)];
    }
    result.iterations = static_cast<int>(rounds);
    if (factors.stop_reason == StopReason::cancelled || result.stop_reason == StopReason::cancelled) {
        result.stop_reason = StopReason::cancelled;
    } else if (factors.stop_reason == StopReason::max_iter) {
        result.stop_reason = StopReason::max_iter;
    }
}

}  // namespace

Result cluster_separately(const SeparateViews& plan, const Dataset& data, const Start& start,
                          const FactorizeView& factorize_view, Context& context) {
    require_fit_for_nmf(plan.method, data, plan.n_clusters);
    constexpr Index kRowFactors = 3;  // V, what it is fitted to, and the embedding
    require_memory_for_factors(plan.method, data, plan.n_clusters, kRowFactors, context);
    PhaseTimer timer;
    Result result = result_header(plan.method, plan.options, data.views(), context);
    const std::vector<Partition> given = start_partitions(start, data, context);
    ClusterNumbers numbers(data, plan.n_clusters);
    for (int v = 0; v < data.n_views(); ++v) {
        const View& view = data.view(v);
        std::vector<std::int32_t> known;
        if (!start.empty()) known = start_labels_of_view(given, data, v, plan.n_clusters);
        const double scale = view_scale(view, plan.normalize, context);
        const auto scales = row_scales(view, plan.normalize, scale, context);
        const kernels::ScaledRows X{view.features(), scales};
        Factors factors = timer.time("factorize", [&] { return factorize_view(view, X, known, result.model); });
        add_rounds_of_view(factors, result);

        timer.time("assign", [&] {
            const bool kmeans = by_kmeans(plan.assign, view.is_sparse());
            LabelRule rule = learn_rule(factors.V, plan.n_clusters, kmeans, known, context);
            Partition partition = partition_of(factors.V, rule, view.name(), context);
            if (known.empty()) renumber(numbers.match(v, partition), rule, factors.U, factors.V);
            numbers.keep(v, partition);
            add_topics(view.name(), factors.U, rule, result);
            add_factor(view.name(), factors.U, scale, rule, result.model);
            result.partitions.push_back(std::move(partition));
            result.embeddings.push_back(embedding_of(Scope::view, view.name(), factors.V, rule));
        });
    }
    numbers.warn_if_unmatched(result);
    add_constraint_report(data, 1, result);
    warn_of_ignored_constraints(data, result);
    add_warnings(data, result);
    add_object_consensus(data, result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
