#include "kernels/sparse_products.hpp"

#include <mvlink/random.hpp>

#include <benchmark/benchmark.h>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

/// Sparse rows times a thin matrix of 16 columns, and the transpose, compared with Eigen and reading the arrays once.
namespace mvlink {
namespace {

constexpr Index kRows = 200000;
constexpr Index kCols = 20000;
constexpr Index kEntries = 60;  // a row

/// Columns are drawn as words are: a few very often.
const kernels::OwnedSparseRows<float>& words() {
    static const kernels::OwnedSparseRows<float> table = [] {
        Random random(1);
        kernels::OwnedSparseRows<float> X{kRows, kCols, {0}, {}, {}};
        std::vector<std::int32_t> row;
        for (Index i = 0; i < kRows; ++i) {
            row.clear();
            for (Index e = 0; e < kEntries; ++e) {
                const double u = random.uniform();
                row.push_back(static_cast<std::int32_t>(u * u * u * static_cast<double>(kCols)));
            }
            std::sort(row.begin(), row.end());
            row.erase(std::unique(row.begin(), row.end()), row.end());
            X.columns.insert(X.columns.end(), row.begin(), row.end());
            X.offsets.push_back(static_cast<Index>(X.columns.size()));
        }
        X.values.resize(X.columns.size());
        std::generate(X.values.begin(), X.values.end(), [&] { return static_cast<float>(random.uniform()); });
        return X;
    }();
    return table;
}

Matrix thin(Index rows, Index cols) {
    Random random(2);
    return Matrix::NullaryExpr(rows, cols, [&] { return random.uniform(); });
}

Context& threads(benchmark::State& state, int argument) {
    static Context one(Context::Settings{.threads = 1}), two(Context::Settings{.threads = 2});
    return state.range(argument) == 1 ? one : two;
}

void sparse_read(benchmark::State& state) {
    const auto& X = words();
    for (auto _ : state) {
        benchmark::DoNotOptimize(Eigen::Map<const Eigen::ArrayXf>(X.values.data(), X.view().nonzeros()).sum());
        benchmark::DoNotOptimize(Eigen::Map<const Eigen::ArrayXi>(X.columns.data(), X.view().nonzeros()).sum());
    }
}
BENCHMARK(sparse_read)->Unit(benchmark::kMillisecond);

void sparse_times(benchmark::State& state) {
    const Matrix B = thin(kCols, state.range(0));
    Context& context = threads(state, 1);
    for (auto _ : state) {
        benchmark::DoNotOptimize(kernels::times(words().view(), B, context).data());
    }
}
BENCHMARK(sparse_times)->ArgsProduct({{4, 16, 64}, {1, 2}})->Unit(benchmark::kMillisecond);

void sparse_transposed_times(benchmark::State& state) {
    const Matrix A = thin(kRows, state.range(0));
    Context& context = threads(state, 1);
    for (auto _ : state) {
        benchmark::DoNotOptimize(kernels::transposed_times(words().view(), A, context).data());
    }
}
BENCHMARK(sparse_transposed_times)->ArgsProduct({{16}, {1, 2}})->Unit(benchmark::kMillisecond);

/// The transposed matrix kept.
void sparse_times_kept(benchmark::State& state) {
    static const kernels::OwnedSparseRows<float> other = kernels::transposed(words().view());
    const Matrix A = thin(kRows, state.range(0));
    Context& context = threads(state, 1);
    for (auto _ : state) {
        benchmark::DoNotOptimize(kernels::times(other.view(), A, context).data());
    }
}
BENCHMARK(sparse_times_kept)->ArgsProduct({{16}, {1, 2}})->Unit(benchmark::kMillisecond);

using EigenSparse = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t>;

EigenSparse eigen_words() {
    const auto& X = words();
    EigenSparse matrix(kRows, kCols);
    matrix.reserve(Eigen::VectorXi::Constant(kRows, kEntries));
    for (Index row = 0; row < kRows; ++row) {
        for (Index e = X.offsets[static_cast<std::size_t>(row)]; e < X.offsets[static_cast<std::size_t>(row) + 1];
             ++e) {
            matrix.insert(row, X.columns[static_cast<std::size_t>(e)]) =
                static_cast<double>(X.values[static_cast<std::size_t>(e)]);
        }
    }
    matrix.makeCompressed();
    return matrix;
}

void sparse_times_eigen(benchmark::State& state) {
    static const EigenSparse X = eigen_words();
    const Matrix B = thin(kCols, state.range(0));
    Matrix out(kRows, B.cols());
    for (auto _ : state) {
        out.noalias() = X * B;
        benchmark::DoNotOptimize(out.data());
    }
}
BENCHMARK(sparse_times_eigen)->Arg(16)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mvlink
