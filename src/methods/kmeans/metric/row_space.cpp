#include "methods/kmeans/metric/row_space.hpp"

#include "kernels/label_sums.hpp"
#include "kernels/packed_map.hpp"
#include "kernels/rows.hpp"
#include "kernels/weighted_distance.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Rows copied once; a full metric maps them to coordinates in which it is Euclidean.
class DenseRowSpace final : public RowSpace {
public:
    explicit DenseRowSpace(const ConstrainedView& problem) {
        const auto nodes = problem.components.nodes();
        rows_.resize(static_cast<Index>(nodes.size()), problem.view.cols());
        for (Index p = 0; p < rows_.rows(); ++p) {
            rows_.row(p) = kernels::row_of(problem.view.features(), problem.row_at(p)).transpose();
        }
        // Centred, so that rotated coordinates lose no digits to a common offset.
        if (rows_.rows() > 0) rows_.rowwise() -= Vector(rows_.colwise().mean().transpose()).transpose().eval();
    }

    void use(std::span<const Metric> metrics, Context& context) override {
        weights_.clear();
        if (metrics.front().is_full()) {
            turn(metrics, context);
            return;
        }
        for (const Metric& metric : metrics) {
            weights_.push_back(metric.weights);
        }
    }

    Index width() const override { return rows_.cols(); }

    double between(std::size_t m, Index p, Index q) const override { return squared(m, row(m, p), row(m, q)); }

    double to_group(std::size_t m, Index p, const RowGroup& group) const override {
        if (group.count == 0) return 0;
        return static_cast<double>(group.count) * squared(m, row(m, p), group.vector) + group.scatter;
    }

    void add(std::size_t m, Index p, RowGroup& group) const override {
        const auto count = static_cast<double>(group.count);
        const double* x = row(m, p);
        group.scatter += count / (count + 1) * squared(m, x, group.vector);
        for (Index j = 0; j < width(); ++j) {
            group.vector[j] += (x[j] - group.vector[j]) / (count + 1);
        }
        ++group.count;
    }

    void remove(std::size_t m, Index p, RowGroup& group) const override {
        const auto count = static_cast<double>(group.count);
        if (--group.count == 0) {
            std::fill(group.vector, group.vector + width(), 0.0);
            group.scatter = 0;
            return;
        }
        const double* x = row(m, p);
        group.scatter = std::max(0.0, group.scatter - count / (count - 1) * squared(m, x, group.vector));
        for (Index j = 0; j < width(); ++j) {
            group.vector[j] += (group.vector[j] - x[j]) / (count - 1);
        }
    }

private:
    /// The coordinates of metrics that have not changed are kept.
    void turn(std::span<const Metric> metrics, Context& context) {
        constexpr Index kGrain = 256;
        const Index stride = static_cast<Index>(metrics.size()) * width();
        if (turned_.cols() != stride) factors_.clear();
        turned_.resize(rows_.rows(), stride);
        factors_.resize(metrics.size());
        std::vector<std::pair<Index, kernels::PackedMap>> maps;
        for (std::size_t m = 0; m < metrics.size(); ++m) {
            if (factors_[m].size() > 0 && factors_[m] == metrics[m].factor) continue;
            factors_[m] = metrics[m].factor;
            maps.emplace_back(static_cast<Index>(m), metrics[m].factor);
        }
        parallel_for(context, rows_.rows(), kGrain, [&](Index begin, Index end) {
            for (const auto& [m, map] : maps) {
                map.map(rows_.data() + begin * width(), end - begin, turned_.data() + begin * stride + m * width(),
                        stride);
            }
        });
    }
    bool full() const { return !factors_.empty(); }
    const double* row(std::size_t m, Index p) const {
        return full() ? turned_.data() + p * turned_.cols() + static_cast<Index>(m) * width()
                      : rows_.data() + p * width();
    }
    double squared(std::size_t m, const double* x, const double* y) const {
        return full() ? kernels::squared_distance(x, y, width())
                      : kernels::weighted_distance(x, y, weights_[m].data(), width());
    }

    Matrix rows_;
    std::vector<Vector> weights_;  // of diagonal metrics
    std::vector<Matrix> factors_;  // of full ones
    Matrix turned_;                // every row in the coordinates of one after the other
};

/// Rows read where they are; a group is its sum, and distances follow from products over stored entries.
template <class T>
class SparseRowSpace final : public RowSpace {
public:
    SparseRowSpace(const ConstrainedView& problem, const SparseRows<T>& X) : problem_(problem), X_(X) {}

    void use(std::span<const Metric> metrics, Context&) override {
        weights_.clear();
        for (const Metric& metric : metrics) {
            weights_.push_back(metric.weights);
        }
    }

    Index width() const override { return X_.cols; }

    double between(std::size_t m, Index p, Index q) const override {
        const Vector& a = weights_[m];
        auto [i, i_end] = entries(p);
        auto [j, j_end] = entries(q);
        double sum = 0;
        while (i < i_end || j < j_end) {
            const bool take_i = j == j_end || (i < i_end && X_.columns[i] <= X_.columns[j]);
            const bool take_j = i == i_end || (j < j_end && X_.columns[j] <= X_.columns[i]);
            const auto column = static_cast<Index>(take_i ? X_.columns[i] : X_.columns[j]);
            const double difference = (take_i ? static_cast<double>(X_.values[i++]) : 0.0) -
                                      (take_j ? static_cast<double>(X_.values[j++]) : 0.0);
            sum += a[column] * difference * difference;
        }
        return sum;
    }

    double to_group(std::size_t m, Index p, const RowGroup& group) const override {
        if (group.count == 0) return 0;
        double own = 0, product = 0;
        for_each(m, p, [&](Index j, double x, double a) {
            own += a * x * x;
            product += a * x * group.vector[j];
        });
        return std::max(0.0, static_cast<double>(group.count) * own - 2 * product + group.scatter);
    }

    void add(std::size_t m, Index p, RowGroup& group) const override { change(m, p, 1, group); }
    void remove(std::size_t m, Index p, RowGroup& group) const override { change(m, p, -1, group); }

private:
    std::pair<std::size_t, std::size_t> entries(Index p) const {
        const auto row = static_cast<std::size_t>(problem_.row_at(p));
        return {static_cast<std::size_t>(X_.offsets[row]), static_cast<std::size_t>(X_.offsets[row + 1])};
    }
    template <class Body>
    void for_each(std::size_t m, Index p, Body&& body) const {
        kernels::for_each_entry(X_, problem_.row_at(p), [&](Index j, double x) { body(j, x, weights_[m][j]); });
    }
    void change(std::size_t m, Index p, double sign, RowGroup& group) const {
        for_each(m, p, [&](Index j, double x, double a) {
            group.scatter += sign * a * x * x;
            group.vector[j] += sign * x;
        });
        group.count += sign > 0 ? 1 : -1;
    }

    const ConstrainedView& problem_;
    const SparseRows<T>& X_;
    std::vector<Vector> weights_;
};

}  // namespace

std::unique_ptr<RowSpace> make_row_space(const ConstrainedView& problem) {
    return std::visit(
        [&]<class Rows>(const Rows& X) -> std::unique_ptr<RowSpace> {
            if constexpr (Rows::kSparse) {
                return std::make_unique<SparseRowSpace<typename Rows::Scalar>>(problem, X);
            } else {
                return std::make_unique<DenseRowSpace>(problem);
            }
        },
        problem.view.features());
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
