#include "kernels/chebyshev_filter.hpp"

#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 4096;

/// The factors of one column: with s_j = T_j(max(theta, 1)) as the scale that keeps e_j of the size of r, the ratio
/// q_j = s_{j-1} / s_j, and w_j = T_j(theta) / s_j.
class ColumnFactors {
public:
    explicit ColumnFactors(double theta) : theta_(theta), q_(1 / std::max(theta, 1.0)) {}

    [[nodiscard]] double q() const { return q_; }
    [[nodiscard]] double w() const { return theta_ >= 1 ? 1 : std::cos(degree_ * std::acos(std::max(theta_, -1.0))); }
    void advance() {
        ++degree_;
        q_ = 1 / (2 * std::max(theta_, 1.0) - q_);
    }

private:
    double theta_;
    int degree_ = 1;
    double q_;
};

/// current = q_1 r / radius, previous = 0.
void begin_recurrence(const Eigen::RowVectorXf& factor, FilterBlocks& blocks, Context& context) {
    parallel_for(context, blocks.source.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            blocks.current.row(row) = blocks.source.row(row).cwiseProduct(factor);
        }
        blocks.previous.middleRows(begin, end - begin).setZero();
    });
}

}  // namespace

double ChebyshevFilter::growth(double lambda) const {
    return std::acosh(std::max(1.0, (lambda - centre()) / radius()));
}

void FilterBlocks::resize(Index n, Index width) {
    for (FloatMatrix* block : {&source, &current, &previous}) {
        if (block->cols() != width) block->resize(n, width);
    }
}

Eigen::RowVectorXd filter_residuals(const SymmetricOperator& A, const ChebyshevFilter& filter, const Vector& theta,
                                    FilterBlocks& blocks, Context& context) {
    const Index width = blocks.source.cols();
    const double centre = filter.centre(), radius = filter.radius();
    std::vector<ColumnFactors> factors;
    for (Index c = 0; c < width; ++c) {
        factors.emplace_back(c < theta.size() ? (theta[c] - centre) / radius : 1.0);
    }
    const auto of_columns = [&](auto&& value) {
        Eigen::RowVectorXf all(width);
        for (Index c = 0; c < width; ++c) {
            all[c] = static_cast<float>(value(factors[c]));
        }
        return all;
    };
    begin_recurrence(of_columns([&](const ColumnFactors& f) { return f.q() / radius; }), blocks, context);
    for (int j = 1; j < filter.degree; ++j) {
        const Eigen::RowVectorXf back = of_columns([](const ColumnFactors& f) { return f.q(); });
        const Eigen::RowVectorXf w = of_columns([](const ColumnFactors& f) { return f.w(); });
        std::for_each(factors.begin(), factors.end(), [](ColumnFactors& f) { f.advance(); });
        const Eigen::RowVectorXf q = of_columns([](const ColumnFactors& f) { return f.q(); });
        const Eigen::RowVectorXf product = q * static_cast<float>(2 / radius);
        A.advance({blocks.previous, blocks.current, blocks.source, product, product * static_cast<float>(-centre),
                   -back.cwiseProduct(q), product.cwiseProduct(w)},
                  context);
        blocks.previous.swap(blocks.current);
    }
    Eigen::RowVectorXd keep(width);
    for (Index c = 0; c < width; ++c) {
        keep[c] = factors[c].w();
    }
    return keep;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
