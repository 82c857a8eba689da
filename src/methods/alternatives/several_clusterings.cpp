#include "methods/alternatives/several_clusterings.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/nearest.hpp"
#include "kernels/rows.hpp"
#include "methods/common/model_views.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace alternatives {
namespace {

constexpr Index kMostColumns = 4096;  // maps are columns x columns; beyond, they take minutes

/// A constraint is kept if some clustering keeps it.
ConstraintReport report_of_any(const Dataset& data, const std::vector<Partition>& partitions) {
    const auto report_of = [&](const Partition& partition) {
        const std::span<const std::int32_t> labels(partition.labels);
        return report_constraints(data, std::span(&labels, 1));
    };
    ConstraintReport report = report_of(partitions.front());
    for (std::size_t c = 1; c < partitions.size() && !report.violations.empty(); ++c) {
        const ConstraintReport other = report_of(partitions[c]);
        std::erase_if(report.violations, [&](const Violation& violation) {
            const bool broken =
                std::any_of(other.violations.begin(), other.violations.end(),
                            [&](const Violation& also) { return also.constraint == violation.constraint; });
            if (broken) return false;
            ConstraintCounts& counts = violation.constraint.link == Link::must ? report.must : report.cannot;
            ++counts.satisfied;
            --counts.violated;
            return true;
        });
    }
    return report;
}

}  // namespace

const View& require_dense_view(const Dataset& data, int n_clusters, const std::string& method) {
    if (data.n_views() != 1) {
        throw Error(ErrorCode::usage,
                    fmt::format("{} clusters one view, the data have {}; choose one", method, data.n_views()));
    }
    const View& view = data.view(0);
    if (n_clusters > view.rows()) {
        throw Error(ErrorCode::input,
                    fmt::format("n_clusters: {} clusters for the {} rows of view \"{}\"; expected at most one a row",
                                n_clusters, view.rows(), view.name()));
    }
    if (view.is_sparse()) {
        throw Error(ErrorCode::input,
                    fmt::format("{}: view \"{}\" is sparse; expected a dense view (project it to fewer columns first)",
                                method, view.name()));
    }
    return view;
}

void require_room_for_maps(const View& view, const std::string& method, Context& context) {
    if (view.cols() > kMostColumns) {
        throw Error(
            ErrorCode::input,
            fmt::format("{}: view \"{}\" has {} columns, and its maps are columns x columns; expected at most {} "
                        "(project it to fewer columns first)",
                        method, view.name(), view.cols(), kMostColumns));
    }
    const auto n = static_cast<std::size_t>(view.rows()), d = static_cast<std::size_t>(view.cols());
    context.require_memory((2 * n * d + 6 * d * d) * sizeof(double), method + ": the changed rows and the maps");
}

Matrix rows_of(const View& view, Context& context) {
    constexpr Index kGrain = 256;
    Matrix rows(view.rows(), view.cols());
    view.visit([&](const auto& X) {
        parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
            kernels::RowReader<std::decay_t<decltype(X)>> read(X);
            for (Index row = begin; row < end; ++row) {
                const auto* x = read(row);
                std::copy(x, x + X.cols, rows.row(row).data());
            }
        });
    });
    return rows;
}

kernels::ColumnMoments finite_moments(const View& view, Context& context) {
    kernels::ColumnMoments moments = kernels::column_moments(view.features(), context);
    if (!moments.deviation.allFinite()) {
        throw Error(ErrorCode::numerical,
                    fmt::format("view \"{}\": the squared features overflow; scale them down", view.name()));
    }
    return moments;
}

CentredRows centred_rows(const View& view, Context& context) {
    const kernels::ColumnMoments moments = finite_moments(view, context);
    CentredRows centred{moments.mean, rows_of(view, context)};
    centred.rows.rowwise() -= moments.mean.transpose();
    return centred;
}

DenseRows<double> as_rows(const Matrix& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(), matrix.cols(), 1};
}

Matrix label_means(const Matrix& rows, std::span<const std::int32_t> labels, Index k, Context& context) {
    kernels::LabelSums found = kernels::label_sums(as_rows(rows), labels, k, context);
    for (Index h = 0; h < k; ++h) {
        const Index count = found.counts[static_cast<std::size_t>(h)];
        if (count > 0) found.sums.row(h) /= static_cast<double>(count);
    }
    return std::move(found.sums);
}

FoundClustering cluster_rows(const Matrix& rows, const KMeansOptions& options, Context& context) {
    const Dataset data(View::borrow("rows", as_rows(rows)));
    Result result = kmeans(data, options, context);
    return {std::move(result.partitions.front()), matrix_of(result.model.array("centroids")), result.objective.back(),
            result.stop_reason};
}

NamedArray named(std::string name, const Matrix& matrix) {
    return {std::move(name), matrix.rows(), matrix.cols(), {matrix.data(), matrix.data() + matrix.size()}};
}

Matrix matrix_of(const NamedArray& array) {
    return Eigen::Map<const Matrix>(array.values.data(), array.rows, array.cols);
}

std::string numbered(const char* name, std::size_t clustering) {
    return name + std::to_string(clustering);
}

void fix_signs(Matrix& directions) {
    for (Index row = 0; row < directions.rows(); ++row) {
        Index largest = 0;
        directions.row(row).cwiseAbs().maxCoeff(&largest);
        if (directions(row, largest) < 0) directions.row(row) *= -1;
    }
}

void Clusterings::add(FoundClustering found) {
    found.partition.scope = Scope::clustering;
    found.partition.name = numbered("clustering", count() + 1);
    objective_.push_back(found.objective);
    if (found.stop_reason == StopReason::cancelled || stop_reason_ == StopReason::converged) {
        stop_reason_ = found.stop_reason;
    }
    keep(named(numbered("centroids", count() + 1), found.centroids));
    partitions_.push_back(std::move(found.partition));
}

Result Clusterings::to_result(const std::string& method, std::vector<OptionText> options, const Dataset& data,
                              int asked, const std::string& why, Context& context) && {
    const View& view = data.view(0);
    Result result;
    result.method = method;
    result.options = options;
    result.seed = context.seed();
    result.iterations = static_cast<int>(count());
    result.objective = std::move(objective_);
    result.stop_reason = stop_reason_;
    result.constraints = report_of_any(data, partitions_);
    result.model = {method, std::move(options), {view.name()}, {view.cols()}, std::move(arrays_)};
    if (static_cast<int>(count()) < asked && !cancelled()) {
        result.warnings.push_back({"fewer-clusterings",
                                   fmt::format("{} of {} clusterings were found: {}", count(), asked, why),
                                   static_cast<double>(count())});
    }
    if (stop_reason_ == StopReason::max_iter) {
        result.warnings.push_back({"not-converged", "a K-Means stopped while still moving; raise max_iter", 0});
    }
    result.partitions = std::move(partitions_);
    return result;
}

Partition nearest_partition(const Matrix& rows, const Matrix& centroids, std::size_t clustering, Context& context) {
    const auto n = static_cast<std::size_t>(rows.rows());
    Partition partition{Scope::clustering, numbered("clustering", clustering), static_cast<int>(centroids.rows()),
                        std::vector<std::int32_t>(n, -1), std::vector<double>(n)};
    kernels::nearest(as_rows(rows), centroids, {partition.labels, partition.confidence}, context);
    return partition;
}

Matrix rows_to_label(const Model& model, const Dataset& data, Context& context) {
    const NamedArray& mean = model.array("mean", 1);
    const View& view = view_to_label(model, data, mean.cols);
    Matrix rows = rows_of(view, context);
    rows.rowwise() -= matrix_of(mean).row(0);
    return rows;
}

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
