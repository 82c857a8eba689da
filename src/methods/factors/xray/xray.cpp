#include <mvlink/nmf.hpp>

#include "methods/factors/answer/separate_views.hpp"
#include "methods/factors/xray/anchors.hpp"
#include "methods/options/visitors.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {

Result xray(const Dataset& data, const XrayOptions& options, Context& context, const Start& start) {
    using namespace factors;
    options::check(options);
    const SeparateViews plan{"xray", options::texts(options), options.n_clusters, options.assign, options.normalize};
    return cluster_separately(
        plan, data, start,
        [&](const View& view, const kernels::ScaledRows& X, std::span<const std::int32_t>, Model& model) {
            Anchors found = find_anchors(X, options.n_clusters, options.select, context);
            model.arrays.push_back({"anchors_" + view.name(),
                                    1,
                                    static_cast<Index>(found.rows.size()),
                                    {found.rows.begin(), found.rows.end()}});
            return Factors{{std::move(found.objective), found.stop_reason}, std::move(found.H), std::move(found.A)};
        },
        context);
}

}  // namespace v1
}  // namespace mvlink
