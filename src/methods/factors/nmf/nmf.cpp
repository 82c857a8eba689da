#include <mvlink/nmf.hpp>

#include "methods/factors/answer/separate_views.hpp"
#include "methods/options/visitors.hpp"

namespace mvlink {
inline namespace v1 {

Result nmf(const Dataset& data, const NmfOptions& options, Context& context, const Start& start) {
    using namespace factors;
    options::check(options);
    const SeparateViews plan{"nmf", options::texts(options), options.n_clusters, options.assign, options.normalize};
    return cluster_separately(
        plan, data, start,
        [&](const View&, const kernels::ScaledRows& X, std::span<const std::int32_t> start_labels, Model&) {
            return factorize(X, options, start_labels, "nmf", context);
        },
        context);
}

}  // namespace v1
}  // namespace mvlink
