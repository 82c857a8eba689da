#include <mvlink/kmeans.hpp>

#include "methods/kmeans/pck/steps.hpp"
#include "methods/kmeans/start/neighbourhoods.hpp"
#include "reference/kmeans.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <numeric>

/// PCK-Means against the equations as plain loops, and what the paper proves of it, on many random problems.
namespace mvlink {
namespace {

struct RandomPck {
    explicit RandomPck(int seed) : random(static_cast<std::uint64_t>(seed)) {
        n = 20 + random.below(60);
        d = 1 + random.below(5);
        k = static_cast<int>(2 + random.below(5));
        X = support::random_clusters(n, d, k, random);
        constraints = support::random_constraints(n, static_cast<int>(random.below(80)), seed % 2 == 0, random);
        options.n_clusters = k;
        options.closure = seed % 3 != 0;
        options.constraint_weight = seed % 5 == 0 ? 10 : 1;
        options.order = VisitOrder::index;
    }

    Dataset data() const { return support::constrained(support::dense_view<double>(X), constraints); }

    /// The pairs that count, with the weights that count, as the reference wants them.
    void reference_pairs(reference::Pairs& must, reference::Pairs& cannot) const {
        const Dataset merged = data();
        for (const Constraint& c : merged.constraints()) {
            (c.link == Link::must ? must : cannot)[{static_cast<int>(c.a.row), static_cast<int>(c.b.row)}] = c.weight;
        }
        if (*options.closure.value) {
            auto closure = reference::close(static_cast<int>(n), must, cannot);
            must = closure.must;
            cannot = closure.cannot;
        }
        for (auto& [pair, weight] : must)
            weight *= *options.constraint_weight.value;
        for (auto& [pair, weight] : cannot)
            weight *= *options.constraint_weight.value;
    }

    Random random;
    Index n, d;
    int k;
    support::Table X;
    std::vector<Constraint> constraints;
    PckMeansOptions options;
};

class PckMeansProperty : public testing::TestWithParam<int> {};

TEST_P(PckMeansProperty, PenaltiesAreTheSumsOverTheWrittenOutClosure) {
    RandomPck problem(GetParam());
    reference::Pairs must, cannot;
    problem.reference_pairs(must, cannot);
    const Dataset data = problem.data();
    const kmeans_family::ConstrainedView pck(data);
    std::vector<int> labels;
    for (Index i = 0; i < problem.n; ++i)
        labels.push_back(static_cast<int>(problem.random.below(problem.k + 1)) - 1);
    auto penalties = kmeans_family::penalties_of(pck, problem.options);
    penalties.start(pck.labels_by_position({labels.begin(), labels.end()}));
    const auto nodes = pck.components.nodes();
    for (int round = 0; round < 20 && !nodes.empty(); ++round) {
        const Index position = problem.random.below(static_cast<Index>(nodes.size()));
        const auto row = static_cast<int>(nodes[static_cast<std::size_t>(position)]);
        std::vector<double> costs(static_cast<std::size_t>(problem.k), 0.0);
        penalties.add_costs(position, costs);
        for (int h = 0; h < problem.k; ++h) {
            ASSERT_NEAR(costs[static_cast<std::size_t>(h)], reference::penalty(row, h, labels, must, cannot), 1e-9);
        }
        const auto to = static_cast<std::int32_t>(problem.random.below(problem.k));
        penalties.move(position, to);
        labels[static_cast<std::size_t>(row)] = to;
    }
    for (int& label : labels)
        label = std::max(label, 0);
    auto assigned = kmeans_family::penalties_of(pck, problem.options);
    assigned.start(pck.labels_by_position({labels.begin(), labels.end()}));
    const support::Table zero(static_cast<std::size_t>(problem.n), std::vector<double>(1, 0.0));
    const support::Table means(static_cast<std::size_t>(problem.k), std::vector<double>(1, 0.0));
    EXPECT_NEAR(assigned.total(), reference::pck_objective(zero, means, labels, must, cannot), 1e-8);
}

TEST_P(PckMeansProperty, EveryRoundAgreesWithThePlainLoops) {
    RandomPck problem(GetParam());
    reference::Pairs must, cannot;
    problem.reference_pairs(must, cannot);
    // Rows as first centroids: no cluster starts empty.
    support::Table mu(problem.X.begin(), problem.X.begin() + problem.k);
    Start start;
    start.centroids = {"centroids", problem.k, problem.d, support::row_major<double>(mu)};
    std::vector<int> labels(static_cast<std::size_t>(problem.n), -1);
    // Constrained rows in order, then the others, whose order cannot matter.
    std::vector<int> order(static_cast<std::size_t>(problem.n));
    std::iota(order.begin(), order.end(), 0);
    Context context;
    for (int rounds = 1; rounds <= 6; ++rounds) {
        reference::pck_assign(problem.X, mu, order, must, cannot, labels);
        reference::estimate_means(problem.X, labels, mu);
        for (int h = 0; h < problem.k; ++h) {
            if (std::count(labels.begin(), labels.end(), h) == 0) return;  // repairs are tested by themselves
        }
        problem.options.max_iter = rounds;
        const Result result = pck_means(problem.data(), problem.options, context, start);
        if (result.iterations < rounds) return;  // converged
        ASSERT_EQ(std::vector<int>(result.partitions[0].labels.begin(), result.partitions[0].labels.end()), labels)
            << "round " << rounds;
        const double J = reference::pck_objective(problem.X, mu, labels, must, cannot);
        ASSERT_NEAR(result.objective.back(), J, 1e-9 * (1 + J)) << "round " << rounds;
    }
}

TEST_P(PckMeansProperty, TheObjectiveNeverRises) {
    RandomPck problem(GetParam());
    problem.options.order = VisitOrder::random;
    problem.options.init = static_cast<PckMeansInit>(GetParam() % 3);
    problem.options.tol = 0;
    Context context(Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())});
    const Result result = pck_means(problem.data(), problem.options, context);
    for (std::size_t t = 1; t < result.objective.size(); ++t) {
        ASSERT_LE(result.objective[t], result.objective[t - 1] + 1e-9 * (1 + result.objective[t - 1])) << "round " << t;
    }
    EXPECT_NE(result.stop_reason, StopReason::max_iter);
}

TEST_P(PckMeansProperty, ReportedObjectiveIsEquationOneOfLabelsAndCentroids) {
    RandomPck problem(GetParam());
    reference::Pairs must, cannot;
    problem.reference_pairs(must, cannot);
    problem.options.order = VisitOrder::random;
    Context context;
    const Result result = pck_means(problem.data(), problem.options, context);
    const auto& values = result.model.array("centroids").values;
    support::Table mu;
    for (int h = 0; h < problem.k; ++h) {
        mu.emplace_back(values.begin() + h * problem.d, values.begin() + (h + 1) * problem.d);
    }
    const std::vector<int> labels(result.partitions[0].labels.begin(), result.partitions[0].labels.end());
    const double J = reference::pck_objective(problem.X, mu, labels, must, cannot);
    EXPECT_NEAR(result.objective.back(), J, 1e-9 * (1 + J));
}

TEST_P(PckMeansProperty, FarthestFirstAgreesWithThePlainLoops) {
    RandomPck problem(GetParam());
    const auto lambda = static_cast<int>(problem.random.below(10)) + problem.k;
    const support::Table centroids = support::random_table(lambda, problem.d, problem.random);
    std::vector<int> sizes;
    for (int p = 0; p < lambda; ++p)
        sizes.push_back(static_cast<int>(2 + problem.random.below(6)));
    Matrix matrix(lambda, problem.d);
    for (Index p = 0; p < lambda; ++p) {
        for (Index j = 0; j < problem.d; ++j)
            matrix(p, j) = centroids[static_cast<std::size_t>(p)][static_cast<std::size_t>(j)];
    }
    for (const bool mutual : {true, false}) {
        const auto chosen =
            kmeans_family::farthest_first(matrix, std::vector<Index>(sizes.begin(), sizes.end()), problem.k,
                                          mutual ? FarthestFirst::mutual : FarthestFirst::literal);
        EXPECT_EQ(std::vector<int>(chosen.begin(), chosen.end()),
                  reference::farthest_first(centroids, sizes, problem.k, mutual));
    }
}

TEST_P(PckMeansProperty, DenseAndSparseRowsKeepTheSameOfSeveralStarts) {
    RandomPck problem(GetParam());
    problem.X = support::random_clusters(60, 3, problem.k, problem.random);
    // Cannot-links that K-Means keeps: several starts find the same partition, under other numbers.
    Context context;
    const View dense = support::dense_view<double>(problem.X);
    const auto known = kmeans(Dataset(dense), {.n_clusters = problem.k}, context).partitions[0].labels;
    problem.constraints.clear();
    for (int pair = 0; pair < 20; ++pair) {
        const Index a = problem.random.below(60), b = problem.random.below(60);
        if (known[static_cast<std::size_t>(a)] == known[static_cast<std::size_t>(b)]) continue;
        problem.constraints.push_back({{0, a}, {0, b}, Link::cannot, 10});
    }
    const auto labels = [&](const View& view) {
        const Dataset data = support::constrained(view, problem.constraints);
        return pck_means(data, {.n_clusters = problem.k}, context).partitions[0].labels;
    };
    EXPECT_EQ(labels(dense), labels(support::sparse_view<double>(problem.X)));
}

INSTANTIATE_TEST_SUITE_P(Seeds, PckMeansProperty, testing::Range(0, 200));

}  // namespace
}  // namespace mvlink
