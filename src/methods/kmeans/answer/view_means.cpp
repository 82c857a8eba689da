#include "methods/kmeans/answer/view_means.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/nearest.hpp"
#include "kernels/rows.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/kmeans/answer/centroid_model.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

double scatter_around(const Features& features, std::span<const std::int32_t> labels, const Matrix& means,
                      Context& context) {
    return std::visit(
        [&](const auto& X) {
            return ordered_sum(context, X.rows, [&](Index begin, Index end) {
                kernels::RowReader<std::decay_t<decltype(X)>> read(X);
                double sum = 0;
                for (Index row = begin; row < end; ++row) {
                    const Index h = labels[row];
                    sum += kernels::squared_distance(read(row), means.data() + h * X.cols, X.cols);
                }
                return sum;
            });
        },
        features);
}

std::vector<std::int32_t> clusters_with_means(const Model& model, const std::string& view, Index count, int k) {
    const NamedArray& clusters = model.array("clusters_" + view, 1, count);
    std::vector<std::int32_t> labels;
    for (const double cluster : clusters.values) {
        if (!(cluster >= 0 && cluster < k)) {
            throw Error(ErrorCode::input,
                        fmt::format("model of method {}: array \"{}\" has {}; expected clusters from 0 to {}",
                                    model.method, clusters.name, cluster, k - 1));
        }
        labels.push_back(static_cast<std::int32_t>(cluster));
    }
    if (labels.empty()) {
        throw Error(ErrorCode::input,
                    fmt::format("model of method {}: array \"{}\" is empty", model.method, clusters.name));
    }
    return labels;
}

}  // namespace

ViewMeans means_of_view(const View& view, std::span<const std::int32_t> labels, Index k, Context& context) {
    kernels::LabelSums found = kernels::label_sums(view.features(), labels, k, context);
    ViewMeans result{std::move(found.sums), {}, 0};
    for (Index h = 0; h < k; ++h) {
        const Index count = found.counts[h];
        if (count == 0) continue;
        result.means.row(h) /= static_cast<double>(count);
        result.clusters.push_back(h);
    }
    result.scatter = scatter_around(view.features(), labels, result.means, context);
    return result;
}

void add_arrays(const View& view, const ViewMeans& found, Model& model) {
    const auto count = static_cast<Index>(found.clusters.size());
    NamedArray centroids{"centroids_" + view.name(), count, view.cols(), {}};
    NamedArray clusters{"clusters_" + view.name(), 1, count, {}};
    for (const Index h : found.clusters) {
        const double* mean = found.means.data() + h * view.cols();
        centroids.values.insert(centroids.values.end(), mean, mean + view.cols());
        clusters.values.push_back(static_cast<double>(h));
    }
    model.arrays.push_back(std::move(centroids));
    model.arrays.push_back(std::move(clusters));
}

}  // namespace kmeans_family

std::vector<Partition> predict_by_view_means(const Model& model, const Dataset& data, Context& context) {
    using namespace kmeans_family;
    if (model.has_array("centroids")) return predict_by_centroids(model, data, context);
    std::vector<Partition> partitions;
    const int k = clusters_of_model(model);
    for (const ModelView& pair : views_of_model(model, data)) {
        const NamedArray& centroids = model.array("centroids_" + pair.name, -1, pair.view.cols());
        const std::vector<std::int32_t> clusters = clusters_with_means(model, pair.name, centroids.rows, k);
        const auto n = static_cast<std::size_t>(pair.view.rows());
        Partition partition{Scope::view, pair.view.name(), k, std::vector<std::int32_t>(n, -1), std::vector<double>(n)};
        const Matrix means = to_matrix(centroids);
        kernels::nearest(pair.view.features(), means, {partition.labels, partition.confidence}, context);
        for (std::int32_t& label : partition.labels) {
            label = clusters[label];
        }
        partitions.push_back(std::move(partition));
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
