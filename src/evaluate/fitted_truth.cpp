#include "evaluate/fitted_truth.hpp"

namespace mvlink {
inline namespace v1 {
namespace {

/// Truth of objects, in the order of the rows of a view.
std::vector<std::int32_t> spread_over_rows(const Dataset& data, int view, const std::vector<std::int32_t>& labels) {
    std::vector<std::int32_t> spread(data.view(view).rows());
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        spread[row] = labels[data.objects().of({view, row})];
    }
    return spread;
}

/// Truth of the rows of every view, for the objects; unknown if the rows of an object disagree.
std::vector<std::int32_t> gather_from_rows(const Dataset& data, const std::vector<std::int32_t>& labels) {
    constexpr std::int32_t kUnseen = -1, kDisputed = -2;
    std::vector<std::int32_t> gathered(data.objects().count(), kUnseen);
    for (int view = 0; view < data.n_views(); ++view) {
        if (data.view(view).rows() != static_cast<Index>(labels.size())) return {};
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            const std::int32_t label = labels[row];
            std::int32_t& known = gathered[data.objects().of({view, row})];
            if (label >= 0) known = known == kUnseen || known == label ? label : kDisputed;
        }
    }
    return gathered;
}

}  // namespace

std::vector<std::int32_t> fitted_truth(const Truth& truth, const Partition& partition, const Problem& problem) {
    const Dataset& data = problem.data;
    const bool of_objects = truth.view.empty() && !problem.object_ids.empty() &&
                            static_cast<Index>(truth.labels.size()) == data.objects().count();
    std::vector<std::int32_t> labels;
    if (partition.scope == Scope::objects) {
        if (truth.view.empty()) labels = of_objects ? truth.labels : gather_from_rows(data, truth.labels);
    } else {
        const std::optional<int> view = partition.scope == Scope::clustering ? 0 : data.find_view(partition.name);
        if (!view || (!truth.view.empty() && truth.view != data.view(*view).name())) return {};
        labels = of_objects ? spread_over_rows(data, *view, truth.labels) : truth.labels;
    }
    return labels.size() == partition.labels.size() ? labels : std::vector<std::int32_t>{};
}

}  // namespace v1
}  // namespace mvlink
