#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/sparse_rows.hpp>

#include "kernels/matrix.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

using v1::OwnedSparseRows;

/// X' in compressed rows: as large as X, for callers that multiply by it often.
template <class T>
OwnedSparseRows<T> transposed(const SparseRows<T>& X);

/// X B for a thin dense B (d x c): n x c.
template <class T>
Matrix times(const SparseRows<T>& X, const Matrix& B, Context& context);

/// X' A for a thin dense A (n x c): d x c, without X'. Shards of rows have one sum each, d x c; if that is much
/// compared with the entries of X, times(transposed(X), A) is faster.
template <class T>
Matrix transposed_times(const SparseRows<T>& X, const Matrix& A, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
