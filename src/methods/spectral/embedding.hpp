#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/objects.hpp"

#include <cstdint>
#include <span>

/// Public to methods: from coordinates of the objects to clusters.
namespace mvlink {
inline namespace v1 {
namespace spectral_family {

/// How coordinates become labels: the nearest of these centres (K x columns), rows of length 1 first if asked for.
struct EmbeddingRule {
    bool normalize_rows = true;
    Matrix centres;
};

/// Every row to length 1; rows of zeros stay.
void normalize_rows(Matrix& rows);

struct KMeansPlan {
    int n_clusters = 8;
    int n_init = 10;
    bool normalize_rows = true;
};

/// K-Means on the rows of F. Start labels may be empty; if given, K-Means begins there and keeps their numbers.
EmbeddingRule learn_rule(const Matrix& F, const KMeansPlan& plan, std::span<const std::int32_t> start_labels,
                         Context& context);

/// Labels of the rows of F. Confidence is 1 - d1 / d2, the distances to the nearest two centres.
Partition partition_of(Matrix F, const EmbeddingRule& rule, Context& context);

/// Partitions of the views and the objects, and the coordinates that the clusters are read from.
void add_answer(const Dataset& data, const ObjectRows& rows, Matrix F, const EmbeddingRule& rule, Result& result,
                Context& context);

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
