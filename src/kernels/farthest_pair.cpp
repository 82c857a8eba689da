#include "kernels/farthest_pair.hpp"

#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

struct Farthest {
    Index row = -1;
    double squared_distance = -1;
};

/// The row farthest from a point; the lowest where several are.
Farthest farthest_from(const Matrix& Y, const double* point, Context& context) {
    const auto search = [&](Farthest& best, Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            const double distance = squared_distance(Y.data() + row * Y.cols(), point, Y.cols());
            if (distance > best.squared_distance) best = {row, distance};
        }
    };
    const auto better = [](Farthest& best, const Farthest& other) {
        if (other.squared_distance > best.squared_distance) best = other;
    };
    return ordered_sum(context, Y.rows(), Farthest{}, sizeof(Farthest), search, better);
}

/// From the row farthest from the mean to the row farthest from that, and so on, as long as the distance grows.
FarthestPair by_sweeps(const Matrix& Y, const Vector& mean, Context& context) {
    Index from = farthest_from(Y, mean.data(), context).row;
    FarthestPair best{from, from, 0, false};
    while (true) {
        const Farthest next = farthest_from(Y, Y.data() + from * Y.cols(), context);
        if (next.squared_distance <= best.squared_distance) return best;
        best = {std::min(from, next.row), std::max(from, next.row), next.squared_distance, false};
        from = next.row;
    }
}

}  // namespace

FarthestPair farthest_pair(const Matrix& Y, double work, Context& context) {
    const Index n = Y.rows(), d = Y.cols();
    const Vector mean = Y.colwise().mean().transpose();
    FarthestPair best = by_sweeps(Y, mean, context);
    std::vector<double> radius(static_cast<std::size_t>(n));
    for (Index row = 0; row < n; ++row) {
        radius[static_cast<std::size_t>(row)] = std::sqrt(squared_distance(Y.data() + row * d, mean.data(), d));
    }
    std::vector<Index> outward(static_cast<std::size_t>(n));
    std::iota(outward.begin(), outward.end(), Index{0});
    std::stable_sort(outward.begin(), outward.end(), [&](Index a, Index b) {
        return radius[static_cast<std::size_t>(a)] > radius[static_cast<std::size_t>(b)];
    });
    double bound = std::sqrt(best.squared_distance);
    for (std::size_t i = 0; i < outward.size(); ++i) {
        const double own = radius[static_cast<std::size_t>(outward[i])];
        for (std::size_t j = i + 1; j < outward.size(); ++j) {
            if (own + radius[static_cast<std::size_t>(outward[j])] <= bound) break;
            if ((work -= static_cast<double>(d)) < 0) return best;
            const double distance = squared_distance(Y.data() + outward[i] * d, Y.data() + outward[j] * d, d);
            if (distance <= best.squared_distance) continue;
            best = {std::min(outward[i], outward[j]), std::max(outward[i], outward[j]), distance, false};
            bound = std::sqrt(distance);
        }
    }
    best.exact = true;
    return best;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
