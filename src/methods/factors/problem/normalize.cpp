#include "methods/factors/problem/normalize.hpp"

#include "methods/common/requirements.hpp"
#include "runtime/index.hpp"

namespace mvlink {
inline namespace v1 {
namespace factors {

void require_fit_for_nmf(std::string_view method, const Dataset& data, int n_clusters) {
    require_rows_for_clusters(data, n_clusters);
    for (const View& view : data.views()) {
        require_nonnegative(method, view);
    }
}

double view_scale(const View& view, NmfNormalize normalize, Context& context) {
    if (normalize != NmfNormalize::sum) return 1;
    const double total = kernels::entry_sum({view.features()}, context);
    return total > 0 ? static_cast<double>(view.rows()) / total : 1;
}

std::vector<double> row_scales(const View& view, NmfNormalize normalize, double view_scale, Context& context) {
    if (normalize == NmfNormalize::none) return {};
    if (normalize == NmfNormalize::l2) return kernels::unit_scales(view.features(), context);
    return std::vector<double>(at(view.rows()), view_scale);
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
