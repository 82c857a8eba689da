#include "io/report/learnt_space.hpp"

#include "kernels/pooled_metric.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

/// An array of the model, if it has one of this many columns.
const NamedArray* find_array(const Model& model, std::string_view name, Index cols) {
    for (const NamedArray& array : model.arrays) {
        const bool fits =
            array.cols == cols && array.rows > 0 && static_cast<Index>(array.values.size()) == array.rows * array.cols;
        if (array.name == name && fits) return &array;
    }
    return nullptr;
}

/// The share of the rows that each cluster holds; one share for one metric, nothing where the numbers do not fit.
std::vector<double> shares_of(const Partition& partition, Index metrics) {
    if (metrics == 1) return {1.0};
    if (metrics != partition.n_clusters || partition.labels.empty()) return {};
    std::vector<double> shares(metrics, 0.0);
    for (const std::int32_t label : partition.labels) {
        shares[label] += 1 / static_cast<double>(partition.labels.size());
    }
    return shares;
}

std::string metric_words(Index metrics) {
    return metrics == 1 ? "the learnt metric" : "the mean of the metrics that were learnt, one per cluster";
}

std::optional<LearntSpace> from_weights(const NamedArray& weights, const Partition& partition) {
    const std::vector<double> shares = shares_of(partition, weights.rows);
    if (shares.empty()) return std::nullopt;
    return LearntSpace{kernels::pooled_roots(weights.values, shares), metric_words(weights.rows)};
}

std::optional<LearntSpace> from_factors(const NamedArray& factors, const Partition& partition) {
    const Index d = factors.cols, metrics = factors.rows / d;
    const std::vector<double> shares = shares_of(partition, metrics);
    if (shares.empty() || factors.rows % d != 0) return std::nullopt;
    std::vector<double> factor = kernels::pooled_factor(factors.values, d, shares);
    if (factor.empty()) return std::nullopt;
    return LearntSpace{std::move(factor), metric_words(metrics)};
}

/// Rows W x: F = W'.
LearntSpace from_transform(const NamedArray& transform) {
    const auto d = static_cast<std::size_t>(transform.cols);
    LearntSpace space{std::vector<double>(d * d), "the metric that RCA learnt"};
    for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = 0; j < d; ++j) {
            space.factor[j * d + i] = transform.values[i * d + j];
        }
    }
    return space;
}

/// Clusters with columns of their own compare rows by the mean difference in these: a column counts as much as it does
/// in the average cluster.
LearntSpace from_dimensions(const NamedArray& dimensions) {
    const auto d = static_cast<std::size_t>(dimensions.cols), k = static_cast<std::size_t>(dimensions.rows);
    LearntSpace space{std::vector<double>(d, 0.0), "the columns that the clusters use"};
    for (std::size_t i = 0; i < k; ++i) {
        const double* row = dimensions.values.data() + i * d;
        const auto used = static_cast<double>(std::count_if(row, row + d, [](double x) { return x != 0; }));
        for (std::size_t j = 0; j < d; ++j) {
            if (row[j] != 0) space.factor[j] += 1 / (used * static_cast<double>(k));
        }
    }
    return space;
}

}  // namespace

std::optional<LearntSpace> learnt_space(const Model& model, const Partition& partition, Index d) {
    if (const NamedArray* weights = find_array(model, "metric_weights", d)) return from_weights(*weights, partition);
    if (const NamedArray* factors = find_array(model, "metric_factors", d)) return from_factors(*factors, partition);
    const NamedArray* transform = find_array(model, "transform", d);
    if (transform != nullptr && transform->rows == d) return from_transform(*transform);
    if (const NamedArray* dimensions = find_array(model, "dimensions", d)) return from_dimensions(*dimensions);
    return std::nullopt;
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
