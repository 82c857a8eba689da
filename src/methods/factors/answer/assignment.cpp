#include "methods/factors/answer/assignment.hpp"

#include <mvlink/kmeans.hpp>

#include "kernels/nearest.hpp"
#include "methods/common/arrays.hpp"
#include "methods/factors/answer/memberships.hpp"
#include "runtime/index.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {

bool by_kmeans(NmfAssign assign, bool sparse) {
    return assign == NmfAssign::kmeans || (assign == NmfAssign::automatic && !sparse);
}

LabelRule learn_rule(const Matrix& V, int n_clusters, bool kmeans, std::span<const std::int32_t> start_labels,
                     Context& context) {
    LabelRule rule{n_clusters};
    if (!kmeans) return rule;
    const Dataset rows(View::borrow("V", as_rows(V)));
    Start start;
    if (!start_labels.empty()) {
        start.partitions.push_back({Scope::view, "V", n_clusters, {start_labels.begin(), start_labels.end()}, {}});
    }
    Context own = context.nested("assign", context.seed());
    const Result found = mvlink::kmeans(rows, {.n_clusters = n_clusters}, own, start);
    rule.centres = to_matrix(found.model.array("centroids"));
    return rule;
}

Partition partition_of(const Matrix& V, const LabelRule& rule, std::string name, Context& context) {
    if (rule.centres.size() == 0) {
        Partition partition = partition_of(Scope::view, std::move(name), V, context);
        partition.n_clusters = rule.n_clusters;  // XRAY may have fewer anchors
        return partition;
    }
    const std::size_t n = at(V.rows());
    Partition partition{Scope::view, std::move(name), rule.n_clusters, std::vector<std::int32_t>(n, -1),
                        std::vector<double>(n)};
    kernels::nearest(as_rows(V), rule.centres, {partition.labels, partition.confidence}, context);
    return partition;
}

namespace {

Matrix reordered(const Matrix& columns, std::span<const Index> order) {
    Matrix result = Matrix::Zero(columns.rows(), static_cast<Index>(order.size()));  // XRAY may have fewer anchors
    for (Index h = 0; h < columns.cols(); ++h) {
        result.col(order[h]) = columns.col(h);
    }
    return result;
}

}  // namespace

void renumber(std::span<const Index> order, LabelRule& rule, Matrix& U, Matrix& V) {
    if (rule.centres.size() > 0) {
        const Matrix centres = rule.centres;
        for (std::size_t h = 0; h < order.size(); ++h) {
            rule.centres.row(order[h]) = centres.row(static_cast<Index>(h));
        }
        return;
    }
    U = reordered(U, order);
    V = reordered(V, order);
}

Embedding embedding_of(Scope scope, std::string name, const Matrix& V, const LabelRule& rule) {
    return factors::embedding_of(scope, std::move(name), V, rule.centres.size() == 0);
}

void add_topics(const std::string& view, const Matrix& U, const LabelRule& rule, Result& result) {
    Matrix shares = rule.centres.size() == 0 ? U : Matrix(U * rule.centres.transpose());
    for (Index h = 0; h < shares.cols(); ++h) {
        if (const double sum = shares.col(h).sum(); sum > 0) shares.col(h) /= sum;
    }
    for (Topic& topic : topics_of(view, shares)) {
        result.topics.push_back(std::move(topic));
    }
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
