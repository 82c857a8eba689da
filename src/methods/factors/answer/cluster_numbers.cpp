#include "methods/factors/answer/cluster_numbers.hpp"

#include "kernels/matching.hpp"
#include "kernels/matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace factors {

std::vector<Index> matched_numbers(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b, Index k) {
    Matrix common = Matrix::Zero(k, k);
    for (std::size_t row = 0; row < a.size(); ++row) {
        if (a[row] >= 0 && b[row] >= 0) ++common(a[row], b[row]);
    }
    std::vector<kernels::Worth> pairs;
    for (Index h = 0; h < k; ++h) {
        for (Index g = 0; g < k; ++g) {
            if (common(h, g) > 0) pairs.push_back({h, g, common(h, g)});
        }
    }
    std::vector<Index> number = kernels::best_matching(k, k, pairs);
    std::vector<bool> taken(k, false);
    for (const Index of : number) {
        if (of >= 0) taken[of] = true;
    }
    for (Index& of : number) {
        if (of >= 0) continue;
        const auto next = std::find(taken.begin(), taken.end(), false);
        *next = true;
        of = next - taken.begin();
    }
    return number;
}

void take_numbers(const std::vector<std::int32_t>& like, Partition& partition, LabelRule& rule) {
    const std::vector<Index> number = matched_numbers(partition.labels, like, partition.n_clusters);
    const Matrix centres = rule.centres;
    for (std::size_t h = 0; h < number.size(); ++h) {
        rule.centres.row(number[h]) = centres.row(static_cast<Index>(h));
    }
    for (std::int32_t& label : partition.labels) {
        label = static_cast<std::int32_t>(number[label]);
    }
}

ClusterNumbers::ClusterNumbers(const Dataset& data, int n_clusters)
    : data_(data), k_(n_clusters), mapped_(data.n_views() > 1 && !data.unmapped()) {
    if (mapped_) label_of_.assign(data.objects().count(), -1);
}

std::vector<Index> ClusterNumbers::match(int view, Partition& partition) const {
    std::vector<Index> number(k_);
    std::iota(number.begin(), number.end(), Index{0});
    if (!mapped_ || view == 0) return number;
    std::vector<std::int32_t> before;
    for (std::size_t row = 0; row < partition.labels.size(); ++row) {
        const Index object = data_.objects().of({view, static_cast<Index>(row)});
        before.push_back(label_of_[object]);
    }
    number = matched_numbers(partition.labels, before, k_);
    for (std::int32_t& label : partition.labels) {
        label = static_cast<std::int32_t>(number[label]);
    }
    return number;
}

void ClusterNumbers::keep(int view, const Partition& partition) {
    if (!mapped_) return;
    for (std::size_t row = 0; row < partition.labels.size(); ++row) {
        std::int32_t& label = label_of_[data_.objects().of({view, static_cast<Index>(row)})];
        if (label < 0) label = partition.labels[row];
    }
}

void ClusterNumbers::warn_if_unmatched(Result& result) const {
    if (data_.n_views() < 2 || mapped_) return;
    result.warnings.push_back(
        {"cluster-numbers-unmatched",
         fmt::format("nothing is mapped: cluster numbers of the {} views are unrelated", data_.n_views()),
         static_cast<double>(data_.n_views())});
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
