#include "methods/kmeans/metric/spreads.hpp"

#include "kernels/farthest_pair.hpp"
#include "kernels/label_sums.hpp"
#include "kernels/packed_map.hpp"
#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Largest less smallest value of every column. A column of sparse rows with fewer entries than rows holds a zero.
Vector column_ranges(const Features& features, Context& context) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Index n = row_count(features), d = column_count(features);
    Matrix zero(3, d);  // smallest, largest, number of entries
    zero.row(0).setConstant(kInfinity);
    zero.row(1).setConstant(-kInfinity);
    zero.row(2).setZero();
    const auto add = [&](Matrix& part, Index begin, Index end) {
        std::visit(
            [&](const auto& X) {
                for (Index row = begin; row < end; ++row) {
                    kernels::for_each_entry(X, row, [&](Index j, double value) {
                        part(0, j) = std::min(part(0, j), value);
                        part(1, j) = std::max(part(1, j), value);
                        part(2, j) += 1;
                    });
                }
            },
            features);
    };
    const auto merge = [](Matrix& total, const Matrix& part) {
        total.row(0) = total.row(0).cwiseMin(part.row(0));
        total.row(1) = total.row(1).cwiseMax(part.row(1));
        total.row(2) += part.row(2);
    };
    const auto bytes = static_cast<std::size_t>(3 * d) * sizeof(double);
    Matrix found = ordered_sum(context, n, zero, bytes, add, merge);
    for (Index j = 0; j < d; ++j) {
        if (found(2, j) == static_cast<double>(n)) continue;
        found(0, j) = std::min(found(0, j), 0.0);
        found(1, j) = std::max(found(1, j), 0.0);
    }
    return (found.row(1) - found.row(0)).transpose();
}

/// The rows in coordinates in which the metric is Euclidean.
Matrix turned_rows(const Features& features, const Metric& metric, const Vector& centre, Context& context) {
    constexpr Index kGrain = 256;
    const Index d = column_count(features);
    Matrix turned(row_count(features), d);
    const kernels::PackedMap map(metric.factor);
    std::visit(
        [&]<class Rows>(const Rows& X) {
            parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
                kernels::RowReader<Rows> read(X);
                Matrix block(end - begin, d);
                for (Index row = begin; row < end; ++row) {
                    const auto* x = read(row);
                    for (Index j = 0; j < d; ++j) {
                        block(row - begin, j) = static_cast<double>(x[j]) - centre[j];
                    }
                }
                if (metric.is_full()) {
                    map.map(block.data(), end - begin, turned.data() + begin * d, d);
                } else {
                    turned.middleRows(begin, end - begin) = block * metric.weights.cwiseSqrt().asDiagonal();
                }
            });
        },
        features);
    return turned;
}

/// A multiple of the identity. All of these have the same farthest pair.
bool is_isotropic(const Metric& metric) {
    if (!metric.is_full()) return (metric.weights.array() == metric.weights[0]).all();
    const Index d = metric.factor.rows();
    return metric.factor == metric.factor(0, 0) * Matrix::Identity(d, d);
}

}  // namespace

Spreads::Spreads(const View& view, FarthestPair rule, int freeze_after, const Vector& centre, Context& context)
    : view_(&view), rule_(rule), freeze_after_(freeze_after), centre_(centre) {
    if (rule == FarthestPair::box) box_ = column_ranges(view.features(), context);
}

Vector Spreads::exact_vector(const Metric& metric, double work, Context& context) const {
    const Matrix turned = turned_rows(view_->features(), metric, centre_, context);
    const auto pair = kernels::farthest_pair(turned, work, context);
    return kernels::row_of(view_->features(), pair.a) - kernels::row_of(view_->features(), pair.b);
}

void Spreads::update(const Metrics& metrics, int round, Context& context) {
    if (view_ == nullptr) return;
    if (rule_ == FarthestPair::box) {
        vectors_.assign(metrics.size(), box_);
        return;
    }
    if (freeze_after_ > 0 && round >= freeze_after_) return;
    const bool isotropic = std::all_of(metrics.begin(), metrics.end(), is_isotropic);
    if (isotropic && isotropic_ && vectors_.size() == metrics.size()) return;
    isotropic_ = isotropic;
    constexpr double kWork = 5e7;  // multiplications per round, for all metrics together: some hundredths of a second
    if (isotropic) {               // all have the same pair
        vectors_.assign(metrics.size(), exact_vector(metrics.front(), kWork, context));
        return;
    }
    vectors_.clear();
    for (const Metric& metric : metrics) {
        vectors_.push_back(exact_vector(metric, kWork / static_cast<double>(metrics.size()), context));
    }
}

std::vector<double> Spreads::squared(const Metrics& metrics) const {
    std::vector<double> lengths;
    for (std::size_t m = 0; m < metrics.size(); ++m) {
        lengths.push_back(metrics[m].squared_norm(vectors_[m]));
    }
    return lengths;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
