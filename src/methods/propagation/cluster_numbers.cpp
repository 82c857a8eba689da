#include "methods/propagation/cluster_numbers.hpp"

#include "kernels/matching.hpp"
#include "kernels/matrix.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

/// Rows of cluster h (this view) whose group holds rows of cluster g (views before).
Matrix common_rows(const JointClosure& closure, std::span<const std::span<const std::int32_t>> labels,
                   const std::vector<std::vector<Index>>& number, int view, Index k) {
    Matrix common = Matrix::Zero(k, k);
    const constraints::Components& groups = closure.groups();
    for (Index group = 0; group < groups.count(); ++group) {
        const std::vector<Index> own = closure.rows_in(group, view);
        if (own.empty()) continue;
        for (const Index node : groups.members(group)) {
            const InstanceId other = closure.nodes().instance(node);
            if (other.view >= view) break;
            const std::int32_t label = labels[other.view][other.row];
            const Index g = number[other.view][label];
            for (const Index row : own)
                ++common(labels[view][row], g);
        }
    }
    return common;
}

/// The one-to-one matching with the most common rows; clusters without any take the numbers that are left.
std::vector<Index> best_numbers(const Matrix& common) {
    std::vector<kernels::Worth> pairs;
    for (Index h = 0; h < common.rows(); ++h) {
        for (Index g = 0; g < common.cols(); ++g) {
            if (common(h, g) > 0) pairs.push_back({h, g, common(h, g)});
        }
    }
    std::vector<Index> number = kernels::best_matching(common.rows(), common.cols(), pairs);
    std::vector<bool> taken(number.size(), false);
    for (const Index g : number) {
        if (g >= 0) taken[g] = true;
    }
    for (Index& g : number) {
        if (g >= 0) continue;
        const auto next = std::find(taken.begin(), taken.end(), false);
        *next = true;
        g = next - taken.begin();
    }
    return number;
}

}  // namespace

std::vector<std::vector<Index>> matched_numbers(const JointClosure& closure,
                                                std::span<const std::span<const std::int32_t>> labels, Index k) {
    std::vector<std::vector<Index>> number(labels.size(), std::vector<Index>(k));
    for (std::size_t view = 0; view < labels.size(); ++view) {
        std::iota(number[view].begin(), number[view].end(), Index{0});
        if (view > 0) number[view] = best_numbers(common_rows(closure, labels, number, static_cast<int>(view), k));
    }
    return number;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
