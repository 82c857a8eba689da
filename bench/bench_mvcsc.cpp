#include "kernels/stiefel.hpp"
#include "kernels/thin_products.hpp"
#include "methods/mvcsc/corrected.hpp"
#include "methods/mvcsc/trial.hpp"

#include <benchmark/benchmark.h>

#include <map>
#include <utility>
#include <vector>

/// Steps of the search for the embedding of MVCSC, compared with the products that a step cannot avoid: the graph times
/// F once per value of the objective, and the thin products of the curve: [F -G]'[G F], [F -G]'F, and [G F] times 2c x
/// c. Arguments: objects, clusters, threads. Two views, ten neighbours, one constraint per hundred objects.
namespace mvlink {
namespace {

using namespace mvcsc_steps;

constexpr int kSteps = 10;

/// Every vertex is joined to ten others nearby, as in a graph of neighbours whose vertices are in a good order.
kernels::Graph nearby_graph(Index n, std::uint64_t seed) {
    Random random(seed);
    std::map<std::pair<Index, Index>, double> edges;
    for (Index i = 0; i < n; ++i) {
        for (int e = 0; e < 5; ++e) {
            const Index j = (i + 1 + random.below(200)) % n;
            if (i != j) edges[{i, j}] = edges[{j, i}] = 0.1;
        }
    }
    kernels::Graph graph{n, n, std::vector<Index>(static_cast<std::size_t>(n) + 1, 0), {}, {}};
    for (const auto& [ends, weight] : edges) {
        ++graph.offsets[static_cast<std::size_t>(ends.first) + 1];
        graph.columns.push_back(static_cast<std::int32_t>(ends.second));
        graph.values.push_back(weight);
    }
    for (std::size_t i = 1; i < graph.offsets.size(); ++i)
        graph.offsets[i] += graph.offsets[i - 1];
    return graph;
}

struct Case {
    Problem problem;
    Matrix F;
};

const Case& made(Index n, Index c) {
    static std::map<std::pair<Index, Index>, Case> cases;
    const auto found = cases.find({n, c});
    if (found != cases.end()) return found->second;
    cases.clear();
    Case next{{n, c, {nearby_graph(n, 1), nearby_graph(n, 2)}, {}}, Matrix::Random(n, c)};
    Random random(3);
    for (Index i = 0; i < n / 100; ++i) {
        const auto [a, b] = std::minmax({random.below(n), random.below(n)});
        if (a != b) next.problem.links.pairs.push_back({a, b, i % 10 == 0, 1});
    }
    Context context;
    kernels::orthonormalize(next.F, context);
    return cases.emplace(std::pair{n, c}, std::move(next)).first->second;
}

int values_of_one_search = 1;

void mvcsc_search(benchmark::State& state) {
    const Case& own = made(state.range(0), state.range(1));
    Context context(Context::Settings{.threads = static_cast<int>(state.range(2))});
    const CorrectedForm form(own.problem, own.problem.links.pairs, 1);
    std::vector<double> weights{0.5, 0.5, 1};
    const Quadratic A{kernels::weighted_sum(form.graphs, weights, context), form.terms.must_degree().array() + 1};
    for (auto _ : state) {
        const auto f = corrected_objective(form.terms, A, context);
        values_of_one_search = 0;
        const kernels::StiefelFunction counted = [&](const Matrix& F, Matrix& G) {
            ++values_of_one_search;
            return f(F, G);
        };
        benchmark::DoNotOptimize(kernels::minimize_on_stiefel(counted, own.F, {kSteps, 0}, context).value);
    }
    state.counters["values"] = values_of_one_search;
}

void mvcsc_bare_products(benchmark::State& state) {
    const Case& own = made(state.range(0), state.range(1));
    const Index c = state.range(1);
    Context context(Context::Settings{.threads = static_cast<int>(state.range(2))});
    const std::vector<double> weights{0.5, 0.5};
    const kernels::Graph S = kernels::weighted_sum(own.problem.S, weights, context);
    const Matrix U = Matrix::Random(own.problem.n, 2 * c), V = Matrix::Random(own.problem.n, 2 * c);
    const Matrix small = Matrix::Random(2 * c, c);
    for (auto _ : state) {
        for (int value = 0; value < values_of_one_search; ++value) {
            benchmark::DoNotOptimize(kernels::times(S.view(), own.F, context).data());
            benchmark::DoNotOptimize(kernels::transposed_times(V, U, context).data());
            benchmark::DoNotOptimize(kernels::transposed_times(V, own.F, context).data());
            benchmark::DoNotOptimize(
                kernels::times(Features(DenseRows<double>{U.data(), U.rows(), U.cols(), U.cols(), 1}), small, context)
                    .data());
        }
    }
    state.counters["values"] = values_of_one_search;
}

BENCHMARK(mvcsc_search)
    ->ArgsProduct({{100'000, 1'000'000}, {10}, {1, 2}})
    ->Iterations(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(mvcsc_bare_products)
    ->ArgsProduct({{100'000, 1'000'000}, {10}, {1, 2}})
    ->Iterations(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mvlink
