#include "kernels/factor_products.hpp"

#include "kernels/row_blocks.hpp"
#include "kernels/rows.hpp"
#include "kernels/sparse_row.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 2048;
constexpr Index kSparseBlock = 64;  // rows at a time, so that their entries are still in cache for the second product

/// The sum of term(entry, scale of its row).
template <class Term>
double sum_over_entries(const ScaledRows& rows, Context& context, Term&& term) {
    return std::visit(
        [&](const auto& X) {
            return ordered_sum(context, X.rows, [&](Index begin, Index end) {
                double sum = 0;
                for (Index row = begin; row < end; ++row) {
                    const double scale = rows.scale_of(row);
                    double of_row = 0;
                    for_each_entry(X, row, [&](Index, double value) { of_row += term(value); });
                    sum += term(scale) * of_row;
                }
                return sum;
            });
        },
        rows.X);
}

void scale_lines(const ScaledRows& rows, Index first, Matrix& lines) {
    if (rows.scale.empty()) return;
    lines.array().colwise() *= Eigen::Map<const Eigen::ArrayXd>(rows.scale.data() + first, lines.rows());
}

/// The rows of V that take part: those of scale 0 as zeros.
void take_part(const ScaledRows& rows, Index first, Matrix& lines) {
    if (rows.scale.empty()) return;
    for (Index i = 0; i < lines.rows(); ++i) {
        if (rows.scale_of(first + i) == 0) lines.row(i).setZero();
    }
}

void add_square(const Matrix& lines, Matrix& sum) {
    sum.selfadjointView<Eigen::Lower>().rankUpdate(lines.transpose());
}

/// X U for a block of rows, and X'A added up, over dense rows.
template <class T>
class DenseProducts {
public:
    DenseProducts(const DenseRows<T>& X, const Matrix& U) : X_(X), U_(U) {}

    template <class Body>
    void for_each_block(Index begin, Index end, Body&& body) {
        kernels::for_each_block(X_, begin, end, [&](Index first, const Matrix& block) {
            block_ = &block;
            body(first, block.rows());
        });
    }
    void times(Index, Matrix& out) const { out.noalias() = *block_ * U_; }
    void add_transposed(Index, const Matrix& A, Matrix& sum) const { sum.noalias() += block_->transpose() * A; }

private:
    const DenseRows<T>& X_;
    const Matrix& U_;
    const Matrix* block_ = nullptr;
};

/// The same over sparse rows. U and the sum have padded columns.
template <class T>
class SparseProducts {
public:
    SparseProducts(const SparseRows<T>& X, const Matrix& wide) : X_(X), wide_(wide), line_(width(), 0.0) {}

    template <class Body>
    void for_each_block(Index begin, Index end, Body&& body) {
        for (Index first = begin; first < end; first += kSparseBlock) {
            body(first, std::min(kSparseBlock, end - first));
        }
    }
    void times(Index first, Matrix& out) {
        for (Index i = 0; i < out.rows(); ++i) {
            std::fill(line_.begin(), line_.end(), 0.0);
            SparseRowTimes::add(X_, first + i, wide_.data(), wide_.cols(), line_.data());
            std::copy_n(line_.data(), out.cols(), out.data() + i * out.cols());
        }
    }
    void add_transposed(Index first, const Matrix& A, Matrix& sum) {
        std::fill(line_.begin(), line_.end(), 0.0);
        for (Index i = 0; i < A.rows(); ++i) {
            std::copy_n(A.data() + i * A.cols(), A.cols(), line_.data());
            SparseRowTimes::scatter(X_, first + i, line_.data(), wide_.cols(), sum.data());
        }
    }

private:
    [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(wide_.cols()); }

    const SparseRows<T>& X_;
    const Matrix& wide_;
    std::vector<double> line_;
};

template <class MakeProducts>
RowPass pass(const ScaledRows& rows, Index width, const Matrix& V, const RowUpdate& update, Context& context,
             MakeProducts&& make_products) {
    const Index k = V.cols(), d = column_count(rows.X);
    const auto bytes = static_cast<std::size_t>(d * width + k * k) * sizeof(double);
    const auto go = [&](RowPass& part, Index begin, Index end) {
        part = {Matrix::Zero(d, width), Matrix::Zero(k, k), 0};
        auto products = make_products();
        Matrix XU, lines;
        products.for_each_block(begin, end, [&](Index first, Index count) {
            XU.resize(count, k);
            products.times(first, XU);
            scale_lines(rows, first, XU);
            part.extra += update(first, XU);
            lines = V.middleRows(first, count);
            take_part(rows, first, lines);
            add_square(lines, part.VtV);
            scale_lines(rows, first, lines);
            products.add_transposed(first, lines, part.XtV);
        });
    };
    RowPass total = ordered_sum(context, V.rows(), RowPass{}, bytes, go, [](RowPass& sum, const RowPass& part) {
        sum.XtV += part.XtV;
        sum.VtV += part.VtV;
        sum.extra += part.extra;
    });
    if (width != k) total.XtV = Matrix(total.XtV.leftCols(k));
    total.VtV = Matrix(total.VtV.selfadjointView<Eigen::Lower>());
    return total;
}

}  // namespace

std::vector<double> unit_scales(const Features& X, Context& context) {
    const Vector squares = row_squares(X, context);
    std::vector<double> scales(squares.size());
    std::transform(squares.begin(), squares.end(), scales.begin(),
                   [](double square) { return square > 0 ? 1 / std::sqrt(square) : 0; });
    return scales;
}

double entry_sum(const ScaledRows& X, Context& context) {
    return sum_over_entries(X, context, [](double x) { return x; });
}

double square_sum(const ScaledRows& X, Context& context) {
    return sum_over_entries(X, context, [](double x) { return x * x; });
}

Matrix times(const ScaledRows& rows, const Matrix& U, Context& context) {
    Matrix out = times(rows.X, U, context);
    if (!rows.scale.empty()) {
        parallel_for(context, out.rows(), kGrain, [&](Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                out.row(row) *= rows.scale_of(row);
            }
        });
    }
    return out;
}

Matrix transposed_times(const ScaledRows& rows, const Matrix& V, Context& context) {
    if (rows.scale.empty()) return transposed_times(rows.X, V, context);
    Matrix scaled(V.rows(), V.cols());
    parallel_for(context, V.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            scaled.row(row) = rows.scale_of(row) * V.row(row);
        }
    });
    return transposed_times(rows.X, scaled, context);
}

double factor_loss(double square_sum, const Matrix& XtV, const Matrix& U, const Matrix& VtV, const Matrix& UtU) {
    return square_sum - 2 * XtV.cwiseProduct(U).sum() + VtV.cwiseProduct(UtU).sum();
}

void multiplicative_step(const Matrix& N, const Matrix& G, const StepBounds& bounds, Matrix& F, Context& context) {
    parallel_for(context, F.rows(), kGrain, [&](Index begin, Index end) {
        Matrix product;
        for (Index first = begin; first < end; first += kBlock) {
            const Index count = std::min(kBlock, end - first);
            auto lines = F.middleRows(first, count);
            product.noalias() = lines * G;
            lines = (lines.array() * N.middleRows(first, count).array() / product.array().max(bounds.eps))
                        .max(bounds.floor);
        }
    });
}

RowPass update_rows(const ScaledRows& rows, const Matrix& U, const Matrix& V, const RowUpdate& update,
                    Context& context) {
    return std::visit(
        [&]<class Rows>(const Rows& X) {
            if constexpr (Rows::kSparse) {
                const Matrix wide = SparseRowTimes::pad(U);
                return pass(rows, wide.cols(), V, update, context, [&] { return SparseProducts(X, wide); });
            } else {
                return pass(rows, U.cols(), V, update, context, [&] { return DenseProducts(X, U); });
            }
        },
        rows.X);
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
