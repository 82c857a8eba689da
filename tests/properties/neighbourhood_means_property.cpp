#include <mvlink/neighbourhood_means.hpp>

#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/rca/transform.hpp"
#include "reference/rca.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

/// Supervised-Means and RCA against the plain loops, on many random problems.
namespace mvlink {
namespace {

struct RandomGroups {
    explicit RandomGroups(int seed) : random(static_cast<std::uint64_t>(seed)) {
        n = 60 + random.below(60);
        d = 1 + random.below(5);
        k = static_cast<int>(2 + random.below(4));
        X = support::random_clusters(n, d, k, random);
        constraints = support::random_constraints(n, static_cast<int>(20 + random.below(60)), seed % 2 == 0, random);
        reference::Pairs must, cannot;
        const Dataset merged = data();
        for (const Constraint& c : merged.constraints()) {
            (c.link == Link::must ? must : cannot)[{static_cast<int>(c.a.row), static_cast<int>(c.b.row)}] = 1;
        }
        neighbourhoods = reference::close(static_cast<int>(n), must, cannot).neighbourhoods;
    }

    Dataset data(const View& view) const { return support::constrained(view, constraints); }
    Dataset data() const { return data(support::dense_view<double>(X)); }

    /// The centroids that start clusters in a space, where neighbourhoods start all of them; else none.
    support::Table start(const support::Table& space) const {
        if (static_cast<int>(neighbourhoods.size()) < k) return {};
        support::Table means;
        std::vector<int> sizes;
        for (const auto& rows : neighbourhoods) {
            means.push_back(reference::mean_of(space, rows));
            sizes.push_back(static_cast<int>(rows.size()));
        }
        support::Table chosen;
        for (const int p : reference::farthest_first(means, sizes, k, true))
            chosen.push_back(means[static_cast<std::size_t>(p)]);
        return static_cast<int>(neighbourhoods.size()) == k ? means : chosen;
    }

    Random random;
    Index n, d;
    int k;
    support::Table X;
    std::vector<Constraint> constraints;
    std::vector<std::vector<int>> neighbourhoods;
};

std::vector<int> plain(const std::vector<std::int32_t>& labels) {
    return {labels.begin(), labels.end()};
}

class NeighbourhoodMeansProperty : public testing::TestWithParam<int> {};

TEST_P(NeighbourhoodMeansProperty, SupervisedMeansAgreesWithThePlainLoops) {
    const RandomGroups problem(GetParam());
    const auto mu = problem.start(problem.X);
    if (mu.empty()) return;
    reference::Table identity(static_cast<std::size_t>(problem.d),
                              std::vector<double>(static_cast<std::size_t>(problem.d)));
    for (std::size_t j = 0; j < identity.size(); ++j)
        identity[j][j] = 1;
    Context context;
    const Result result = supervised_means(problem.data(), {.n_clusters = problem.k}, context);
    EXPECT_EQ(plain(result.partitions[0].labels), reference::assign_nearest(problem.X, mu, identity));
}

TEST_P(NeighbourhoodMeansProperty, TheMapOfRcaMakesTheMetricOfThePlainLoops) {
    const RandomGroups problem(GetParam());
    const auto C = reference::chunklet_covariance(problem.X, problem.neighbourhoods);
    const auto A = reference::inverse(C);
    Context context;
    const Dataset data = problem.data();
    const kmeans_family::ConstrainedView view(data);
    const auto whitening =
        kmeans_family::rca_whitening(data.view(0).features(), view.components, /*floor=*/1e-9, context);
    ASSERT_TRUE(whitening.has_value());
    const Matrix metric = whitening->map.transpose() * whitening->map;
    double largest = 0;
    for (Index a = 0; a < problem.d; ++a) {
        for (Index b = 0; b < problem.d; ++b)
            largest = std::max(largest, std::abs(A[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]));
    }
    for (Index a = 0; a < problem.d; ++a) {
        for (Index b = 0; b < problem.d; ++b) {
            EXPECT_NEAR(metric(a, b), A[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)], 1e-8 * largest);
        }
    }
}

TEST_P(NeighbourhoodMeansProperty, EveryRoundOfRcaAgreesWithThePlainLoopsUnderItsMetric) {
    const RandomGroups problem(GetParam());
    const auto A = reference::inverse(reference::chunklet_covariance(problem.X, problem.neighbourhoods));
    support::Table mu(problem.X.begin(), problem.X.begin() + problem.k);
    Start start;
    start.centroids = {"centroids", problem.k, problem.d, support::row_major<double>(mu)};
    Context context;
    for (int rounds = 1; rounds <= 5; ++rounds) {
        auto labels = reference::assign_nearest(problem.X, mu, A);
        reference::estimate_means(problem.X, labels, mu);
        for (int h = 0; h < problem.k; ++h) {
            if (std::count(labels.begin(), labels.end(), h) == 0) return;  // repairs are tested by themselves
        }
        const RcaKMeansOptions options{.n_clusters = problem.k, .eigenvalue_floor = 1e-9, .max_iter = rounds, .tol = 0};
        const Result result = rca_kmeans(problem.data(), options, context, start);
        // At the end the labels are those of the last centroids.
        ASSERT_EQ(plain(result.partitions[0].labels), reference::assign_nearest(problem.X, mu, A))
            << "round " << rounds;
    }
}

TEST_P(NeighbourhoodMeansProperty, ViewsThreadsAndTheOrderOfConstraintsDoNotMatter) {
    RandomGroups problem(GetParam());
    const auto supervised = [&](const View& view, int threads) {
        Context context(Context::Settings{.seed = 3, .threads = threads});
        return supervised_means(problem.data(view), {.n_clusters = problem.k, .n_init = 1}, context)
            .partitions[0]
            .labels;
    };
    const auto rca = [&](const View& view, int threads) {
        Context context(Context::Settings{.seed = 3, .threads = threads});
        return rca_kmeans(problem.data(view), {.n_clusters = problem.k, .n_init = 1}, context).partitions[0].labels;
    };
    const View first = support::dense_view<double>(problem.X);
    const auto by_supervised = supervised(first, 1);
    const auto by_rca = rca(first, 1);
    problem.random.shuffle(std::span<Constraint>(problem.constraints));
    for (Constraint& constraint : problem.constraints)
        std::swap(constraint.a, constraint.b);
    for (const View& view : support::every_kind(problem.X)) {
        for (const int threads : {2, 7}) {
            EXPECT_EQ(supervised(view, threads), by_supervised) << view.kind();
            if (!view.is_sparse()) {
                EXPECT_EQ(rca(view, threads), by_rca) << view.kind();
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, NeighbourhoodMeansProperty, testing::Range(0, 200));

}  // namespace
}  // namespace mvlink
