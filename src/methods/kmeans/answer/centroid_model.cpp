#include "methods/kmeans/answer/centroid_model.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/nearest.hpp"
#include "methods/common/model_views.hpp"
#include "methods/kmeans/start/seeding.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

Matrix to_matrix(const NamedArray& array) {
    return Eigen::Map<const Matrix>(array.values.data(), array.rows, array.cols);
}

}  // namespace

std::vector<Partition> predict_by_centroids(const Model& model, const Dataset& data, Context& context) {
    const NamedArray& centroids = model.array("centroids");
    const View& view = view_to_label(model, data, centroids.cols);
    Partition partition{Scope::view, view.name(), static_cast<int>(centroids.rows),
                        std::vector<std::int32_t>(static_cast<std::size_t>(view.rows()), -1),
                        std::vector<double>(static_cast<std::size_t>(view.rows()))};
    kernels::nearest(view.features(), to_matrix(centroids), {partition.labels, partition.confidence, {}}, context);
    return {std::move(partition)};
}

namespace kmeans_family {

Model centroid_model(std::string method, std::vector<OptionText> options, const View& view, const Matrix& centroids) {
    NamedArray array{
        "centroids", centroids.rows(), centroids.cols(), {centroids.data(), centroids.data() + centroids.size()}};
    return {std::move(method), std::move(options), {view.name()}, {view.cols()}, {std::move(array)}};
}

const View& require_one_view(const Dataset& data, int n_clusters) {
    if (data.n_views() != 1) {
        throw Error(ErrorCode::usage,
                    fmt::format("the method clusters one view, the data have {}; choose one", data.n_views()));
    }
    const View& view = data.view(0);
    if (n_clusters > view.rows()) {
        throw Error(ErrorCode::input,
                    fmt::format("n_clusters: {} clusters for the {} rows of view \"{}\"; expected at most one a row",
                                n_clusters, view.rows(), view.name()));
    }
    return view;
}

namespace {

WarmStart from_centroids(const NamedArray& array, const View& view, Index k) {
    if (array.rows != k || array.cols != view.cols()) {
        throw Error(ErrorCode::input,
                    fmt::format("warm start: centroids are {} x {}; expected {} x {} (clusters x columns)", array.rows,
                                array.cols, k, view.cols()));
    }
    return {to_matrix(array), std::vector<std::int32_t>(static_cast<std::size_t>(view.rows()), -1)};
}

/// Clusters that have labelled rows keep their numbers and start at the means; k-means++ fills in the others.
WarmStart from_labels(const std::vector<std::int32_t>& labels, const View& view, Index k, Context& context) {
    if (static_cast<Index>(labels.size()) != view.rows()) {
        throw Error(ErrorCode::input,
                    fmt::format("warm start: {} labels for the {} rows of view \"{}\"; expected one a row",
                                labels.size(), view.rows(), view.name()));
    }
    for (std::size_t row = 0; row < labels.size(); ++row) {
        if (labels[row] >= -1 && labels[row] < k) continue;
        throw Error(ErrorCode::input,
                    fmt::format("warm start: row {} has label {}; expected 0 to {}, or -1 for unknown", row,
                                labels[row], k - 1));
    }
    const kernels::LabelSums found = kernels::label_sums(view.features(), labels, k, context);
    Matrix packed(k, view.cols());
    std::vector<Index> order;  // clusters with rows first, as filling wants them
    for (const bool with_rows : {true, false}) {
        for (Index h = 0; h < k; ++h) {
            const Index count = found.counts[static_cast<std::size_t>(h)];
            if ((count > 0) != with_rows) continue;
            if (with_rows)
                packed.row(static_cast<Index>(order.size())) = found.sums.row(h) / static_cast<double>(count);
            order.push_back(h);
        }
    }
    const auto known = std::count_if(found.counts.begin(), found.counts.end(), [](Index count) { return count > 0; });
    fill_by_kmeans_plus_plus(view.features(), known, packed, context.stream("warm-start/fill"), context);
    WarmStart warm{Matrix(k, view.cols()), labels};
    for (Index at = 0; at < k; ++at) {
        warm.centroids.row(order[static_cast<std::size_t>(at)]) = packed.row(at);
    }
    return warm;
}

}  // namespace

WarmStart warm_start(const Start& start, const View& view, Index k, Context& context) {
    if (start.model != nullptr) return from_centroids(start.model->array("centroids"), view, k);
    if (!start.centroids.values.empty()) return from_centroids(start.centroids, view, k);
    for (const Partition& partition : start.partitions) {
        if (partition.name == view.name()) return from_labels(partition.labels, view, k, context);
    }
    if (start.partitions.size() == 1) return from_labels(start.partitions.front().labels, view, k, context);
    throw Error(ErrorCode::input, fmt::format("warm start: no labels for view \"{}\"", view.name()));
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
