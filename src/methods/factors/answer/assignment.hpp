#pragma once

#include <mvlink/context.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// How rows of V become labels: the nearest of these centres (K x columns of V), or without centres the largest entry.
struct LabelRule {
    int n_clusters = 0;
    Matrix centres = {};
};

/// What `assign` stands for in this view.
bool by_kmeans(NmfAssign assign, bool sparse);

/// The rule that K-Means on the rows of V finds, cluster numbers kept where start labels are given; or none is needed.
LabelRule learn_rule(const Matrix& V, int n_clusters, bool kmeans, std::span<const std::int32_t> start_labels,
                     Context& context);

/// Labels and confidence: the label's share of the row of V, or with centres the margin between the nearest two.
Partition partition_of(const Matrix& V, const LabelRule& rule, std::string name, Context& context);

/// Gives cluster h the number order[h]: in the rule, or where columns are clusters in U and V.
void renumber(std::span<const Index> order, LabelRule& rule, Matrix& U, Matrix& V);

/// The rows of V as the rule sees them.
Embedding embedding_of(Scope scope, std::string name, const Matrix& V, const LabelRule& rule);

/// The top features of every cluster: those of its column of U, or with centres of the row that its centre stands
/// for. Weights are shares of the total.
void add_topics(const std::string& view, const Matrix& U, const LabelRule& rule, Result& result);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
