#include "methods/kmeans/answer/centroid_model.hpp"

#include "kernels/nearest.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/kmeans/answer/groups_apart.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {

std::vector<Partition> predict_by_centroids(const Model& model, const Dataset& data, Context& context) {
    const NamedArray& centroids = model.array("centroids");
    const View& view = view_to_label(model, data, centroids.cols);
    Partition partition{Scope::view, view.name(), static_cast<int>(centroids.rows),
                        std::vector<std::int32_t>(view.rows(), -1), std::vector<double>(view.rows())};
    kernels::nearest(view.features(), to_matrix(centroids), {partition.labels, partition.confidence, {}}, context);
    if (data.group_rule() != nullptr)
        kmeans_family::keep_groups_apart(data, view, to_matrix(centroids), partition, context);
    return {std::move(partition)};
}

namespace kmeans_family {

Model centroid_model(std::string method, std::vector<OptionText> options, const View& view, const Matrix& centroids) {
    return {std::move(method), std::move(options), {view.name()}, {view.cols()}, {to_array("centroids", centroids)}};
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
