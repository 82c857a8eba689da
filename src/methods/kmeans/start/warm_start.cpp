#include "methods/kmeans/start/warm_start.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/model_checks.hpp"
#include "methods/common/start_labels.hpp"
#include "methods/kmeans/start/seeding.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

WarmStart from_centroids(const NamedArray& array, const View& view, Index k) {
    require_sound_array(array, "warm start");
    if (array.rows != k || array.cols != view.cols()) {
        throw Error(ErrorCode::input,
                    fmt::format("warm start: centroids are {} x {}; expected {} x {} (clusters x columns)", array.rows,
                                array.cols, k, view.cols()));
    }
    return {to_matrix(array), std::vector<std::int32_t>(view.rows(), -1)};
}

/// Clusters that have labelled rows keep their numbers and start at the means; k-means++ fills in the others.
WarmStart from_labels(const std::vector<std::int32_t>& labels, const View& view, Index k, Context& context) {
    const kernels::LabelSums found = kernels::label_sums(view.features(), labels, k, context);
    Matrix packed(k, view.cols());
    std::vector<Index> order;  // clusters with rows first, as the filling step requires
    for (const bool with_rows : {true, false}) {
        for (Index h = 0; h < k; ++h) {
            const Index count = found.counts[h];
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
        warm.centroids.row(order[at]) = packed.row(at);
    }
    return warm;
}

}  // namespace

WarmStart warm_start(const Start& start, const Dataset& data, Index k, Context& context) {
    const View& view = data.view(0);
    require_one_kind(start);
    if (start.model != nullptr) return from_centroids(start.model->array("centroids"), view, k);
    if (!start.centroids.values.empty()) return from_centroids(start.centroids, view, k);
    return from_labels(start_labels_of_view(start.partitions, data, 0, k), view, k, context);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
