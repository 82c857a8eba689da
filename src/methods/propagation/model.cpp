#include "methods/propagation/model.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "methods/common/model_views.hpp"
#include "methods/common/start_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

std::string suffix(std::size_t view) {
    return fmt::format("_{}", view);
}

/// Whether an array of the base holds one block per cluster. Clusters have metrics of their own, or all share one.
bool is_per_cluster(const NamedArray& array, const Model& of_view, Index k) {
    if (array.name == "centroids") return true;
    return array.name.starts_with("metric_") && of_view.array("metric_log_determinants").cols == k;
}

NamedArray renumbered(const NamedArray& array, std::span<const Index> number) {
    NamedArray moved = array;
    const auto k = static_cast<Index>(number.size());
    const auto block = static_cast<Index>(array.values.size()) / k;
    for (Index h = 0; h < k; ++h) {
        std::copy_n(array.values.begin() + h * block, block, moved.values.begin() + number[h] * block);
    }
    return moved;
}

}  // namespace

void add_view(const Model& of_view, int view, std::span<const Index> number, Model& model) {
    const auto k = static_cast<Index>(number.size());
    for (const NamedArray& array : of_view.arrays) {
        NamedArray moved = is_per_cluster(array, of_view, k) ? renumbered(array, number) : array;
        moved.name += suffix(static_cast<std::size_t>(view));
        model.arrays.push_back(std::move(moved));
    }
}

Model model_of_view(const Model& model, std::size_t view) {
    Model alone{std::string(model.option("base")), {}, {model.views.at(view)}, {model.cols.at(view)}, {}};
    for (const NamedArray& array : model.arrays) {
        if (!array.name.ends_with(suffix(view))) continue;
        alone.arrays.push_back(array);
        alone.arrays.back().name.resize(array.name.size() - suffix(view).size());
    }
    return alone;
}

Start start_of_view(const Start& start, const Dataset& data, int view, const PropagationOptions& options) {
    Start alone;
    if (start.model != nullptr) {
        const auto found = start.model->find_view(data.view(view).name(), data.n_views());
        if (!found) {
            throw Error(ErrorCode::input,
                        fmt::format("warm start: the model was not fitted on view \"{}\"", data.view(view).name()));
        }
        alone.centroids = model_of_view(*start.model, *found).array("centroids");
    } else if (!start.partitions.empty()) {
        alone.partitions.push_back({Scope::view,
                                    data.view(view).name(),
                                    options.n_clusters,
                                    start_labels_of_view(start.partitions, data, view, options.n_clusters),
                                    {}});
    }
    return alone;
}

}  // namespace propagation_steps

std::vector<Partition> predict_by_base(const Model& model, const Dataset& data, Context& context) {
    std::vector<Partition> partitions;
    for (const ModelView& known : views_of_model(model, data)) {
        const std::vector<std::string> names{known.view.name()};
        const Model alone = propagation_steps::model_of_view(model, known.number);
        for (Partition& partition : predict(alone, data.select(names), context))
            partitions.push_back(std::move(partition));
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
