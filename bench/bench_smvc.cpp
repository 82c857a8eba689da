#include <mvlink/smvc.hpp>

#include "methods/smvc/rounds.hpp"
#include "methods/smvc/sizes.hpp"
#include "runtime/parallel.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <map>
#include <vector>

/// One iteration of SMVC compared with the two products that it cannot avoid: [X, X^2] with N x 2D x C, there and back.
/// Arguments: rows, dimensions, clusterings, clusters per clustering, links, threads.
namespace mvlink {
namespace {

using namespace smvc_method;

constexpr Index kBlock = 256;
constexpr Index kStored = 1 << 16;  // rows of [X, X^2] that the bare products cycle through

const View& mixed(Index n, Index d) {
    static std::map<std::pair<Index, Index>, View> views;
    const auto found = views.find({n, d});
    if (found != views.end()) return found->second;
    views.clear();
    Random random(1);
    std::vector<double> values(static_cast<std::size_t>(n * d));
    for (Index row = 0; row < n; ++row) {
        const auto left = static_cast<double>(random.below(4)), right = static_cast<double>(random.below(4));
        for (Index col = 0; col < d; ++col) {
            values[static_cast<std::size_t>(row * d + col)] = 2 * (col < d / 2 ? left : right) + random.uniform(-2, 2);
        }
    }
    return views.emplace(std::pair{n, d}, View::dense("x", n, d, std::move(values))).first->second;
}

void bare_products(benchmark::State& state) {
    const Index n = state.range(0), d = state.range(1), components = state.range(2) * state.range(3);
    Context context(Context::Settings{.threads = static_cast<int>(state.range(5))});
    const Matrix both = Matrix::Random(std::min(n, kStored), 2 * d);
    const Eigen::MatrixXd weights = Eigen::MatrixXd::Random(2 * d, components);
    for (auto _ : state) {
        const auto bytes = static_cast<std::size_t>(2 * d * components) * sizeof(double);
        const Eigen::MatrixXd sums = ordered_sum(
            context, n, Eigen::MatrixXd(), bytes,
            [&](Eigen::MatrixXd& part, Index begin, Index end) {
                part = Eigen::MatrixXd::Zero(2 * d, components);
                Eigen::MatrixXd scores(kBlock, components);
                for (Index first = begin; first < end; first += kBlock) {
                    const Index count = std::min(kBlock, end - first);
                    const auto block = both.middleRows(first % (both.rows() - kBlock + 1), count);
                    scores.topRows(count).noalias() = block * weights;
                    part.noalias() += block.transpose() * scores.topRows(count);
                }
            },
            [](Eigen::MatrixXd& total, const Eigen::MatrixXd& part) { total += part; });
        benchmark::DoNotOptimize(sums.data());
    }
}

void one_round(benchmark::State& state) {
    const Index n = state.range(0), d = state.range(1);
    Context context(Context::Settings{.threads = static_cast<int>(state.range(5))});
    Random random(3);
    std::vector<Constraint> pairs;
    for (Index i = 0; i < state.range(4); ++i) {
        const Index a = random.below(n - 1);
        pairs.push_back(
            {{0, a}, {0, a + 1 + random.below(n - a - 1)}, random.uniform() < 0.5 ? Link::must : Link::cannot, 1});
    }
    const Dataset data = Dataset(mixed(n, d)).with_constraints(std::span<const Constraint>(pairs));
    const Table table = standardised(data.view(0), context);
    const Links links = links_of(data, 5);
    const Problem problem{
        table, links, form_of({}, Sizes(static_cast<std::size_t>(state.range(2)), static_cast<int>(state.range(3))))};
    Labels labels;
    for (Index m = 0; m < state.range(2); ++m) {
        labels.emplace_back(static_cast<std::size_t>(n));
        for (std::int32_t& label : labels.back())
            label = static_cast<std::int32_t>(random.below(state.range(3)));
    }
    Trial trial;
    trial.state = started(problem, labels, context);
    const Schedule schedule{.warm_up = 0, .ramp = 0, .max_iter = 1 << 30, .tol = 0, .linked = links.any()};
    for (auto _ : state) {
        advance(problem, schedule, trial.rounds() + 1, trial, context);
    }
    state.counters["bound a row"] = trial.objective.back() / static_cast<double>(n);
}

void sizes(benchmark::internal::Benchmark* bench) {
    for (const Index threads : {1, 2}) {
        for (const Index n : {100'000, 1'000'000}) {
            for (const Index d : {20, 100}) {
                bench->Args({n, d, 2, 4, 0, threads});
                bench->Args({n, d, 4, 10, 0, threads});
            }
        }
    }
    bench->Unit(benchmark::kMillisecond);
}
BENCHMARK(bare_products)->Apply(sizes);
BENCHMARK(one_round)->Apply(sizes);

void growth(benchmark::internal::Benchmark* bench) {
    for (const Index n : {10'000, 20'000, 40'000, 80'000})
        bench->Args({n, 20, 2, 4, 0, 1});
    for (const Index d : {10, 20, 40, 80})
        bench->Args({20'000, d, 2, 4, 0, 1});
    for (const Index links : {0, 4'000, 8'000, 16'000, 32'000})
        bench->Args({100'000, 20, 2, 4, links, 1});
    bench->Unit(benchmark::kMillisecond);
}
BENCHMARK(one_round)->Name("growth")->Apply(growth);

}  // namespace
}  // namespace mvlink
