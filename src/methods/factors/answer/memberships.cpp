#include "methods/factors/answer/memberships.hpp"

#include "runtime/parallel.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {

Partition partition_of(Scope scope, std::string name, const Matrix& V, Context& context) {
    const auto n = static_cast<std::size_t>(V.rows());
    Partition partition{scope, std::move(name), static_cast<int>(V.cols()), std::vector<std::int32_t>(n),
                        std::vector<double>(n)};
    constexpr Index kGrain = 4096;
    parallel_for(context, V.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            Index label = 0;
            const double most = V.row(row).maxCoeff(&label);
            const double sum = V.row(row).sum();
            partition.labels[row] = static_cast<std::int32_t>(label);
            partition.confidence[row] = sum > 0 ? most / sum : 1 / static_cast<double>(V.cols());
        }
    });
    return partition;
}

Embedding embedding_of(Scope scope, std::string name, const Matrix& V, bool shares) {
    Embedding embedding{scope,    std::move(name), EmbeddingKind::parts,
                        V.rows(), V.cols(),        {V.data(), V.data() + V.size()}};
    Eigen::Map<Matrix> rows(embedding.values.data(), V.rows(), V.cols());
    for (Index row = 0; shares && row < V.rows(); ++row) {
        if (const double sum = V.row(row).sum(); sum > 0) rows.row(row) /= sum;
    }
    return embedding;
}

std::vector<Topic> topics_of(const std::string& view, const Matrix& U, Index most) {
    std::vector<Topic> topics;
    std::vector<Index> order(U.rows());
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, U.rows()));
    for (Index h = 0; h < U.cols(); ++h) {
        std::iota(order.begin(), order.end(), Index{0});
        std::partial_sort(order.begin(), order.begin() + count, order.end(),
                          [&](Index a, Index b) { return U(a, h) != U(b, h) ? U(a, h) > U(b, h) : a < b; });
        Topic topic{view, static_cast<int>(h), {}};
        for (std::ptrdiff_t i = 0; i < count; ++i) {
            const Index column = order[i];
            if (U(column, h) > 0) topic.features.push_back({column, U(column, h)});
        }
        topics.push_back(std::move(topic));
    }
    return topics;
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
