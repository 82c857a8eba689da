#include "kernels/sparse_products.hpp"

#include "kernels/sparse_row.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 512;

}  // namespace

template <class T>
OwnedSparseRows<T> transposed(const SparseRows<T>& X) {
    OwnedSparseRows<T> out{X.cols, X.rows, std::vector<Index>(static_cast<std::size_t>(X.cols) + 1, 0), {}, {}};
    for (const std::int32_t column : X.columns) {
        ++out.offsets[column + 1];
    }
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    out.columns.resize(X.values.size());
    out.values.resize(X.values.size());
    std::vector<Index> next(out.offsets.begin(), out.offsets.end() - 1);
    for (Index row = 0; row < X.rows; ++row) {
        const auto end = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row) + 1]);
        for (auto entry = static_cast<std::size_t>(X.offsets[static_cast<std::size_t>(row)]); entry < end; ++entry) {
            const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(X.columns[entry])]++);
            out.columns[at] = static_cast<std::int32_t>(row);
            out.values[at] = X.values[entry];
        }
    }
    return out;
}

template <class T>
Matrix times(const SparseRows<T>& X, const Matrix& B, Context& context) {
    const Index c = B.cols(), width = SparseRowTimes::padded(c);
    const bool whole = c == width;
    const Matrix wide = whole ? Matrix() : SparseRowTimes::pad(B);
    const double* values = whole ? B.data() : wide.data();
    Matrix out(X.rows, c);
    parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
        std::vector<double> line(width);
        for (Index row = begin; row < end; ++row) {
            std::fill(line.begin(), line.end(), 0.0);
            SparseRowTimes::add(X, row, values, width, line.data());
            std::copy_n(line.data(), c, out.data() + row * c);
        }
    });
    return out;
}

template <class T>
Matrix transposed_times(const SparseRows<T>& X, const Matrix& A, Context& context) {
    const Index c = A.cols(), width = SparseRowTimes::padded(c);
    const auto bytes = static_cast<std::size_t>(X.cols * width) * sizeof(double);
    Matrix sum = ordered_sum(
        context, X.rows, Matrix(), bytes,
        [&](Matrix& part, Index begin, Index end) {
            part = Matrix::Zero(X.cols, width);
            std::vector<double> a(width, 0.0);
            for (Index row = begin; row < end; ++row) {
                std::copy_n(A.data() + row * c, c, a.data());
                SparseRowTimes::scatter(X, row, a.data(), width, part.data());
            }
        },
        [](Matrix& total, const Matrix& part) { total += part; });
    if (c != width) sum = Matrix(sum.leftCols(c));
    return sum;
}

template OwnedSparseRows<float> transposed(const SparseRows<float>&);
template OwnedSparseRows<double> transposed(const SparseRows<double>&);
template Matrix times(const SparseRows<float>&, const Matrix&, Context&);
template Matrix times(const SparseRows<double>&, const Matrix&, Context&);
template Matrix transposed_times(const SparseRows<float>&, const Matrix&, Context&);
template Matrix transposed_times(const SparseRows<double>&, const Matrix&, Context&);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
