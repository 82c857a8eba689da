#include "methods/alternatives/several_clusterings.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/nearest.hpp"
#include "kernels/rows.hpp"
#include "methods/common/model_views.hpp"
#include "methods/common/requirements.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace alternatives {
namespace {

constexpr Index kMostColumns = 4096;  // maps are columns x columns; beyond, they take minutes

}  // namespace

const View& require_dense_view(const Dataset& data, int n_clusters, const std::string& method) {
    const View& view = require_one_view(data);
    require_rows_for_clusters(view, n_clusters);
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

Matrix label_means(const Matrix& rows, std::span<const std::int32_t> labels, Index k, Context& context) {
    kernels::LabelSums found = kernels::label_sums(as_rows(rows), labels, k, context);
    for (Index h = 0; h < k; ++h) {
        const Index count = found.counts[h];
        if (count > 0) found.sums.row(h) /= static_cast<double>(count);
    }
    return std::move(found.sums);
}

FoundClustering cluster_rows(const Matrix& rows, const KMeansOptions& options, Context& context) {
    const Dataset data(View::borrow("rows", as_rows(rows)));
    Result result = kmeans(data, options, context);
    return {std::move(result.partitions.front()), to_matrix(result.model.array("centroids")), result.objective.back(),
            result.stop_reason};
}

std::string numbered(const char* name, std::size_t clustering) {
    return name + std::to_string(clustering);
}

void Clusterings::add(FoundClustering found) {
    found.partition.scope = Scope::clustering;
    found.partition.name = numbered("clustering", count() + 1);
    objective_.push_back(found.objective);
    if (found.stop_reason == StopReason::cancelled || stop_reason_ == StopReason::converged) {
        stop_reason_ = found.stop_reason;
    }
    keep(to_array(numbered("centroids", count() + 1), found.centroids));
    partitions_.push_back(std::move(found.partition));
}

Result Clusterings::to_result(const std::string& method, std::vector<OptionText> options, const Dataset& data,
                              int asked, const std::string& why, Context& context) && {
    Result result = result_header(method, std::move(options), data.views(), context);
    add_course({std::move(objective_), stop_reason_}, result);
    result.constraints = report_on_clusterings(data, partitions_);
    result.model.arrays = std::move(arrays_);
    if (static_cast<int>(count()) < asked && !cancelled()) {
        warn(result, "fewer-clusterings", fmt::format("{} of {} clusterings were found: {}", count(), asked, why),
             static_cast<double>(count()));
    }
    warn_if_not_converged(result);
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
    rows.rowwise() -= to_matrix(mean).row(0);
    return rows;
}

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
