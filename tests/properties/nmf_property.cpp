#include <mvlink/nmf.hpp>
#include <mvlink/registry.hpp>

#include "methods/common/objects.hpp"
#include "methods/factors/multi/steps.hpp"
#include "methods/factors/nmf/factorize.hpp"
#include "reference/multi_nmf.hpp"
#include "reference/nmf.hpp"
#include "support/nonnegative_problems.hpp"

#include <gtest/gtest.h>

#include <numeric>

/// The NMF family compared with plain loops, and what must hold for any data.
namespace mvlink {
namespace {

using support::Table;

Matrix to_matrix(const Table& X) {
    Matrix out(static_cast<Index>(X.size()), static_cast<Index>(X.front().size()));
    for (Index i = 0; i < out.rows(); ++i) {
        for (Index j = 0; j < out.cols(); ++j)
            out(i, j) = X[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    return out;
}

Table positive(Index n, Index d, Random& random) {
    Table X = support::random_table(n, d, random);
    for (auto& row : X) {
        for (double& value : row)
            value = 0.05 + std::abs(value);
    }
    return X;
}

double largest_difference(const Matrix& a, const Table& b) {
    return (a - to_matrix(b)).cwiseAbs().maxCoeff();
}

class NmfFamily : public testing::TestWithParam<int> {
protected:
    Random random{static_cast<std::uint64_t>(GetParam())};
};

TEST_P(NmfFamily, MultiplicativeRoundsAgreeWithThePlainLoops) {
    const Index n = 5 + random.below(40), d = 2 + random.below(12), k = 1 + random.below(5);
    const Table X = support::random_nonnegative(n, d, random);
    reference::NmfFactors expected{positive(n, k, random), positive(d, k, random)};
    const factors::Factors start{{}, to_matrix(expected.V), to_matrix(expected.U)};
    std::vector<double> losses;
    for (int t = 0; t < 6; ++t) {
        reference::nmf_update_v(X, expected);
        reference::nmf_update_u(X, expected);
        losses.push_back(reference::nmf_loss(X, expected));
    }
    Context context;
    for (const View& view : support::every_kind(X)) {
        const auto found = factors::factorize_from({view.features()}, start,
                                                   {.solver = NmfSolver::mu, .max_iter = 6, .tol = 0}, "nmf", context);
        EXPECT_LT(largest_difference(found.V, expected.V), 1e-9) << view.kind();
        EXPECT_LT(largest_difference(found.U, expected.U), 1e-9) << view.kind();
        for (std::size_t t = 0; t < losses.size() && t < found.objective.size(); ++t)
            EXPECT_NEAR(found.objective[t], losses[t], 1e-9 * (1 + losses[0]));
    }
}

TEST_P(NmfFamily, TheObjectiveNeverRises) {
    const Index n = 5 + random.below(60), d = 2 + random.below(20);
    const auto k = static_cast<int>(1 + random.below(5));
    const Dataset data(support::dense_view<double>(support::random_nonnegative(n, d, random)));
    Context context(Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())});
    for (const NmfSolver solver : {NmfSolver::hals, NmfSolver::mu}) {
        for (const NmfNormalize normalize : {NmfNormalize::l2, NmfNormalize::none}) {
            const Result result =
                nmf(data, {.n_clusters = k, .solver = solver, .normalize = normalize, .n_init = 2, .max_iter = 60},
                    context);
            for (std::size_t t = 1; t < result.objective.size(); ++t) {
                EXPECT_LE(result.objective[t], result.objective[t - 1] + 1e-12 * result.objective[0]);
            }
        }
    }
}

TEST_P(NmfFamily, SweepsReachWhatMultiplicativeUpdatesReach) {
    const Index n = 20 + random.below(40), d = 6 + random.below(10);
    const Dataset data(support::dense_view<double>(support::random_nonnegative(n, d, random)));
    Context context(Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())});
    NmfOptions options{.n_clusters = 3, .n_init = 5, .max_iter = 300, .tol = 1e-7};
    const double by_sweeps = nmf(data, options, context).objective.back();
    options.solver = NmfSolver::mu;
    EXPECT_LT(by_sweeps, 1.05 * nmf(data, options, context).objective.back());
}

TEST_P(NmfFamily, EveryKindOfRowsGivesTheSameLabels) {
    const auto parts = support::made_of_parts(60, 10, 3, random);
    Context context(Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())});
    for (const char* method : {"nmf", "concat-nmf", "multi-nmf", "xray"}) {
        const std::vector<OptionText> options{{"n_clusters", "3"}, {"assign", "kmeans"}};
        std::vector<std::int32_t> expected;
        for (const View& view : support::every_kind(parts.X)) {
            const auto labels = run_method(method, Dataset(view), options, context).partitions[0].labels;
            if (expected.empty()) expected = labels;
            EXPECT_EQ(labels, expected) << method << " " << view.kind();
        }
    }
}

TEST_P(NmfFamily, SharedRoundsAgreeWithThePlainLoops) {
    const Index n = 5 + random.below(25), k = 1 + random.below(4);
    const double lambda = random.uniform(0.01, 1);
    Context context;
    std::vector<reference::MultiNmfView> expected(2);
    std::vector<View> views;
    for (reference::MultiNmfView& view : expected) {
        const Index d = 2 + random.below(8);
        view = {support::random_nonnegative(n, d, random), positive(n, k, random), positive(d, k, random)};
        reference::multi_nmf_rescale(view);
        views.push_back(support::dense_view<double>(view.X));
    }
    const std::vector<Index> order = random.permutation(n);  // row i of the second view is object order[i]
    std::vector<Index> same(static_cast<std::size_t>(n));
    std::iota(same.begin(), same.end(), Index{0});
    Table shuffled_x(static_cast<std::size_t>(n));
    Matrix shuffled_v(n, k);
    for (Index row = 0; row < n; ++row) {
        const auto object = static_cast<std::size_t>(order[static_cast<std::size_t>(row)]);
        shuffled_x[static_cast<std::size_t>(row)] = expected[1].X[object];
        shuffled_v.row(row) = to_matrix(expected[1].V).row(static_cast<Index>(object));
    }
    views[1] = support::dense_view<double>(shuffled_x);
    std::vector<factors::SharedView> shared;
    shared.push_back({{views[0].features()}, same, to_matrix(expected[0].X).squaredNorm()});
    shared.push_back({{views[1].features()}, order, to_matrix(expected[1].X).squaredNorm()});
    shared[0].factors = {{}, to_matrix(expected[0].V), to_matrix(expected[0].U)};
    shared[1].factors = {{}, shuffled_v, to_matrix(expected[1].U)};

    auto consensus = expected[0].V;
    Matrix ours = to_matrix(consensus);
    for (int round = 0; round < 3; ++round) {
        reference::multi_nmf_round(expected, consensus, lambda, 4);
        for (factors::SharedView& view : shared) {
            const Matrix target = by_row(ours, view.object_of);
            for (int step = 0; step < 4; ++step)
                factors::update_view(target, lambda, view, context);
        }
        ours = factors::consensus_of(shared);
        EXPECT_LT(largest_difference(ours, consensus), 1e-9);
        EXPECT_LT(largest_difference(shared[1].factors.U, expected[1].U), 1e-9);
        const double objective = reference::multi_nmf_objective(expected, consensus, lambda);
        EXPECT_NEAR(factors::objective_of(shared, ours, lambda), objective, 1e-9 * (1 + objective));
    }
}

/// The rescaling between steps voids the proof, so this holds but for a little.
TEST_P(NmfFamily, TheSharedObjectiveHardlyEverRises) {
    const Index n = 10 + random.below(50);
    const Dataset data = Dataset({support::dense_view<double>(support::random_nonnegative(n, 6, random), "a"),
                                  support::dense_view<double>(support::random_nonnegative(n, 9, random), "b")})
                             .with_row_mapping();
    Context context(Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())});
    const Result result =
        multi_nmf(data, {.n_clusters = 3, .n_init = 2, .max_iter = 8, .inner_iter = 20, .tol = 0}, context);
    for (std::size_t t = 1; t < result.objective.size(); ++t)
        EXPECT_LE(result.objective[t], result.objective[t - 1] * (1 + 1e-6));
}

INSTANTIATE_TEST_SUITE_P(Seeds, NmfFamily, testing::Range(0, 60));

TEST(NmfFamilyThreads, AnyNumberOfThreadsGivesTheSameBits) {
    Random random(11);
    const Table X = support::random_nonnegative(5000, 7, random), Y = support::random_nonnegative(5000, 9, random);
    const Dataset data =
        Dataset({support::dense_view<float>(X, "a"), support::sparse_view<double>(Y, "b")}).with_row_mapping();
    for (const char* method : {"nmf", "concat-nmf", "multi-nmf", "xray"}) {
        std::vector<OptionText> options{{"n_clusters", "4"}};
        if (std::string(method) == "xray") {
            options.push_back({"select", "max"});
        } else {
            options.push_back({"n_init", "2"});
            options.push_back({"max_iter", "5"});
        }
        std::vector<Result> results;
        for (const int threads : {1, 2, 7}) {
            Context context(Context::Settings{.threads = threads});
            results.push_back(run_method(method, data, options, context));
        }
        for (const Result& result : results) {
            EXPECT_EQ(result.objective, results[0].objective) << method;
            for (std::size_t p = 0; p < result.partitions.size(); ++p) {
                EXPECT_EQ(result.partitions[p].labels, results[0].partitions[p].labels) << method;
                EXPECT_EQ(result.partitions[p].confidence, results[0].partitions[p].confidence) << method;
            }
            for (std::size_t a = 0; a < result.model.arrays.size(); ++a)
                EXPECT_EQ(result.model.arrays[a].values, results[0].model.arrays[a].values) << method;
        }
    }
}

TEST(NmfFamilyCancelled, ARunThatIsStoppedKeepsItsLastRound) {
    Random random(12);
    const Dataset data = Dataset({support::dense_view<double>(support::random_nonnegative(50, 5, random), "a"),
                                  support::dense_view<double>(support::random_nonnegative(50, 5, random), "b")})
                             .with_row_mapping();
    for (const char* method : {"nmf", "concat-nmf", "multi-nmf", "xray"}) {
        Context* running = nullptr;
        Context context(Context::Settings{.on_progress = [&](const Progress&) { running->cancel(); }});
        running = &context;
        const Result result = run_method(method, data, std::vector<OptionText>{{"n_clusters", "3"}}, context);
        EXPECT_EQ(result.stop_reason, StopReason::cancelled) << method;
        EXPECT_EQ(result.partitions[0].labels.size(), 50U) << method;
    }
}

}  // namespace
}  // namespace mvlink
