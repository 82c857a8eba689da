#include <mvlink/alternatives.hpp>

#include "kernels/linear_map.hpp"
#include "methods/alternatives/orthogonal_steps.hpp"
#include "methods/alternatives/predict.hpp"
#include "methods/alternatives/several_clusterings.hpp"
#include "methods/common/requirements.hpp"
#include "methods/common/view_results.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <utility>

/// Clusterings that are orthogonal to each other (Cui, Fern, Dy 2007). Equation map: README.md beside this file.
namespace mvlink {
inline namespace v1 {
namespace alternatives {
namespace {

/// K-Means on the leading components of the rows; what it needs to be repeated on others is kept.
void add_clustering(const Matrix& rows, const OrthogonalOptions& options, Clusterings& found, Context& context) {
    const std::size_t number = found.count() + 1;
    if (options.pca_share == 1) {
        found.add(cluster_rows(rows, kmeans_options(options), context));
        return;
    }
    const Matrix directions = leading_directions(rows, options.pca_share, context);
    found.keep(to_array(numbered("components", number), directions));
    found.add(cluster_rows(kernels::mapped_rows(as_rows(rows), directions, context), kmeans_options(options), context));
}

}  // namespace
}  // namespace alternatives

Result orthogonal(const Dataset& data, const OrthogonalOptions& options, Context& context, const Start& start) {
    using namespace alternatives;
    options::check(options);
    const View& view = require_dense_view(data, options.n_clusters, "orthogonal");
    require_no_start(start, "orthogonal");
    require_room_for_maps(view, "orthogonal", context);
    PhaseTimer timer;
    Clusterings found;
    CentredRows centred = centred_rows(view, context);
    Matrix& rows = centred.rows;
    found.keep(to_array("mean", centred.mean.transpose()));
    const double all = total_square(rows, context);
    for (int t = 0; t < options.n_clusterings && !found.cancelled(); ++t) {
        if (t > 0 && !(total_square(rows, context) >= options.min_variance * all && all > 0)) break;
        timer.time("cluster", [&] { add_clustering(rows, options, found, context); });
        const Matrix means = label_means(rows, found.last().labels, options.n_clusters, context);
        found.keep(to_array(numbered("means", found.count()), means));
        timer.time("take out", [&] { take_out(options.variant, rows, found.last().labels, means, context); });
    }
    Result result = std::move(found).to_result("orthogonal", options::texts(options), data, options.n_clusterings,
                                               "they explain nearly all of the variance", context);
    result.seconds = timer.seconds();
    return result;
}

std::vector<Partition> predict_orthogonal(const Model& model, const Dataset& data, Context& context) {
    using namespace alternatives;
    const auto options = options::parsed<OrthogonalOptions>(model.options);
    Matrix rows = rows_to_label(model, data, context);
    std::vector<Partition> partitions;
    for (std::size_t t = 1; model.has_array(numbered("centroids", t)); ++t) {
        const std::string components = numbered("components", t);
        const Matrix centroids = to_matrix(model.array(numbered("centroids", t)));
        if (model.has_array(components)) {
            const Matrix directions = to_matrix(model.array(components, centroids.cols(), rows.cols()));
            partitions.push_back(
                nearest_partition(kernels::mapped_rows(as_rows(rows), directions, context), centroids, t, context));
        } else {
            static_cast<void>(model.array(numbered("centroids", t), -1, rows.cols()));  // has as many columns
            partitions.push_back(nearest_partition(rows, centroids, t, context));
        }
        const Matrix means = to_matrix(model.array(numbered("means", t), centroids.rows(), rows.cols()));
        take_out(options.variant, rows, partitions.back().labels, means, context);
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
