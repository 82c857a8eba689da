#include "methods/spectral/embedding.hpp"

#include <mvlink/kmeans.hpp>

#include "kernels/nearest.hpp"
#include "methods/common/arrays.hpp"
#include "runtime/index.hpp"

#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {

void normalize_rows(Matrix& rows) {
    for (Index i = 0; i < rows.rows(); ++i) {
        if (const double length = rows.row(i).norm(); length > 0) rows.row(i) /= length;
    }
}

EmbeddingRule learn_rule(const Matrix& F, const KMeansPlan& plan, std::span<const std::int32_t> start_labels,
                         Context& context) {
    Matrix points = F;
    if (plan.normalize_rows) normalize_rows(points);
    const Dataset rows(View::borrow("embedding", as_rows(points)));
    Start start;
    if (!start_labels.empty()) {
        start.partitions.push_back(
            {Scope::view, "embedding", plan.n_clusters, {start_labels.begin(), start_labels.end()}, {}});
    }
    Context own = context.nested("kmeans", context.seed());
    const Result found = kmeans(rows, {.n_clusters = plan.n_clusters, .n_init = plan.n_init}, own, start);
    return {plan.normalize_rows, to_matrix(found.model.array("centroids"))};
}

Partition partition_of(Matrix F, const EmbeddingRule& rule, Context& context) {
    if (rule.normalize_rows) normalize_rows(F);
    const std::size_t n = at(F.rows());
    Partition partition{Scope::objects, "objects", static_cast<int>(rule.centres.rows()),
                        std::vector<std::int32_t>(n, -1), std::vector<double>(n)};
    kernels::nearest(as_rows(F), rule.centres, {partition.labels, partition.confidence}, context);
    for (double& confidence : partition.confidence) {
        confidence = 1 - std::sqrt(1 - confidence);  // the kernel compares squared distances
    }
    return partition;
}

void add_answer(const Dataset& data, const ObjectRows& rows, Matrix F, const EmbeddingRule& rule, Result& result,
                Context& context) {
    if (rule.normalize_rows) normalize_rows(F);
    const Partition objects = partition_of(F, rule, context);
    add_partitions_of_objects(data, rows, objects, result.partitions);
    const bool one = data.n_views() == 1;
    const Matrix shown = one ? by_row(F, rows.object_of(0)) : std::move(F);
    result.embeddings.push_back({one ? Scope::view : Scope::objects,
                                 one ? data.view(0).name() : "objects",
                                 EmbeddingKind::spectral,
                                 shown.rows(),
                                 shown.cols(),
                                 {shown.data(), shown.data() + shown.size()}});
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
