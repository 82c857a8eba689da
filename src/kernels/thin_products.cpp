#include "kernels/thin_products.hpp"

#include "kernels/row_blocks.hpp"
#include "kernels/rows.hpp"
#include "kernels/sparse_products.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

/// The sum of what body(part, begin, end) adds to matrices of zeros.
template <class Body>
Matrix sum_of_parts(Context& context, Index n, Index rows, Index cols, Body&& body) {
    return ordered_sum(
        context, n, Matrix(), static_cast<std::size_t>(rows * cols) * sizeof(double),
        [&](Matrix& part, Index begin, Index end) {
            part = Matrix::Zero(rows, cols);
            body(part, begin, end);
        },
        [](Matrix& total, const Matrix& part) { total += part; });
}

/// part += B' B, its lower half.
void add_square(const Matrix& B, Matrix& part) {
    part.selfadjointView<Eigen::Lower>().rankUpdate(B.transpose());
}

Matrix with_both_halves(const Matrix& lower) {
    return lower.selfadjointView<Eigen::Lower>();
}

template <class T>
Matrix dense_times(const DenseRows<T>& X, const Matrix& B, Context& context) {
    Matrix out(X.rows, B.cols());
    parallel_for(context, X.rows, 4 * kBlock, [&](Index begin, Index end) {
        for_each_block(X, begin, end, [&](Index first, const Matrix& block) {
            out.middleRows(first, block.rows()).noalias() = block * B;
        });
    });
    return out;
}

template <class T>
Matrix dense_transposed_times(const DenseRows<T>& X, const Matrix& A, Context& context) {
    return sum_of_parts(context, X.rows, X.cols, A.cols(), [&](Matrix& part, Index begin, Index end) {
        for_each_block(X, begin, end, [&](Index first, const Matrix& block) {
            part.noalias() += block.transpose() * A.middleRows(first, block.rows());
        });
    });
}

template <class T>
Matrix gram_of(const DenseRows<T>& X, Context& context) {
    return with_both_halves(sum_of_parts(context, X.rows, X.cols, X.cols, [&](Matrix& part, Index begin, Index end) {
        for_each_block(X, begin, end, [&](Index, const Matrix& block) { add_square(block, part); });
    }));
}

template <class T>
Matrix gram_of(const SparseRows<T>& X, Context& context) {
    return with_both_halves(sum_of_parts(context, X.rows, X.cols, X.cols, [&](Matrix& part, Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            for_each_entry(X, row, [&](Index i, double value) {
                for_each_entry(X, row, [&](Index j, double other) {
                    if (j <= i) part(i, j) += value * other;
                });
            });
        }
    }));
}

DenseRows<double> rows_of(const Matrix& A) {
    return {A.data(), A.rows(), A.cols(), A.cols(), 1};
}

}  // namespace

Matrix times(const Features& features, const Matrix& B, Context& context) {
    return std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (Rows::kSparse) {
                return times(X, B, context);
            } else {
                return dense_times(X, B, context);
            }
        },
        features);
}

Matrix transposed_times(const Features& features, const Matrix& A, Context& context) {
    return std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (Rows::kSparse) {
                return transposed_times(X, A, context);
            } else {
                return dense_transposed_times(X, A, context);
            }
        },
        features);
}

Matrix transposed_times(const Matrix& A, const Matrix& B, Context& context) {
    return sum_of_parts(context, A.rows(), A.cols(), B.cols(), [&](Matrix& part, Index begin, Index end) {
        for (Index first = begin; first < end; first += kBlock) {
            const Index count = std::min(kBlock, end - first);
            part.noalias() += A.middleRows(first, count).transpose() * B.middleRows(first, count);
        }
    });
}

Matrix gram(const Features& features, Context& context) {
    return std::visit([&](const auto& X) { return gram_of(X, context); }, features);
}

Matrix gram(const Matrix& A, Context& context) {
    return gram_of(rows_of(A), context);
}

Vector row_squares(const Features& features, Context& context) {
    constexpr Index kGrain = 4096;
    Vector squares(row_count(features));
    std::visit(
        [&](const auto& X) {
            parallel_for(context, X.rows, kGrain, [&](Index begin, Index end) {
                for (Index row = begin; row < end; ++row) {
                    double sum = 0;
                    for_each_entry(X, row, [&](Index, double value) { sum += value * value; });
                    squares[row] = sum;
                }
            });
        },
        features);
    return squares;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
