#include "methods/smvc/dependence.hpp"

#include <mvlink/kmeans.hpp>

#include "kernels/symmetric_eigen.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

constexpr Index kMostBins = 8;

/// One dimension in bins of about equally many rows; equal values share a bin.
struct Binned {
    std::vector<std::uint8_t> of;  // one per row
    std::array<double, kMostBins> share{};
    int used = 0;  // bins that hold a row
};

Binned binned(const Matrix& sample, Index column, Index bins) {
    std::vector<double> values(sample.rows());
    for (Index row = 0; row < sample.rows(); ++row) {
        values[row] = sample(row, column);
    }
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> limits;  // a value belongs to the bin of the limits below it
    for (Index b = 1; b < bins; ++b) {
        const double limit = sorted[sample.rows() * b / bins];
        if (limit > sorted.front() && (limits.empty() || limit > limits.back())) limits.push_back(limit);
    }
    Binned out;
    out.of.resize(values.size());
    for (std::size_t row = 0; row < values.size(); ++row) {
        const auto bin = std::upper_bound(limits.begin(), limits.end(), values[row]) - limits.begin();
        out.of[row] = static_cast<std::uint8_t>(bin);
        out.share[bin] += 1 / static_cast<double>(values.size());
    }
    out.used = static_cast<int>(limits.size()) + 1;
    return out;
}

double information(const Binned& a, const Binned& b) {
    std::array<std::int32_t, kMostBins * kMostBins> counts{};
    for (std::size_t row = 0; row < a.of.size(); ++row) {
        ++counts[a.of[row] * kMostBins + b.of[row]];
    }
    const auto n = static_cast<double>(a.of.size());
    double sum = -static_cast<double>((a.used - 1) * (b.used - 1)) / (2 * n);
    for (std::size_t i = 0; i < kMostBins; ++i) {
        for (std::size_t j = 0; j < kMostBins; ++j) {
            const double share = counts[i * kMostBins + j] / n;
            if (share > 0) sum += share * std::log(share / (a.share[i] * b.share[j]));
        }
    }
    return std::max(sum, 0.0);
}

}  // namespace

Matrix mutual_information(const Matrix& sample, Context& context) {
    constexpr Index kManyColumns = 100;
    const Index D = sample.cols(), bins = D > kManyColumns ? kMostBins / 2 : kMostBins;
    std::vector<Binned> columns(D);
    parallel_for(context, D, 1, [&](Index j, Index) { columns[j] = binned(sample, j, bins); });
    Matrix found = Matrix::Zero(D, D);
    parallel_for(context, D, 1, [&](Index i, Index) {
        for (Index j = 0; j < i; ++j) {
            found(i, j) = information(columns[i], columns[j]);
        }
    });
    return found.selfadjointView<Eigen::Lower>();
}

Matrix absolute_correlation(const Matrix& sample, Context& context) {
    const Index D = sample.cols();
    const auto n = static_cast<double>(sample.rows());
    const Eigen::RowVectorXd mean = sample.colwise().mean();
    Matrix products = kernels::gram(sample, context) / n - mean.transpose() * mean;
    const Vector deviation = products.diagonal().cwiseMax(1e-300).cwiseSqrt();
    Matrix found(D, D);
    for (Index i = 0; i < D; ++i) {
        for (Index j = 0; j < D; ++j) {
            found(i, j) = i == j ? 0 : std::min(1.0, std::abs(products(i, j)) / (deviation[i] * deviation[j]));
        }
    }
    return found;
}

DimensionGroups::DimensionGroups(const Matrix& dependence) {
    constexpr double kTiny = 1e-12;  // a dimension that tells nothing about the others
    const Vector degree = (dependence.rowwise().sum().array() + kTiny).rsqrt();
    const Eigen::MatrixXd scaled = degree.asDiagonal() * dependence * degree.asDiagonal();
    vectors_ = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled).eigenvectors();
}

std::vector<int> DimensionGroups::split(int groups, std::uint64_t seed, int n_init, Context& context) const {
    const Index D = vectors_.rows();
    Matrix rows = vectors_.rightCols(groups);
    for (Index d = 0; d < D; ++d) {
        const double length = rows.row(d).norm();
        if (length > 0) rows.row(d) /= length;
    }
    Context own = context.nested("groups", seed);
    const Dataset data(
        View::dense("dimensions", D, groups, std::vector<double>(rows.data(), rows.data() + rows.size())));
    const Result found = kmeans(data, {.n_clusters = groups, .n_init = n_init}, own);
    return {found.partitions[0].labels.begin(), found.partitions[0].labels.end()};
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
