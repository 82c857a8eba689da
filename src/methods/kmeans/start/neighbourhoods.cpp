#include "methods/kmeans/start/neighbourhoods.hpp"

#include "kernels/label_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

Neighbourhoods find_neighbourhoods(const Features& X, const constraints::Components& components) {
    Neighbourhoods found;
    for (Index c = 0; c < components.count(); ++c) {
        if (components.size(c) < 2) continue;
        found.components.push_back(c);
        found.sizes.push_back(components.size(c));
    }
    found.centroids = Matrix::Zero(static_cast<Index>(found.components.size()), column_count(X));
    for (Index p = 0; p < found.centroids.rows(); ++p) {
        for (const Index row : components.members(found.components[p])) {
            found.centroids.row(p) += kernels::row_of(X, row).transpose();
        }
        found.centroids.row(p) /= static_cast<double>(found.sizes[p]);
    }
    return found;
}

std::vector<Index> farthest_first(const Matrix& centroids, std::span<const Index> sizes, Index k, FarthestFirst rule) {
    const Index lambda = centroids.rows();
    const auto size = [&](Index p) { return static_cast<double>(sizes[p]); };
    std::vector<Index> chosen{std::max_element(sizes.begin(), sizes.end()) - sizes.begin()};
    std::vector<double> from_chosen(lambda, std::numeric_limits<double>::infinity());
    while (static_cast<Index>(chosen.size()) < k) {
        const Index last = chosen.back();
        from_chosen[last] = -1;  // taken
        Index farthest = 0;
        for (Index p = 0; p < lambda; ++p) {
            double& nearest = from_chosen[p];
            const double distance = (centroids.row(p) - centroids.row(last)).norm();
            const double weight = rule == FarthestFirst::mutual ? std::sqrt(size(p) * size(last)) : size(p);
            nearest = std::min(nearest, distance * weight);
            if (nearest > from_chosen[farthest]) farthest = p;
        }
        chosen.push_back(farthest);
    }
    return chosen;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
