#include <mvlink/nmf.hpp>

#include "methods/common/result_header.hpp"
#include "methods/common/settling.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/factors/answer/assignment.hpp"
#include "methods/factors/answer/cluster_numbers.hpp"
#include "methods/factors/answer/factor_model.hpp"
#include "methods/factors/multi/steps.hpp"
#include "methods/factors/problem/complete_mapping.hpp"
#include "methods/factors/problem/memory.hpp"
#include "methods/factors/problem/normalize.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

/// One round: every view towards V*, then a new V*.
void run_round(const MultiNmfOptions& options, std::vector<SharedView>& views, Matrix& consensus, Context& context) {
    for (SharedView& view : views) {
        const Matrix target = by_row(consensus, view.object_of);
        for (int step = 0; step < options.inner_iter && (step == 0 || !context.cancel_requested()); ++step) {
            update_view(target, options.consensus_weight, view, context);
        }
    }
    consensus = consensus_of(views);
}

Course run_shared_rounds(const MultiNmfOptions& options, std::vector<SharedView>& views, Matrix& consensus,
                         Context& context) {
    Course course;
    const auto round = [&](int) {
        run_round(options, views, consensus, context);
        return objective_of(views, consensus, options.consensus_weight);
    };
    run_rounds({"multi-nmf", options.max_iter}, course, context, round,
               [&](int) { return has_stopped_falling(course.objective, options.tol); });
    return course;
}

/// Labels of the objects from V*; those of a view from its own V, numbered like the objects', or the objects'.
void label(const Dataset& data, const ObjectRows& rows, const MultiNmfOptions& options,
           std::span<const std::int32_t> known, std::vector<SharedView>& views, const Matrix& consensus,
           std::span<const double> scales, Result& result, Context& context) {
    const bool sparse =
        std::all_of(data.views().begin(), data.views().end(), [](const View& view) { return view.is_sparse(); });
    const bool kmeans = by_kmeans(options.assign, sparse);
    const LabelRule shared = learn_rule(consensus, options.n_clusters, kmeans, known, context);
    const Partition objects = partition_of(consensus, shared, "objects", context);
    add_partitions_of_objects(data, rows, objects, result.partitions);
    result.embeddings.push_back(embedding_of(Scope::objects, "objects", consensus, shared));
    for (std::size_t v = 0; v < views.size(); ++v) {
        const View& view = data.view(static_cast<int>(v));
        Factors& factors = views[v].factors;
        LabelRule rule = shared;
        const bool is_whole = !context.cancel_requested();  // whoever cancels waits for no further K-Means
        if (options.view_labels == MultiNmfLabels::own && data.n_views() > 1 && is_whole) {
            rule = learn_rule(factors.V, options.n_clusters, kmeans, {}, context);
            const std::vector<std::int32_t> by_objects = result.partitions[v].labels;
            result.partitions[v] = partition_of(factors.V, rule, view.name(), context);
            if (kmeans) take_numbers(by_objects, result.partitions[v], rule);
            result.embeddings.push_back(embedding_of(Scope::view, view.name(), factors.V, rule));
        }
        add_topics(view.name(), factors.U, rule, result);
        add_factor(view.name(), factors.U, scales[v], rule, result.model);
    }
}

}  // namespace
}  // namespace factors

Result multi_nmf(const Dataset& data, const MultiNmfOptions& options, Context& context, const Start& start) {
    using namespace factors;
    options::check(options);
    const ObjectRows rows = require_complete_mapping(data, "multi-nmf");
    require_fit_for_nmf("multi-nmf", data, options.n_clusters);
    constexpr Index kRowFactors = 4;  // V, the same by object, the consensus and its embedding
    require_memory_for_factors("multi-nmf", data, options.n_clusters, kRowFactors, context);
    PhaseTimer timer;
    Result result = result_header("multi-nmf", options::texts(options), data.views(), context);
    const auto known = start_labels_of_objects(start, data, rows, options.n_clusters, context);
    std::vector<double> scales;
    std::vector<std::vector<double>> scales_of_rows;
    std::vector<SharedView> views;
    for (int v = 0; v < data.n_views(); ++v) {
        scales.push_back(view_scale(data.view(v), options.normalize, context));
        scales_of_rows.push_back(row_scales(data.view(v), options.normalize, scales.back(), context));
        views.push_back({{data.view(v).features(), scales_of_rows.back()}, rows.object_of(v)});
        views.back().squares = kernels::square_sum(views.back().X, context);
    }
    timer.time("init", [&] {
        const PhaseScope phase(context, "init");
        start_views(options, known, views, context);
    });
    Matrix consensus = by_object(views.front());
    add_course(timer.time("rounds", [&] { return run_shared_rounds(options, views, consensus, context); }), result);
    timer.time("assign", [&] { label(data, rows, options, known, views, consensus, scales, result, context); });
    add_constraint_report(data, 1, result);
    warn_of_ignored_constraints(data, result);
    add_warnings(data, result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
