#include "kernels/eigenvectors.hpp"
#include "kernels/float_row.hpp"
#include "kernels/row_blocks.hpp"
#include "kernels/sparse_row.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 2048;

/// next = product * sums + shift * current + back * previous + push * source, for one line and some of its packets.
void combine(const RecurrenceStep& step, Index row, Index first, const FloatRowTimes::Packet* sums, int packets) {
    using namespace Eigen::internal;
    using Packet = FloatRowTimes::Packet;
    const Index width = step.current.cols();
    const auto load = [&](const float* values, int v) {
        return ploadu<Packet>(values + first + v * FloatRowTimes::kLanes);
    };
    float* line = step.previous.data() + row * width;
    const float* current = step.current.data() + row * width;
    const float* source = step.source.data() + row * width;
    for (int v = 0; v < packets; ++v) {
        Packet next = pmul(load(step.product.data(), v), sums[v]);
        next = pmadd(load(step.shift.data(), v), load(current, v), next);
        next = pmadd(load(step.back.data(), v), load(line, v), next);
        next = pmadd(load(step.push.data(), v), load(source, v), next);
        pstoreu(line + first + v * FloatRowTimes::kLanes, next);
    }
}

}  // namespace

void SymmetricOperator::advance(const RecurrenceStep& step, Context& context) const {
    Matrix product(step.current.rows(), step.current.cols());
    apply(step.current.cast<double>(), product, context);
    parallel_for(context, product.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            step.previous.row(row) = step.product.cwiseProduct(product.row(row).cast<float>()) +
                                     step.shift.cwiseProduct(step.current.row(row)) +
                                     step.back.cwiseProduct(step.previous.row(row)) +
                                     step.push.cwiseProduct(step.source.row(row));
        }
    });
}

SparseOperator::SparseOperator(const OwnedSparseRows<double>& A)
    : A_(A.view()), values_(A.values.begin(), A.values.end()) {}

void SparseOperator::apply(const Matrix& x, Matrix& y, Context& context) const {
    const Index width = x.cols();
    parallel_for(context, A_.rows, kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            double* line = y.data() + row * width;
            std::fill_n(line, width, 0.0);
            SparseRowTimes::add_unpadded(A_, row, x.data(), width, line);
        }
    });
}

void SparseOperator::advance(const RecurrenceStep& step, Context& context) const {
    const FloatRows A{A_.offsets, A_.columns, values_};
    parallel_for(context, A_.rows, kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            FloatRowTimes::times(A, row, step.current.data(), step.current.cols(),
                                 [&](Index first, const FloatRowTimes::Packet* sums, int packets) {
                                     combine(step, row, first, sums, packets);
                                 });
        }
    });
}

SparsePlusLowRank::SparsePlusLowRank(const OwnedSparseRows<double>& A, const Matrix& U, Vector weight)
    : SparseOperator(A), U_(U), weight_(std::move(weight)) {}

void SparsePlusLowRank::apply(const Matrix& x, Matrix& y, Context& context) const {
    SparseOperator::apply(x, y, context);
    const Matrix T = weight_.asDiagonal() * transposed_times(U_, x, context);
    parallel_for(context, rows(), kGrain, [&](Index begin, Index end) {
        y.middleRows(begin, end - begin).noalias() += U_.middleRows(begin, end - begin) * T;
    });
}

void SparsePlusLowRank::advance(const RecurrenceStep& step, Context& context) const {
    const Matrix T = ordered_sum(
        context, rows(), Matrix(), static_cast<std::size_t>(U_.cols() * step.current.cols()) * sizeof(double),
        [&](Matrix& part, Index begin, Index end) {
            part = Matrix::Zero(U_.cols(), step.current.cols());
            for (Index first = begin; first < end; first += kBlock) {
                const Index count = std::min(kBlock, end - first);
                const Matrix lines = step.current.middleRows(first, count).cast<double>();
                part.noalias() += U_.middleRows(first, count).transpose() * lines;
            }
        },
        [](Matrix& total, const Matrix& part) { total += part; });
    SparseOperator::advance(step, context);
    const Matrix scaled = weight_.asDiagonal() * T * step.product.cast<double>().asDiagonal();
    parallel_for(context, rows(), kGrain, [&](Index begin, Index end) {
        const Matrix lines = U_.middleRows(begin, end - begin) * scaled;
        step.previous.middleRows(begin, end - begin) += lines.cast<float>();
    });
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
