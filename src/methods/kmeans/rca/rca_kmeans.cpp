#include "methods/kmeans/rca/rca_kmeans.hpp"

#include <mvlink/error.hpp>
#include <mvlink/neighbourhood_means.hpp>

#include "kernels/linear_map.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/best_start.hpp"
#include "methods/common/model_checks.hpp"
#include "methods/common/model_views.hpp"
#include "methods/common/view_results.hpp"
#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/answer/family_result.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/rca/transform.hpp"
#include "methods/kmeans/start/neighbourhood_start.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <memory>
#include <utility>

/// RCA, then K-Means (bilenko2004, sec. 4). Rows are mapped once; from there on it is K-Means from neighbourhoods.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Beyond this the d x d map takes minutes to learn, and needs more linked rows than anyone labels by hand.
constexpr Index kMostColumns = 4096;

void require_dense(const View& view, const Dataset& data, Context& context) {
    if (view.is_sparse()) {
        throw Error(ErrorCode::input, fmt::format("rca-kmeans: view \"{}\" is sparse, but the learnt map mixes all "
                                                  "columns; expected a dense view (project it to fewer columns first)",
                                                  view.name()));
    }
    if (data.constraints().empty()) return;
    if (view.cols() > kMostColumns) {
        throw Error(
            ErrorCode::input,
            fmt::format("rca-kmeans: view \"{}\" has {} columns, and the learnt map is columns x columns; expected "
                        "at most {} (project it to fewer columns first)",
                        view.name(), view.cols(), kMostColumns));
    }
    const auto n = static_cast<std::size_t>(view.rows()), d = static_cast<std::size_t>(view.cols());
    context.require_memory((n * d + 6 * d * d) * sizeof(double), "rca-kmeans: the mapped rows and the map");
}

View mapped_view(const View& view, const Matrix& map, Context& context) {
    const auto rows = std::make_shared<Matrix>(kernels::mapped_rows(view.features(), map, context));
    return View::borrow(view.name(), as_rows(*rows), rows);
}

/// The start in the mapped space; the start itself refuses what does not fit.
Start mapped_start(const Start& start, const Matrix& map) {
    Start mapped = start;
    if (start.model != nullptr) {
        mapped.centroids = start.model->array("centroids");
        mapped.model = nullptr;
    }
    if (!mapped.centroids.values.empty() && mapped.centroids.cols == map.cols()) {
        require_sound_array(mapped.centroids, "warm start");
        mapped.centroids = to_array("centroids", to_matrix(mapped.centroids) * map.transpose());
    }
    return mapped;
}

/// One start, with the answer that it came to.
struct MappedTrial : Course {
    Result result;
};

/// K-Means from neighbourhoods; the best of several starts if the start is random.
Result cluster_mapped(const Dataset& data, const RcaKMeansOptions& options, const Start& start, PhaseTimer& timer,
                      Context& context) {
    const ConstrainedView problem(data);
    const Dataset bare(data.view(0));  // constraints are not used from here on
    const KMeansOptions rounds{
        .n_clusters = options.n_clusters, .n_init = 1, .max_iter = options.max_iter, .tol = options.tol};
    const StartRules rules{"rca-kmeans", options.n_clusters, options.init, options.farthest_first, options.fill};
    MappedTrial best = best_of(number_of_starts(problem, rules, options.n_init, start), context, [&](int restart) {
        Start from;
        from.centroids = timer.time("init", [&] {
            return to_array("centroids", initialize(problem, rules, start, restart, context).centroids);
        });
        MappedTrial trial;
        trial.result = timer.time("rounds", [&] { return kmeans(bare, rounds, context, from); });
        trial.objective = trial.result.objective;
        trial.stop_reason = trial.result.stop_reason;
        return trial;
    });
    best.result.stop_reason = best.stop_reason;
    return std::move(best.result);
}

}  // namespace
}  // namespace kmeans_family

Result rca_kmeans(const Dataset& data, const RcaKMeansOptions& options, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    const View& view = view_for_clusters(data, options.n_clusters);
    require_dense(view, data, context);
    PhaseTimer timer;
    const auto whitening = timer.time("metric", [&] {
        return rca_whitening(view.features(), ConstrainedView(data).components, options.eigenvalue_floor, context);
    });
    Result result;
    if (whitening) {
        const Dataset mapped = Dataset(timer.time("map", [&] {
                                   return mapped_view(view, whitening->map, context);
                               })).with_constraints(data.constraints());
        result = cluster_mapped(mapped, options, mapped_start(start, whitening->map), timer, context);
    } else {
        result = cluster_mapped(data, options, start, timer, context);
    }
    result.method = "rca-kmeans";
    result.options = options::texts(options);
    const Matrix centroids = centroids_of(result);
    result.model = centroid_model("rca-kmeans", result.options, view,
                                  whitening ? Matrix(centroids * whitening->inverse.transpose()) : centroids);
    if (whitening) result.model.arrays.push_back(to_array("transform", whitening->map));
    add_constraint_report(data, 1, result);
    result.seconds = timer.seconds();
    return result;
}

std::vector<Partition> predict_by_mapped_centroids(const Model& model, const Dataset& data, Context& context) {
    using namespace kmeans_family;
    if (!model.has_array("transform")) return predict_by_centroids(model, data, context);
    const View& view = view_to_label(model, data, model.array("centroids").cols);
    const Matrix map = to_matrix(model.array("transform", view.cols(), view.cols()));
    const View mapped = mapped_view(view, map, context);
    const Matrix centroids = to_matrix(model.array("centroids")) * map.transpose();
    return predict_by_centroids(centroid_model(model.method, {}, mapped, centroids), Dataset(mapped), context);
}

}  // namespace v1
}  // namespace mvlink
