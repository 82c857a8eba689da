#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/result.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/matrix.hpp"
#include "methods/common/arrays.hpp"

#include <string>
#include <vector>

/// What methods share that find clusterings one after the other, by K-Means on changed rows.
namespace mvlink {
inline namespace v1 {
namespace alternatives {

/// Throws unless the dataset has one dense view with at least k rows.
const View& require_dense_view(const Dataset& data, int n_clusters, const std::string& method);
/// Throws where maps (columns x columns) would be too large, or memory for them and two copies of the rows is wanting.
void require_room_for_maps(const View& view, const std::string& method, Context& context);

/// All rows in double.
Matrix rows_of(const View& view, Context& context);

/// Means and deviations of the columns; Error{numerical} where the squared features overflow.
kernels::ColumnMoments finite_moments(const View& view, Context& context);

/// Rows minus their mean, in double.
struct CentredRows {
    Vector mean;
    Matrix rows;
};
CentredRows centred_rows(const View& view, Context& context);

/// Means of the rows of every label (k x d); that of a label without rows is 0.
Matrix label_means(const Matrix& rows, std::span<const std::int32_t> labels, Index k, Context& context);

/// K-Means on these rows.
struct FoundClustering {
    Partition partition;
    Matrix centroids;
    double objective = 0;
    StopReason stop_reason = StopReason::converged;
};
template <class Options>
KMeansOptions kmeans_options(const Options& options) {
    KMeansOptions plain;
    plain.n_clusters = options.n_clusters;
    plain.n_init = options.n_init;
    plain.max_iter = options.max_iter;
    plain.tol = options.tol;
    return plain;
}
FoundClustering cluster_rows(const Matrix& rows, const KMeansOptions& options, Context& context);

/// "centroids1", ..
std::string numbered(const char* name, std::size_t clustering);

/// Clusterings as they are found, with the arrays of the model.
class Clusterings {
public:
    void add(FoundClustering found);
    void keep(NamedArray array) { arrays_.push_back(std::move(array)); }
    [[nodiscard]] std::size_t count() const { return partitions_.size(); }
    [[nodiscard]] const Partition& last() const { return partitions_.back(); }
    [[nodiscard]] bool cancelled() const { return stop_reason_ == StopReason::cancelled; }
    /// `asked`: how many clusterings were wanted; fewer are reported with `why`.
    Result to_result(const std::string& method, std::vector<OptionText> options, const Dataset& data, int asked,
                     const std::string& why, Context& context) &&;

private:
    std::vector<Partition> partitions_;
    std::vector<double> objective_;
    std::vector<NamedArray> arrays_;
    StopReason stop_reason_ = StopReason::converged;
};

/// The nearest centroid of every row, as clustering number `clustering`.
Partition nearest_partition(const Matrix& rows, const Matrix& centroids, std::size_t clustering, Context& context);

/// The rows of the data that the model can label, minus the model's mean. Throws Error{input} where they do not fit.
Matrix rows_to_label(const Model& model, const Dataset& data, Context& context);

}  // namespace alternatives
}  // namespace v1
}  // namespace mvlink
