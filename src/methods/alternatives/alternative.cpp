#include <mvlink/alternatives.hpp>
#include <mvlink/error.hpp>

#include "kernels/linear_map.hpp"
#include "methods/alternatives/alternative_steps.hpp"
#include "methods/alternatives/predict.hpp"
#include "methods/alternatives/several_clusterings.hpp"
#include "methods/common/start_labels.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

/// A clustering unlike a given one (Qi, Davidson 2009). Equation map: README.md beside this file.
namespace mvlink {
inline namespace v1 {
namespace alternatives {
namespace {

/// The labels of the start, one per row; empty where there are none.
std::vector<std::int32_t> given_labels(const Start& start, const View& view, int n_clusters) {
    if (start.empty()) return {};
    if (start.partitions.empty()) {
        throw Error(ErrorCode::usage, "alternative: starts from the labels of a given clustering, not from a model");
    }
    const std::vector<std::int32_t>& labels = start.partitions.front().labels;
    require_start_labels(labels, view, n_clusters);
    if (const auto unknown = std::find(labels.begin(), labels.end(), -1); unknown != labels.end()) {
        throw Error(ErrorCode::input, fmt::format("given clustering: row {} has no label; expected one per row",
                                                  unknown - labels.begin()));
    }
    return labels;
}

/// The given clustering as it is, with its means; how sure its labels are follows from these.
FoundClustering as_given(std::vector<std::int32_t> labels, const Matrix& rows, int k, Context& context) {
    FoundClustering given;
    given.centroids = label_means(rows, labels, k, context);
    given.partition = nearest_partition(rows, given.centroids, 1, context);
    for (std::size_t row = 0; row < labels.size(); ++row) {
        if (given.partition.labels[row] != labels[row]) given.partition.confidence[row] = 0;
        given.objective += (rows.row(static_cast<Index>(row)) - given.centroids.row(labels[row])).squaredNorm();
    }
    given.partition.labels = std::move(labels);
    return given;
}

}  // namespace
}  // namespace alternatives

Result alternative(const Dataset& data, const AlternativeOptions& options, Context& context, const Start& start) {
    using namespace alternatives;
    options::check(options);
    const View& view = require_dense_view(data, options.n_clusters, "alternative");
    require_room_for_maps(view, "alternative", context);
    std::vector<std::int32_t> given = given_labels(start, view, options.n_clusters);
    PhaseTimer timer;
    Clusterings found;
    CentredRows centred = centred_rows(view, context);
    Matrix& rows = centred.rows;
    found.keep(to_array("mean", centred.mean.transpose()));
    Matrix map = Matrix::Identity(view.cols(), view.cols());
    for (int t = 0; t < options.n_clusterings && !found.cancelled(); ++t) {
        if (t > 0) {
            timer.time("map", [&] {
                const Matrix S = scatter_about_others(rows, found.last().labels, options.n_clusters, context);
                const Matrix step = floored_power(S, options.tradeoff, options.eigenvalue_floor);
                rows = kernels::mapped_rows(as_rows(rows), step, context);
                map = step * map;
            });
            found.keep(to_array(numbered("map", found.count() + 1), map));
        }
        timer.time("cluster", [&] {
            found.add(t == 0 && !given.empty() ? as_given(std::move(given), rows, options.n_clusters, context)
                                               : cluster_rows(rows, kmeans_options(options), context));
        });
    }
    Result result =
        std::move(found).to_result("alternative", options::texts(options), data, options.n_clusterings, "", context);
    result.seconds = timer.seconds();
    return result;
}

std::vector<Partition> predict_alternative(const Model& model, const Dataset& data, Context& context) {
    using namespace alternatives;
    const Matrix rows = rows_to_label(model, data, context);
    std::vector<Partition> partitions;
    for (std::size_t t = 1; model.has_array(numbered("centroids", t)); ++t) {
        const Matrix centroids = to_matrix(model.array(numbered("centroids", t), -1, rows.cols()));
        if (t == 1) {
            partitions.push_back(nearest_partition(rows, centroids, t, context));
        } else {
            const Matrix map = to_matrix(model.array(numbered("map", t), rows.cols(), rows.cols()));
            partitions.push_back(
                nearest_partition(kernels::mapped_rows(as_rows(rows), map, context), centroids, t, context));
        }
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
