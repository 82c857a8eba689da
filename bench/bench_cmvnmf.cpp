#include "kernels/factor_products.hpp"
#include "kernels/sparse_products.hpp"
#include "kernels/thin_products.hpp"
#include "methods/factors/cmvnmf/steps.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

/// One iteration of CMVNMF over two views of n rows and 5 n constraints between them, compared with the products that
/// it cannot do without: X U, X'V, V'V, V U'U and M V of both views, each by the same kernels, alone. Arguments: rows,
/// clusters, sparse (20,000 columns, 100 entries per row) or dense (50 columns), threads.
namespace mvlink {
namespace {

using namespace cmvnmf_steps;

View words(const std::string& name, Index n, Random& random) {
    constexpr Index kCols = 20000, kEntries = 100;
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns, row;
    std::vector<float> values;
    columns.reserve(static_cast<std::size_t>(n * kEntries));
    for (Index i = 0; i < n; ++i) {
        row.clear();
        for (Index e = 0; e < kEntries; ++e) {
            const double u = random.uniform();
            row.push_back(static_cast<std::int32_t>(u * u * u * static_cast<double>(kCols)));
        }
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        columns.insert(columns.end(), row.begin(), row.end());
        offsets.push_back(static_cast<Index>(columns.size()));
    }
    values.resize(columns.size());
    std::generate(values.begin(), values.end(), [&] { return static_cast<float>(random.uniform()); });
    return View::sparse(name, n, kCols, std::move(offsets), std::move(columns), std::move(values));
}

View numbers(const std::string& name, Index n, Random& random) {
    constexpr Index kCols = 50;
    std::vector<float> values(static_cast<std::size_t>(n * kCols));
    std::generate(values.begin(), values.end(), [&] { return static_cast<float>(random.uniform()); });
    return View::dense(name, n, kCols, std::move(values));
}

const Dataset& dataset(Index n, bool sparse) {
    static std::map<std::pair<Index, bool>, std::unique_ptr<Dataset>> made;
    auto& found = made[{n, sparse}];
    if (found) return *found;
    for (auto& [key, other] : made) {
        other.reset();  // one at a time: they are large
    }
    Random random(1);
    std::vector<View> views;
    for (const char* name : {"a", "b"}) {
        views.push_back(sparse ? words(name, n, random) : numbers(name, n, random));
    }
    std::vector<Constraint> constraints;
    for (Index i = 0; i < 5 * n; ++i) {
        constraints.push_back(
            {{0, random.below(n)}, {1, random.below(n)}, random.uniform() < 0.5 ? Link::must : Link::cannot, 1});
    }
    found =
        std::make_unique<Dataset>(Dataset(std::move(views)).with_constraints(std::span<const Constraint>(constraints)));
    return *found;
}

Matrix positive(Index rows, Index cols, Random& random) {
    Matrix matrix(rows, cols);
    std::generate_n(matrix.data(), matrix.size(), [&] { return 0.1 + random.uniform(); });
    return matrix;
}

/// A problem with random factors.
struct Setting {
    explicit Setting(benchmark::State& bench)
        : context(Context::Settings{.threads = static_cast<int>(bench.range(3))}),
          data(dataset(bench.range(0), bench.range(2) == 1)) {
        settings.k = bench.range(1);
        problem = problem_of(Ties(data, 1, true), settings, context);
        Random random(2);
        for (const View& view : data.views()) {
            state.U.push_back(positive(view.cols(), settings.k, random));
            state.V.push_back(positive(view.rows(), settings.k, random));
        }
    }

    Context context;
    const Dataset& data;
    Settings settings;
    Problem problem;
    State state;
};

void cmvnmf_round(benchmark::State& bench) {
    Setting setting(bench);
    measure(setting.problem, setting.state, setting.context);
    for (auto _ : bench) {
        for (int a = 0; a < 2; ++a) {
            const Vector lengths = update_basis(true, a, setting.state, setting.context);
            update_encoding(setting.problem, setting.settings, 1, a, lengths, setting.state, setting.context);
        }
        benchmark::DoNotOptimize(objective(setting.state, 1));
    }
}

void cmvnmf_products(benchmark::State& bench) {
    Setting setting(bench);
    for (auto _ : bench) {
        for (std::size_t a = 0; a < 2; ++a) {
            const Features& X = setting.problem.X[a].X;
            const Matrix &U = setting.state.U[a], &V = setting.state.V[a];
            benchmark::DoNotOptimize(kernels::times(X, U, setting.context).data());
            benchmark::DoNotOptimize(kernels::transposed_times(X, V, setting.context).data());
            const Matrix G = kernels::gram(V, setting.context);
            const DenseRows<double> rows{V.data(), V.rows(), V.cols(), V.cols(), 1};
            benchmark::DoNotOptimize(kernels::times(Features(rows), G, setting.context).data());
            for (const Coupling& coupling : setting.problem.links[a].couplings) {
                const Matrix& other = setting.state.V[1 - a];
                benchmark::DoNotOptimize(kernels::times(coupling.must.view(), other, setting.context).data());
                benchmark::DoNotOptimize(kernels::times(coupling.cannot.view(), other, setting.context).data());
            }
        }
    }
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"n", "k", "sparse", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
    for (const Index n : {100000, 1000000}) {
        for (const Index sparse : {0, 1}) {
            for (const Index k : {10, 50}) {
                bench->Args({n, k, sparse, 1})->Args({n, k, sparse, 2});
            }
        }
    }
}
BENCHMARK(cmvnmf_round)->Apply(sizes);
BENCHMARK(cmvnmf_products)->Apply(sizes);

}  // namespace
}  // namespace mvlink
