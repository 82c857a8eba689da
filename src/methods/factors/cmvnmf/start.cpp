#include "methods/factors/cmvnmf/start.hpp"

#include "kernels/rows.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/start_labels.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

constexpr Index kGrain = 2048;

/// At most so many of the rows that have features, rising.
std::vector<Index> sample_of_rows(const std::vector<double>& scales, Index most, Random random) {
    std::vector<Index> rows;
    for (std::size_t row = 0; row < scales.size(); ++row) {
        if (scales[row] > 0) rows.push_back(static_cast<Index>(row));
    }
    const auto count = static_cast<Index>(rows.size());
    if (count <= most) return rows;
    for (Index i = 0; i < most; ++i) {
        std::swap(rows[at(i)], rows[at(i + random.below(count - i))]);
    }
    rows.resize(at(most));
    std::sort(rows.begin(), rows.end());
    return rows;
}

template <class T>
View scaled_rows(const DenseRows<T>& X, const std::vector<Index>& rows, const std::vector<double>& scales) {
    std::vector<T> values;
    values.reserve(rows.size() * at(X.cols));
    for (const Index row : rows) {
        for (Index col = 0; col < X.cols; ++col) {
            values.push_back(static_cast<T>(scales[at(row)] * static_cast<double>(X.at(row, col))));
        }
    }
    return View::dense("sample", static_cast<Index>(rows.size()), X.cols, std::move(values));
}

template <class T>
View scaled_rows(const SparseRows<T>& X, const std::vector<Index>& rows, const std::vector<double>& scales) {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<T> values;
    for (const Index row : rows) {
        kernels::for_each_entry(X, row, [&](Index col, double value) {
            columns.push_back(static_cast<std::int32_t>(col));
            values.push_back(static_cast<T>(scales[at(row)] * value));
        });
        offsets.push_back(static_cast<Index>(values.size()));
    }
    return View::sparse("sample", static_cast<Index>(rows.size()), X.cols, std::move(offsets), std::move(columns),
                        std::move(values));
}

/// Centroids of the scaled rows, one per column.
Matrix kmeans_centroids(const Features& X, const std::vector<double>& scales, Index k, Random random,
                        Context& context) {
    const Index most = std::max<Index>(20000, 40 * k);
    const std::vector<Index> rows = sample_of_rows(scales, most, random);
    Matrix centroids = Matrix::Zero(column_count(X), k);
    if (rows.empty()) return centroids;
    const View sample = std::visit([&](const auto& features) { return scaled_rows(features, rows, scales); }, X);
    const auto clusters = static_cast<int>(std::min<Index>(k, sample.rows()));
    Context own = context.nested("sample", random.bits());  // another seed for every view and restart
    const Result found =
        kmeans(Dataset(sample), {.n_clusters = clusters, .n_init = 1, .max_iter = 50, .tol = 1e-4}, own);
    centroids.leftCols(clusters) = to_matrix(found.model.array("centroids")).transpose();
    return centroids;
}

/// The nearest centroid of every row that has features.
std::vector<std::int32_t> nearest_labels(const kernels::ScaledRows& X, const Matrix& centroids, Context& context) {
    const Matrix products = kernels::times(X, centroids, context);
    const Eigen::RowVectorXd half_squares = centroids.colwise().squaredNorm() / 2;
    std::vector<std::int32_t> labels(at(products.rows()), -1);
    parallel_for(context, products.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            if (X.scale_of(row) == 0) continue;
            Index label = 0;
            (products.row(row) - half_squares).maxCoeff(&label);
            labels[at(row)] = static_cast<std::int32_t>(label);
        }
    });
    return labels;
}

}  // namespace

StartLabels kmeans_labels(const Dataset& data, const Problem& problem, Index k, int restart, Context& context) {
    StartLabels labels;
    for (std::size_t a = 0; a < problem.X.size(); ++a) {
        const auto number = static_cast<std::uint64_t>(restart) * problem.X.size() + a;
        const Matrix centroids = kmeans_centroids(data.view(static_cast<int>(a)).features(), problem.scales[a], k,
                                                  context.stream("cmvnmf/init", number), context);
        labels.push_back(nearest_labels(problem.X[a], centroids, context));
    }
    return labels;
}

StartLabels given_labels(const Dataset& data, const Start& start, Index k, Context& context) {
    const std::vector<Partition> given = start_partitions(start, data, context);
    StartLabels labels;
    for (int v = 0; v < data.n_views(); ++v) {
        labels.push_back(start_labels_of_view(given, data, v, k));
    }
    return labels;
}

State factors_from(const Problem& problem, const StartLabels& labels, Index k, Context& context) {
    constexpr double kElsewhere = 0.2, kLittle = 0.01, kTiny = 1e-100;
    State state;
    for (std::size_t a = 0; a < labels.size(); ++a) {
        const auto n = static_cast<Index>(labels[a].size());
        Matrix V = Matrix::Zero(n, k);
        Vector counts = Vector::Zero(k);
        for (Index row = 0; row < n; ++row) {
            const std::int32_t label = labels[a][at(row)];
            if (label < 0) continue;
            V(row, label) = 1;
            ++counts[label];
        }
        Matrix U = kernels::transposed_times(problem.X[a], V, context);
        U.array().rowwise() /= counts.transpose().array().max(1);
        U.array() += kLittle * U.mean() + kTiny;
        for (Index row = 0; row < n; ++row) {
            V.row(row).array() += labels[a][at(row)] < 0 ? kElsewhere + 1 / static_cast<double>(k) : kElsewhere;
        }
        state.U.push_back(std::move(U));
        state.V.push_back(std::move(V));
    }
    return state;
}

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
