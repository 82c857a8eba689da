#include <mvlink/kmeans.hpp>

#include "kernels/label_tally.hpp"
#include "kernels/nearest.hpp"
#include "runtime/parallel.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>
#include <vector>

/// One iteration of K-Means and of PCK-Means, compared with what the machine cannot avoid: reading X once, and as many
/// products as X C' has, at the highest speed of the processor. bench/report.py makes the table of docs/benchmarks.md
/// of it.
namespace mvlink {
namespace {

constexpr Index kRows = 1'000'000;
constexpr Index kCols = 64;
constexpr Index kBlobs = 32;

Context& threads(benchmark::State& state, int argument) {
    static Context one(Context::Settings{.threads = 1}), two(Context::Settings{.threads = 2});
    return state.range(argument) == 1 ? one : two;
}

/// Blobs that overlap.
template <class T>
const View& blobs() {
    static const View view = [] {
        Random random(1);
        const Matrix middle = Matrix::NullaryExpr(kBlobs, kCols, [&] { return random.normal(); });
        std::vector<T> values(static_cast<std::size_t>(kRows * kCols));
        for (Index row = 0; row < kRows; ++row) {
            for (Index col = 0; col < kCols; ++col) {
                // The sum of three uniform numbers is as good as a normal one here, and drawn faster.
                const double noise = 2 * (random.uniform() + random.uniform() + random.uniform() - 1.5);
                values[static_cast<std::size_t>(row * kCols + col)] = static_cast<T>(middle(row % kBlobs, col) + noise);
            }
        }
        return View::dense("x", kRows, kCols, std::move(values));
    }();
    return view;
}

/// Rows of X, as a start of K-Means.
template <class T>
Matrix centres(Index k) {
    Matrix C(k, kCols);
    for (Index h = 0; h < k; ++h) {
        C.row(h) = kernels::row_of(blobs<T>().features(), h * (kRows / k)).transpose();
    }
    return C;
}

/// The lower bound for small k.
template <class T>
void read_once(benchmark::State& state) {
    const auto X = std::get<DenseRows<T>>(blobs<T>().features());
    for (auto _ : state) {
        parallel_for(threads(state, 0), kRows, 16384, [&](Index begin, Index end) {
            const Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>> part(X.values + begin * kCols,
                                                                            (end - begin) * kCols);
            benchmark::DoNotOptimize(part.sum());
        });
    }
    state.SetBytesProcessed(state.iterations() * kRows * kCols * static_cast<Index>(sizeof(T)));
}

/// The lower bound for large k: products and sums in registers alone. A run has 2^30 of them.
template <class T>
void peak(benchmark::State& state) {
    using Packet = typename Eigen::internal::packet_traits<T>::type;
    constexpr Index kLanes = Eigen::internal::packet_traits<T>::size;
    constexpr Index kChains = 12, kTasks = 64;
    const Index turns = (Index{1} << 30) / (2 * kChains * kLanes * kTasks);
    for (auto _ : state) {
        parallel_for(threads(state, 0), kTasks, 1, [&](Index, Index) {
            const Packet a = Eigen::internal::pset1<Packet>(T(0.999)), b = Eigen::internal::pset1<Packet>(T(0.001));
            Packet sums[kChains];
            std::fill_n(sums, kChains, a);
            for (Index turn = 0; turn < turns; ++turn) {
                for (Packet& sum : sums) {
                    sum = Eigen::internal::pmadd(sum, a, b);
                }
            }
            for (Index chain = 1; chain < kChains; ++chain) {
                sums[0] = Eigen::internal::padd(sums[0], sums[chain]);
            }
            benchmark::DoNotOptimize(Eigen::internal::predux(sums[0]));
        });
    }
    state.counters["flops"] = static_cast<double>(turns * 2 * kChains * kLanes * kTasks);
}

/// The product alone by Eigen, in blocks that stay in cache, on one thread.
template <class T>
void bare_product(benchmark::State& state) {
    using Block = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    constexpr Index kBlock = 250;
    const auto X = std::get<DenseRows<T>>(blobs<T>().features());
    const Block C = centres<T>(state.range(0)).template cast<T>();
    Block scores(kBlock, C.rows());
    for (auto _ : state) {
        for (Index row = 0; row < kRows; row += kBlock) {
            scores.noalias() = Eigen::Map<const Block>(X.values + row * kCols, kBlock, kCols) * C.transpose();
            benchmark::DoNotOptimize(scores.data());
        }
    }
}

/// The centres after so many rounds, from those of centres().
template <class T>
Matrix centres_after(int rounds, Index k) {
    const Features& X = blobs<T>().features();
    Context context;
    Matrix C = centres<T>(k);
    std::vector<std::int32_t> labels(static_cast<std::size_t>(kRows), -1);
    for (int round = 0; round < rounds; ++round) {
        kernels::nearest(X, C, {labels}, context);
        const kernels::LabelTally tally = kernels::take_tally(X, labels, C, context);
        for (Index h = 0; h < k; ++h) {
            const Index count = tally.sums.counts[static_cast<std::size_t>(h)];
            if (count > 0) C.row(h) = tally.sums.sums.row(h) / static_cast<double>(count);
        }
    }
    return C;
}

/// Labels, sums and distances: all that a round of K-Means does with X. Between the centres after four and after five
/// rounds, forth and back, so that as many rows move as in such rounds.
template <class T>
void one_round(benchmark::State& state) {
    Context& context = threads(state, 1);
    const Index k = state.range(0);
    static std::map<Index, std::array<Matrix, 2>> known;  // by k: a benchmark is called many times
    if (known.count(k) == 0) known[k] = {centres_after<T>(4, k), centres_after<T>(5, k)};
    const auto& C = known[k];
    const Features& X = blobs<T>().features();
    std::vector<std::int32_t> labels(static_cast<std::size_t>(kRows), -1);
    kernels::nearest(X, C[0], {labels}, context);
    kernels::LabelTally tally = kernels::take_tally(X, labels, C[0], context);
    std::vector<kernels::MovedRow> moved;
    const kernels::NearestOutput out{
        .labels = labels, .moved = &moved, .measure = false, .longest_row = tally.longest_row};
    int turn = 0;
    Index changed = 0;
    for (auto _ : state) {
        turn = 1 - turn;
        changed = kernels::nearest(X, C[static_cast<std::size_t>(turn)], out, context).changed;
        if (changed == static_cast<Index>(moved.size())) {
            kernels::move_rows(X, moved, tally.sums, context);
        } else {
            tally = kernels::take_tally(X, labels, C[static_cast<std::size_t>(turn)], context);
        }
        benchmark::DoNotOptimize(kernels::distances_from(tally, C[static_cast<std::size_t>(turn)]));
    }
    state.counters["moved"] = static_cast<double>(changed) / static_cast<double>(kRows);
}

/// An iteration of PCK-Means, from the times in the result: of a few iterations, without what happens once per run.
template <class T>
void pck_round(benchmark::State& state) {
    Context& context = threads(state, 2);
    const Index k = state.range(0), pairs = kRows / 100 * state.range(1);
    Random random(3);
    std::vector<Constraint> constraints;
    while (static_cast<Index>(constraints.size()) < pairs) {
        const Index a = random.below(kRows), b = random.below(kRows);
        if (a != b) constraints.push_back({{0, a}, {0, b}, (a - b) % kBlobs == 0 ? Link::must : Link::cannot, 1});
    }
    const Dataset data = Dataset(blobs<T>()).with_constraints(std::span<const Constraint>(constraints));
    const Matrix C = centres<T>(k);
    Start start;
    start.centroids = {"centroids", C.rows(), C.cols(), {C.data(), C.data() + C.size()}};
    for (auto _ : state) {
        const Result result = pck_means(
            data, {.n_clusters = static_cast<int>(k), .max_iter = 4, .tol = 0, .constraint_weight = 1}, context, start);
        double seconds = 0;
        for (const auto& [phase, time] : result.seconds) {
            if (phase == "assign" || phase == "means" || phase == "objective") seconds += time;
        }
        state.SetIterationTime(seconds / static_cast<double>(result.iterations));
    }
}

#define MVLINK_BENCH_BOTH(function, ...)                                                            \
    BENCHMARK_TEMPLATE(function, float)->__VA_ARGS__->Unit(benchmark::kMillisecond)->UseRealTime(); \
    BENCHMARK_TEMPLATE(function, double)->__VA_ARGS__->Unit(benchmark::kMillisecond)->UseRealTime()

MVLINK_BENCH_BOTH(read_once, Arg(1)->Arg(2));
MVLINK_BENCH_BOTH(peak, Arg(1)->Arg(2));
MVLINK_BENCH_BOTH(bare_product, Arg(16)->Arg(256));
MVLINK_BENCH_BOTH(one_round, ArgsProduct({{16, 256}, {1, 2}}));
#define MVLINK_BENCH_PCK(scalar)                    \
    BENCHMARK_TEMPLATE(pck_round, scalar)           \
        ->ArgsProduct({{16, 256}, {0, 10}, {1, 2}}) \
        ->Unit(benchmark::kMillisecond)             \
        ->UseManualTime()
MVLINK_BENCH_PCK(float);
MVLINK_BENCH_PCK(double);

}  // namespace
}  // namespace mvlink
