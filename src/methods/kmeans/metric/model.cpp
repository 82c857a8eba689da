#include "methods/kmeans/metric/model.hpp"

#include <mvlink/error.hpp>

#include "kernels/nearest.hpp"
#include "kernels/symmetric_eigen.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/metric/costs.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr const char* kWeights = "metric_weights";
constexpr const char* kFactors = "metric_factors";
constexpr const char* kLogDeterminants = "metric_log_determinants";

Metrics metrics_of(const Model& model, Index k, Index d) {
    const NamedArray& log_det = model.array(kLogDeterminants, 1, -1);
    if (log_det.cols != 1 && log_det.cols != k) {
        throw Error(ErrorCode::input,
                    fmt::format("the model has {} metrics for {} clusters; expected 1 or {}", log_det.cols, k, k));
    }
    const bool full = model.has_array(kFactors);
    const NamedArray& values =
        full ? model.array(kFactors, log_det.cols * d, d) : model.array(kWeights, log_det.cols, d);
    Metrics metrics(static_cast<std::size_t>(log_det.cols));
    for (std::size_t m = 0; m < metrics.size(); ++m) {
        const double* first = values.values.data() + static_cast<Index>(m) * (full ? d * d : d);
        metrics[m].log_det = log_det.values[m];
        if (full) {
            metrics[m].factor = Eigen::Map<const Matrix>(first, d, d);
        } else {
            metrics[m].weights = Eigen::Map<const Vector>(first, d);
        }
    }
    return metrics;
}

LearntMetric explain_one(const Metric& metric, const Vector& deviation) {
    constexpr Index kDirections = 3;
    LearntMetric learnt;
    if (!metric.is_full()) {
        const Vector weights = metric.weights.cwiseProduct(deviation.cwiseAbs2());
        learnt.weights.assign(weights.begin(), weights.end());
        return learnt;
    }
    const Matrix factor = deviation.asDiagonal() * metric.factor;
    const Eigen::MatrixXd A = factor * factor.transpose();
    const Vector weights = A.diagonal();
    learnt.weights.assign(weights.begin(), weights.end());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(A);
    for (Index e = A.rows() - 1; e >= std::max<Index>(0, A.rows() - kDirections); --e) {
        Vector loadings = solved.eigenvectors().col(e);
        Index largest = 0;
        loadings.cwiseAbs().maxCoeff(&largest);
        if (loadings[largest] < 0) loadings = -loadings;
        learnt.directions.push_back({solved.eigenvalues()[e], {loadings.begin(), loadings.end()}});
    }
    return learnt;
}

}  // namespace

void add_metrics(const Metrics& metrics, Model& model) {
    const bool full = metrics.front().is_full();
    const auto count = static_cast<Index>(metrics.size());
    const Index d = full ? metrics.front().factor.cols() : metrics.front().weights.size();
    NamedArray values{full ? kFactors : kWeights, full ? count * d : count, d, {}};
    NamedArray log_det{kLogDeterminants, 1, count, {}};
    for (const Metric& metric : metrics) {
        const double* first = full ? metric.factor.data() : metric.weights.data();
        values.values.insert(values.values.end(), first, first + (full ? d * d : d));
        log_det.values.push_back(metric.log_det);
    }
    model.arrays.push_back(std::move(values));
    model.arrays.push_back(std::move(log_det));
}

std::vector<LearntMetric> explain(const Metrics& metrics, const Vector& deviation) {
    std::vector<LearntMetric> list;
    for (std::size_t m = 0; m < metrics.size(); ++m) {
        list.push_back(explain_one(metrics[m], deviation));
        list.back().cluster = metrics.size() == 1 ? -1 : static_cast<int>(m);
    }
    return list;
}

}  // namespace kmeans_family

std::vector<Partition> predict_by_metrics(const Model& model, const Dataset& data, Context& context) {
    using namespace kmeans_family;
    constexpr Index kBlock = 256;
    const NamedArray& array = model.array("centroids");
    const View& view = view_to_label(model, data, array.cols);
    const Matrix centroids = to_matrix(array);
    const Index n = view.rows(), k = centroids.rows();
    const Metrics metrics = metrics_of(model, k, view.cols());
    const MetricCosts cluster_costs(view.features(), centroids, metrics, centroids.colwise().mean().transpose());
    Partition partition{Scope::view, view.name(), static_cast<int>(k), std::vector<std::int32_t>(n),
                        std::vector<double>(n)};
    const double offset = largest_log_det(metrics);
    parallel_for(context, n, kBlock, [&](Index begin, Index end) {
        std::vector<Index> rows(end - begin);
        std::iota(rows.begin(), rows.end(), begin);
        Matrix costs(end - begin, k);
        cluster_costs(rows, costs);
        for (Index row = begin; row < end; ++row) {
            Index best = 0;
            const double least = costs.row(row - begin).minCoeff(&best);
            costs(row - begin, best) = std::numeric_limits<double>::infinity();
            partition.labels[row] = static_cast<std::int32_t>(best);
            partition.confidence[row] = kernels::margin(least + offset, costs.row(row - begin).minCoeff() + offset);
        }
    });
    return {std::move(partition)};
}

}  // namespace v1
}  // namespace mvlink
