#include <mvlink/mpck_means.hpp>

#include "methods/kmeans/metric/run.hpp"
#include "methods/options/visitors.hpp"

#include <vector>

/// MK-Means (bilenko2004, sec. 4.2): Fig. 1 with constraints in the metric update alone, not in start or assignment. It
/// does not minimize Eq. (6). Its rounds, which it shares with MPCK-Means, are in rounds.cpp.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

MetricStarts mk_starts(const MkMeansOptions& options, const Start& start) {
    const StartRules rules{
        .method = "mk-means",
        .n_clusters = options.n_clusters,
        .init = options.init == KMeansInit::random ? PckMeansInit::random : PckMeansInit::kmeans_plus_plus};
    return {start.empty() ? options.n_init : 1, [rules](Index number) {
                return MetricStart{rules, static_cast<int>(number)};
            }};
}

}  // namespace

MetricMethod metric_method(const MkMeansOptions& options) {
    return {.name = "mk-means",
            .options = options::texts(options),
            .rules = {options.metric, options.per_cluster, options.farthest_pair, options.freeze_after, options.floor},
            .n_clusters = options.n_clusters,
            .max_iter = options.max_iter,
            .tol = options.tol,
            .weights = options.constraint_weight,
            .closure = options.closure,
            .assignment_pays = false,
            .starts = [options](const ConstrainedView&, const Start& start) { return mk_starts(options, start); }};
}

}  // namespace kmeans_family

Result mk_means(const Dataset& data, const MkMeansOptions& options, Context& context, const Start& start) {
    options::check(options);
    kmeans_family::MetricRun run(data, kmeans_family::metric_method(options), start, context);
    run.find_best(context);
    return run.result(context);
}

}  // namespace v1
}  // namespace mvlink
