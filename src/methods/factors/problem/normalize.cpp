#include "methods/factors/problem/normalize.hpp"

#include "kernels/rows.hpp"
#include "methods/common/requirements.hpp"
#include "runtime/index.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace factors {

void require_lengths(const View& view, const std::vector<double>& scales) {
    const auto has_features = [&](Index row) {
        bool any = false;
        std::visit([&](const auto& X) { kernels::for_each_entry(X, row, [&](Index, double x) { any |= x != 0; }); },
                   view.features());
        return any;
    };
    for (Index row = 0; row < view.rows(); ++row) {
        if (scales[row] != 0 || !has_features(row)) continue;
        throw Error(
            ErrorCode::numerical,
            fmt::format("view \"{}\": the squares of row {} overflow or vanish; scale the features", view.name(), row));
    }
}

void require_fit_for_nmf(std::string_view method, const Dataset& data, int n_clusters) {
    require_rows_for_clusters(data, n_clusters);
    for (const View& view : data.views()) {
        require_nonnegative(method, view);
    }
}

double view_scale(const View& view, NmfNormalize normalize, Context& context) {
    if (normalize != NmfNormalize::sum) return 1;
    const double total = kernels::entry_sum({view.features()}, context);
    if (!std::isfinite(total)) {
        throw Error(ErrorCode::numerical,
                    fmt::format("view \"{}\": the sum of its features overflows; scale them down", view.name()));
    }
    return total > 0 ? static_cast<double>(view.rows()) / total : 1;
}

std::vector<double> row_scales(const View& view, NmfNormalize normalize, double view_scale, Context& context) {
    if (normalize == NmfNormalize::none) return {};
    if (normalize == NmfNormalize::l2) {
        std::vector<double> scales = kernels::unit_scales(view.features(), context);
        require_lengths(view, scales);
        return scales;
    }
    return std::vector<double>(at(view.rows()), view_scale);
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
