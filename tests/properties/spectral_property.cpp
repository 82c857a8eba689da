#include <mvlink/registry.hpp>
#include <mvlink/spectral.hpp>

#include "methods/spectral/amgl_steps.hpp"
#include "methods/spectral/coreg_steps.hpp"
#include "methods/spectral/view_graphs.hpp"
#include "reference/amgl.hpp"
#include "reference/coreg.hpp"
#include "reference/spectral.hpp"
#include "support/graph_problems.hpp"

#include <gtest/gtest.h>

/// The spectral family against the plain loops, and what it promises, on many random problems.
namespace mvlink {
namespace {

namespace plain = reference::spectral;

/// Several views of random clusters, where some objects are missing in some views.
struct RandomViews {
    explicit RandomViews(int seed, bool complete) : random(static_cast<std::uint64_t>(seed)) {
        n = 30 + random.below(20);
        k = static_cast<int>(2 + random.below(3));
        neighbours = static_cast<int>(4 + random.below(4));
        const int count = static_cast<int>(1 + random.below(3));
        const support::SharedClusters shared = support::shared_clusters(n, k, count, 4, random);
        std::vector<View> views;
        for (std::size_t v = 0; v < shared.X.size(); ++v) {
            support::Table rows;
            std::vector<std::string> ids;
            plain::View own{{}, std::vector<int>(static_cast<std::size_t>(n), -1)};
            for (std::size_t i = 0; i < shared.X[v].size(); ++i) {
                if (!complete && v > 0 && random.uniform() < 0.2) continue;
                own.row_of[i] = static_cast<int>(rows.size());
                rows.push_back(shared.X[v][i]);
                ids.push_back(std::to_string(i));
            }
            own.S = plain::normalized(plain::locally_scaled_graph(rows, static_cast<std::size_t>(neighbours)));
            references.push_back(std::move(own));
            views.push_back(
                support::dense_view<double>(rows, std::string(1, static_cast<char>('a' + v))).with_ids(std::move(ids)));
        }
        data = Dataset(std::move(views)).with_id_mapping();
        options.n_neighbors = neighbours;
        options.metric = GraphMetric::euclidean;
    }

    [[nodiscard]] spectral_family::ObjectGraphs graphs() {
        return spectral_family::object_graphs(data, ObjectRows(data), options, context);
    }

    Random random;
    Index n = 0;
    int k = 0, neighbours = 0;
    std::vector<plain::View> references;
    Dataset data{View::dense("none", 1, 1, std::vector<double>{0})};
    GraphOptions options;
    Context context;
};

/// Largest difference of the subspaces: |F F' - P|.
double apart(const Matrix& F, const plain::Square& P) {
    const Matrix own = F * F.transpose();
    double most = 0;
    for (Index i = 0; i < own.rows(); ++i) {
        for (Index j = 0; j < own.cols(); ++j)
            most = std::max(most, std::abs(own(i, j) - P[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]));
    }
    return most;
}

/// The distance of eigenvalue k from the next one: subspaces of tiny gaps are not defined.
double gap(const plain::Square& L, int k) {
    plain::Square S = L;
    for (auto& row : S) {
        for (double& value : row)
            value = -value;
    }
    const auto values = plain::eigen(S).values;
    return values[static_cast<std::size_t>(k) - 1] - values[static_cast<std::size_t>(k)];
}

class SpectralProperty : public testing::TestWithParam<int> {};

TEST_P(SpectralProperty, GraphsAndSubspacesAgreeWithThePlainLoops) {
    RandomViews problem(GetParam(), GetParam() % 2 == 0);
    const auto graphs = problem.graphs();
    for (std::size_t v = 0; v < graphs.views.size(); ++v) {
        const auto& S = graphs.views[v].graph.S;
        const plain::Square L = plain::laplacian(problem.references[v]);
        double entries = 0, expected = 0;
        for (Index i = 0; i < S.rows; ++i) {
            for (Index e = S.offsets[static_cast<std::size_t>(i)]; e < S.offsets[static_cast<std::size_t>(i) + 1];
                 ++e) {
                const auto j = static_cast<std::size_t>(S.columns[static_cast<std::size_t>(e)]);
                EXPECT_NEAR(S.values[static_cast<std::size_t>(e)], -L[static_cast<std::size_t>(i)][j], 1e-12);
                entries += S.values[static_cast<std::size_t>(e)];
            }
            for (std::size_t j = 0; j < L.size(); ++j)
                expected -= static_cast<std::size_t>(i) == j ? 0 : L[static_cast<std::size_t>(i)][j];
        }
        EXPECT_NEAR(entries, expected, 1e-9);
    }
    const auto weights = spectral_family::equal_weights(graphs);
    const plain::Square L = plain::weighted_laplacian(problem.references, weights);
    if (gap(L, problem.k) < 1e-4) GTEST_SKIP() << "the subspace is not defined";
    const auto pairs = spectral_family::smallest_of_laplacian(graphs, weights, problem.k, {1e-12, 5000}, "test",
                                                              nullptr, problem.context);
    EXPECT_LT(apart(pairs.vectors, plain::projector(plain::smallest(L, static_cast<std::size_t>(problem.k)),
                                                    static_cast<std::size_t>(problem.k))),
              1e-8);
}

TEST_P(SpectralProperty, RoundsOfAmglAgreeWithThePlainLoopsAndNeverRaiseTheObjective) {
    RandomViews problem(GetParam(), GetParam() % 2 == 0);
    const auto graphs = problem.graphs();
    const auto expected = reference::amgl::rounds(problem.references, static_cast<std::size_t>(problem.k), 4);
    std::vector<double> weights = spectral_family::equal_weights(graphs);
    double last = std::numeric_limits<double>::infinity();
    for (const auto& round : expected) {
        const auto pairs = spectral_family::smallest_of_laplacian(graphs, weights, problem.k, {1e-12, 5000}, "test",
                                                                  nullptr, problem.context);
        const Matrix F = spectral_family::balanced(graphs, pairs.vectors);
        const auto traces = spectral_family::roughness_of_views(graphs, F, problem.context);
        const double objective = spectral_family::amgl_objective(traces);
        EXPECT_NEAR(objective, round.objective, 1e-7);
        EXPECT_LE(objective, last + 1e-9);
        last = objective;
        weights = spectral_family::amgl_weights(traces, problem.k);
        for (std::size_t v = 0; v < weights.size(); ++v)
            EXPECT_NEAR(weights[v], round.weights[v], 1e-6);
    }
}

TEST_P(SpectralProperty, RoundsOfCoregAgreeWithThePlainLoopsAndNeverRaiseTheObjective) {
    RandomViews problem(GetParam(), true);
    const auto graphs = problem.graphs();
    std::vector<plain::Square> S;
    for (const auto& view : problem.references)
        S.push_back(view.S);
    for (const CoregScheme scheme : {CoregScheme::pairwise, CoregScheme::centroid}) {
        const bool pairwise = scheme == CoregScheme::pairwise;
        const auto expected = reference::coreg::run(S, static_cast<std::size_t>(problem.k), 0.3, pairwise, 3);
        const spectral_family::CoregSettings settings{problem.k, scheme, 0.3, {1e-12, 5000}};
        spectral_family::CoregTrial trial{{}, spectral_family::start_embeddings(graphs, settings, problem.context), {}};
        const double most = static_cast<double>(S.size()) * problem.k +
                            0.3 * problem.k * static_cast<double>(pairwise ? S.size() * (S.size() - 1) / 2 : S.size());
        double last = std::numeric_limits<double>::infinity();
        for (const double reached : expected.objective) {
            trial.consensus = spectral_family::consensus_of(trial.U, problem.k);
            for (std::size_t v = 0; v < S.size(); ++v)
                spectral_family::update_view(graphs, v, settings, trial, problem.context);
            const double objective = spectral_family::coreg_objective(graphs, settings, trial, problem.context);
            EXPECT_NEAR(objective, most - reached, 1e-6) << "ours falls by what the paper's rises";
            EXPECT_LE(objective, last + 1e-9);
            last = objective;
        }
    }
}

TEST_P(SpectralProperty, ObjectivesOfWholeRunsNeverRiseWhereObjectsAreMissing) {
    RandomViews problem(GetParam(), false);
    const std::vector<OptionText> shared{{"n_clusters", std::to_string(problem.k)},
                                         {"n_neighbors", std::to_string(problem.neighbours)},
                                         {"max_iter", "12"}};
    for (const char* scheme : {"", "pairwise", "centroid"}) {
        std::vector<OptionText> options = shared;
        const bool is_amgl = *scheme == '\0';
        if (!is_amgl) {
            options.push_back({"scheme", scheme});
            options.push_back({"consensus_weight", "0.4"});
        }
        const Result result = run_method(is_amgl ? "amgl" : "coreg-spectral", problem.data, options, problem.context);
        for (std::size_t t = 1; t < result.objective.size(); ++t)
            EXPECT_LE(result.objective[t], result.objective[t - 1] + 1e-7) << scheme << " round " << t;
    }
}

/// What every method here promises: for any number of threads, in any kind of view, in any order of the objects, for
/// rows seen again.
TEST_P(SpectralProperty, ThreadsKindsAndOrderGiveTheSameClusters) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const support::SharedClusters shared = support::shared_clusters(60, 3, 2, 0.5, random);
    const std::vector<Index> order = random.permutation(60);
    support::SharedClusters moved = shared;
    for (std::size_t v = 0; v < 2; ++v) {
        for (std::size_t i = 0; i < 60; ++i)
            moved.X[v][static_cast<std::size_t>(order[i])] = shared.X[v][i];
    }
    const std::vector<OptionText> options{{"n_clusters", "3"}, {"metric", "euclidean"}};
    for (const char* method : {"spectral", "amgl", "coreg-spectral"}) {
        Context one(Context::Settings{.seed = 1, .threads = 1}), three(Context::Settings{.seed = 1, .threads = 3});
        const Dataset data = support::dataset_of(shared);
        const Result result = run_method(method, data, options, one);
        const Result again = run_method(method, data, options, three);
        EXPECT_EQ(result.objective, again.objective) << method;
        EXPECT_EQ(result.partitions[2].confidence, again.partitions[2].confidence) << method;
        EXPECT_TRUE(support::same_partition(result.partitions[2].labels, shared.cluster)) << method;
        const Result other = run_method(method, support::dataset_of(moved), options, one);
        std::vector<std::int32_t> back(60);
        for (std::size_t i = 0; i < 60; ++i)
            back[i] = other.partitions[2].labels[static_cast<std::size_t>(order[i])];
        EXPECT_TRUE(support::same_partition(result.partitions[2].labels, back)) << method;
        EXPECT_EQ(predict(result.model, data, three)[0].labels, result.partitions[0].labels) << method;
        for (const View& view : support::every_kind(shared.X[0])) {
            const Result own = run_method(method, Dataset(view), options, three);
            EXPECT_TRUE(support::same_partition(own.partitions[0].labels, shared.cluster)) << method << view.kind();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SpectralProperty, testing::Range(0, 20));

}  // namespace
}  // namespace mvlink
