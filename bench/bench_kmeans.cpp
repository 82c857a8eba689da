#include <mvlink/kmeans.hpp>

#include "kernels/nearest.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

/// The assignment step and whole rounds, beside what the machine cannot avoid: reading X once, and the product X C'.
namespace mvlink {
namespace {

constexpr Index kRows = 1 << 18;
constexpr Index kCols = 64;

const View& blobs() {
    static const View view = [] {
        Random random(1);
        std::vector<float> values(static_cast<std::size_t>(kRows * kCols));
        for (Index row = 0; row < kRows; ++row) {
            const auto centre = static_cast<float>(row % 32);
            for (Index col = 0; col < kCols; ++col) {
                values[static_cast<std::size_t>(row * kCols + col)] = centre + static_cast<float>(random.normal());
            }
        }
        return View::dense("x", kRows, kCols, std::move(values));
    }();
    return view;
}

Matrix centres(Index k) {
    Random random(2);
    return Matrix::NullaryExpr(k, kCols, [&] { return 32 * random.uniform(); });
}

/// The lower bound for small k.
void read_once(benchmark::State& state) {
    const auto X = std::get<DenseRows<float>>(blobs().features());
    const Eigen::Map<const Eigen::ArrayXf> all(X.values, X.rows * X.cols);
    for (auto _ : state) {
        benchmark::DoNotOptimize(all.sum());
    }
    state.SetBytesProcessed(state.iterations() * X.rows * X.cols * 4);
}
BENCHMARK(read_once)->Unit(benchmark::kMillisecond);

/// The lower bound for large k: the product alone, in blocks that stay in cache, on one thread.
void bare_product(benchmark::State& state) {
    using Block = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto X = std::get<DenseRows<float>>(blobs().features());
    const Block C = centres(state.range(0)).cast<float>();
    Block scores(256, C.rows());
    for (auto _ : state) {
        for (Index row = 0; row < kRows; row += 256) {
            scores.noalias() = Eigen::Map<const Block>(X.values + row * kCols, 256, kCols) * C.transpose();
            benchmark::DoNotOptimize(scores.data());
        }
    }
}
BENCHMARK(bare_product)->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);

void nearest_centre(benchmark::State& state) {
    Context context(Context::Settings{.threads = static_cast<int>(state.range(1))});
    const Matrix C = centres(state.range(0));
    std::vector<std::int32_t> labels(static_cast<std::size_t>(kRows), -1);
    double sum = 0;
    for (auto _ : state) {
        sum = kernels::nearest(blobs().features(), C, {labels}, context).sum;
    }
    state.counters["mean distance"] = sum / static_cast<double>(kRows);
}
BENCHMARK(nearest_centre)->ArgsProduct({{16, 256}, {1, 2}})->Unit(benchmark::kMillisecond);

/// One round of K-Means (0 constraints) or PCK-Means from given centroids.
void one_round(benchmark::State& state) {
    Context context(Context::Settings{.threads = static_cast<int>(state.range(1))});
    Random random(3);
    std::vector<Constraint> pairs;
    for (Index i = 0; i < state.range(0); ++i) {
        const Index a = random.below(kRows - 32), b = a + (random.uniform() < 0.5 ? 32 : 1);
        pairs.push_back({{0, a}, {0, b}, b - a == 32 ? Link::must : Link::cannot, 1});
    }
    const Dataset data = Dataset(blobs()).with_constraints(std::span<const Constraint>(pairs));
    const Matrix C = centres(16);
    Start start;
    start.centroids = {"centroids", C.rows(), C.cols(), {C.data(), C.data() + C.size()}};
    for (auto _ : state) {
        benchmark::DoNotOptimize(pck_means(data, {.n_clusters = 16, .max_iter = 1}, context, start).objective.back());
    }
}
BENCHMARK(one_round)->ArgsProduct({{0, kRows / 10}, {1, 2}})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mvlink
