#include "kernels/nearest.hpp"
#include "kernels/nearest_tile.hpp"
#include "kernels/rows.hpp"
#include "kernels/sparse_row.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 480;
constexpr Index kBlock = 24;

/// Dense rows, by differences: a block is copied as double, so that every scalar and layout gives the same bits.
template <class T>
class DistanceBlocks {
public:
    using Prepared = PackedCentres<double>;
    static Prepared prepare(const Matrix& C) { return Prepared(C, Vector::Zero(C.cols()), 1, Vector::Zero(C.rows())); }

    DistanceBlocks(const DenseRows<T>& X, const Prepared& centres)
        : X_(X),
          centres_(centres),
          rows_(kBlock, X.cols),
          lines_((kBlock + TileShape<double>::kSpare) * centres.stride()) {}

    /// Asks for rows that will be needed soon: they may be listed in any order, all over memory.
    void ask_for(std::span<const Index> rows) const {
        if (!X_.row_major()) return;
        const auto bytes = std::min<std::size_t>(static_cast<std::size_t>(X_.cols) * sizeof(T), 1024);
        for (const Index row : rows) {
            const auto* first = reinterpret_cast<const char*>(X_.values + row * X_.row_stride);
            for (std::size_t at = 0; at < bytes; at += 64) {
                __builtin_prefetch(first + at);
            }
        }
    }

    /// Fills out, rows.size() x k.
    void compute(std::span<const Index> rows, Eigen::Ref<Matrix> out) {
        const auto count = static_cast<Index>(rows.size());
        std::vector<const double*> pointers;
        for (Index i = 0; i < count + TileShape<double>::kSpare; ++i) {
            pointers.push_back(rows_.data() + std::min(i, count - 1) * X_.cols);
        }
        for (Index i = 0; i < count; ++i) {
            for_each_entry(X_, rows[i], [&](Index j, double value) { rows_(i, j) = value; });
        }
        TiledScores<SquaredDifferences, double>(centres_).run(pointers.data(), count, nullptr, nullptr, lines_.data());
        for (Index i = 0; i < count; ++i) {
            std::copy_n(lines_.data() + i * centres_.stride(), out.cols(), out.data() + i * out.outerStride());
        }
    }

private:
    const DenseRows<T>& X_;
    const Prepared& centres_;
    Matrix rows_;
    Eigen::ArrayXd lines_;
};

/// Sparse rows: differences would visit every column.
template <class T>
class ExpandedDistances {
public:
    struct Prepared {
        Matrix minus_two_Ct;
        Vector norms;
    };
    static Prepared prepare(const Matrix& C) {
        return {SparseRowTimes::pad(-2 * C.transpose()), C.rowwise().squaredNorm()};
    }

    ExpandedDistances(const SparseRows<T>& X, const Prepared& centres)
        : X_(X), centres_(centres), line_(centres.minus_two_Ct.cols()) {}

    void ask_for(std::span<const Index>) const {}

    void compute(std::span<const Index> rows, Eigen::Ref<Matrix> out) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            one_row(rows[i], out.data() + static_cast<Index>(i) * out.outerStride());
        }
    }

private:
    void one_row(Index row, double* out) {
        const Index k = centres_.norms.size();
        double squares = 0;
        for_each_entry(X_, row, [&](Index, double value) { squares += value * value; });
        line_.setZero();
        SparseRowTimes::add(X_, row, centres_.minus_two_Ct.data(), line_.size(), line_.data());
        for (Index h = 0; h < k; ++h) {
            // Negative by rounding becomes zero; overflow stays NaN, so that the caller sees it.
            const double distance = squares + line_[h] + centres_.norms[h];
            out[h] = distance < 0 ? 0 : distance;
        }
    }

    const SparseRows<T>& X_;
    const Prepared& centres_;
    Eigen::ArrayXd line_;
};

std::span<const Index> part(std::span<const Index> rows, Index begin, Index end) {
    return rows.subspan(begin, end - begin);
}

template <class Blocks, class Rows>
void compute_all(const Rows& X, std::span<const Index> rows, const Matrix& C, Eigen::Ref<Matrix> out,
                 Context& context) {
    const typename Blocks::Prepared centres = Blocks::prepare(C);
    parallel_for(context, static_cast<Index>(rows.size()), kGrain, [&](Index begin, Index end) {
        Blocks blocks(X, centres);
        for (Index first = begin; first < end; first += kBlock) {
            const Index count = std::min(kBlock, end - first), after = first + count;
            blocks.ask_for(part(rows, after, std::min(end, after + kBlock)));
            blocks.compute(part(rows, first, after), out.middleRows(first, count));
        }
    });
}

}  // namespace

void distances(const Features& features, std::span<const Index> rows, const Matrix& C, Eigen::Ref<Matrix> out,
               Context& context) {
    std::visit(
        [&]<class Rows>(const Rows& X) {
            using T = typename Rows::Scalar;
            using Blocks = std::conditional_t<Rows::kSparse, ExpandedDistances<T>, DistanceBlocks<T>>;
            compute_all<Blocks>(X, rows, C, out, context);
        },
        features);
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
