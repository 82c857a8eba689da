#include "methods/nmf/normalize.hpp"

#include <mvlink/error.hpp>

#include "methods/factors/nonnegative.hpp"

#include <fmt/core.h>

namespace mvlink {
inline namespace v1 {
namespace nmf_family {

void require_fit_for_nmf(std::string_view method, const Dataset& data, int n_clusters) {
    for (const View& view : data.views()) {
        if (n_clusters <= view.rows()) continue;
        throw Error(ErrorCode::input,
                    fmt::format("n_clusters: {} clusters for the {} rows of view \"{}\"; expected at most one a row",
                                n_clusters, view.rows(), view.name()));
    }
    factors::require_nonnegative(method, data);
}

double view_scale(const View& view, NmfNormalize normalize, Context& context) {
    if (normalize != NmfNormalize::sum) return 1;
    const double total = kernels::entry_sum({view.features()}, context);
    return total > 0 ? static_cast<double>(view.rows()) / total : 1;
}

std::vector<double> row_scales(const View& view, NmfNormalize normalize, double view_scale, Context& context) {
    if (normalize == NmfNormalize::none) return {};
    if (normalize == NmfNormalize::l2) return kernels::unit_scales(view.features(), context);
    return std::vector<double>(static_cast<std::size_t>(view.rows()), view_scale);
}

}  // namespace nmf_family
}  // namespace v1
}  // namespace mvlink
