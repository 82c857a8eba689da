#include <mvlink/cop_kmeans.hpp>
#include <mvlink/error.hpp>

#include "reference/cop_kmeans.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <set>

/// COP-KMeans against the plain loops, and what it promises, on many random problems.
namespace mvlink {
namespace {

struct RandomCop {
    explicit RandomCop(int seed) : random(static_cast<std::uint64_t>(seed)) {
        n = 20 + random.below(60);
        d = 1 + random.below(4);
        k = static_cast<int>(2 + random.below(4));
        X = support::random_clusters(n, d, k, random);
        // True pairs of hidden classes that have little to do with X: consistent, often hard.
        std::vector<Index> hidden;
        for (Index i = 0; i < n; ++i)
            hidden.push_back(random.below(k));
        const auto count = random.below(90);
        for (Index c = 0; c < count; ++c) {
            const Index a = random.below(n), b = random.below(n);
            if (a == b) continue;
            const bool same = hidden[static_cast<std::size_t>(a)] == hidden[static_cast<std::size_t>(b)];
            constraints.push_back({{0, a}, {0, b}, same ? Link::must : Link::cannot, 1});
        }
        start.centroids = {"centroids", k, d, support::row_major<double>({X.begin(), X.begin() + k})};
    }

    Dataset data(const View& view) const { return support::constrained(view, constraints); }
    Dataset data() const { return data(support::dense_view<double>(X)); }

    reference::Closure closure() const {
        reference::Pairs must, cannot;
        const Dataset merged = data();
        for (const Constraint& c : merged.constraints()) {
            (c.link == Link::must ? must : cannot)[{static_cast<int>(c.a.row), static_cast<int>(c.b.row)}] = 1;
        }
        return reference::close(static_cast<int>(n), must, cannot);
    }

    Random random;
    Index n, d;
    int k;
    support::Table X;
    std::vector<Constraint> constraints;
    Start start;
};

/// Labels, or nothing where the constraints were refused.
std::vector<std::int32_t> answer(const Dataset& data, const CopKMeansOptions& options, const Start& start = {},
                                 int threads = 1) {
    Context context(Context::Settings{.seed = 3, .threads = threads});
    try {
        const Result result = cop_kmeans(data, options, context, start);
        EXPECT_EQ(result.constraints.must.violated, 0);
        if (options.on_dead_end == OnDeadEnd::soften) {
            const bool said = !result.warnings.empty() && result.warnings.back().code == "constraints-softened";
            EXPECT_EQ(said, result.constraints.cannot.violated > 0);
            if (said) {
                EXPECT_EQ(result.warnings.back().value, static_cast<double>(result.constraints.cannot.violated));
            }
        } else {
            EXPECT_EQ(result.constraints.cannot.violated, 0);
        }
        return result.partitions[0].labels;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::input);
        EXPECT_NE(options.on_dead_end, OnDeadEnd::soften);
        return {};
    }
}

class CopKMeansProperty : public testing::TestWithParam<int> {};

TEST_P(CopKMeansProperty, EveryRoundAgreesWithThePlainLoopsAndFailsAtTheirDeadEnds) {
    const RandomCop problem(GetParam());
    const auto closure = problem.closure();
    for (const auto& [rule, order] :
         {std::pair(CopRule::point, CopOrder::input), std::pair(CopRule::chunk, CopOrder::input),
          std::pair(CopRule::chunk, CopOrder::saturation)}) {
        support::Table mu(problem.X.begin(), problem.X.begin() + problem.k);
        std::vector<int> best;
        double least = std::numeric_limits<double>::infinity();
        for (int rounds = 1; rounds <= 6; ++rounds) {
            const auto labels = rule == CopRule::point ? reference::cop_assign_points(problem.X, mu, closure)
                                                       : reference::cop_assign_chunks(problem.X, mu, closure,
                                                                                      order == CopOrder::saturation);
            const CopKMeansOptions options{.n_clusters = problem.k,
                                           .rule = rule,
                                           .order = order,
                                           .on_dead_end = OnDeadEnd::fail,
                                           .max_iter = rounds,
                                           .tol = 0};
            const auto found = answer(problem.data(), options, problem.start);
            if (labels) {
                reference::estimate_means(problem.X, *labels, mu);
                const double sum = reference::sum_of_squares(problem.X, mu, *labels);
                if (best.empty() || sum < least * (1 - 1e-12)) {
                    least = sum;
                    best = *labels;
                }
            }
            if (!labels) {
                EXPECT_TRUE(found.empty()) << "round " << rounds;
                break;
            }
            ASSERT_EQ(std::vector<int>(found.begin(), found.end()), best) << "round " << rounds;
        }
    }
}

TEST_P(CopKMeansProperty, AllConstraintsHoldWheneverItAnswersAndSoftensOnlyAloud) {
    const RandomCop problem(GetParam());
    for (const OnDeadEnd policy : {OnDeadEnd::fail, OnDeadEnd::reorder, OnDeadEnd::soften}) {
        for (const CopOrder order : {CopOrder::saturation, CopOrder::input}) {
            for (const CopRule rule : {CopRule::chunk, CopRule::point}) {
                answer(problem.data(), {.n_clusters = problem.k,
                                        .init = KMeansInit::random,
                                        .rule = rule,
                                        .order = order,
                                        .on_dead_end = policy,
                                        .n_init = 2});
            }
        }
    }
    // These constraints are those of a true partition, so there is always an answer; reordering finds it.
    EXPECT_FALSE(answer(problem.data(), {.n_clusters = problem.k}).empty());
}

TEST_P(CopKMeansProperty, TheOrderAndOrientationOfTheConstraintsDoNotMatter) {
    RandomCop problem(GetParam());
    const auto one = answer(problem.data(), {.n_clusters = problem.k, .n_init = 2});
    problem.random.shuffle(std::span<Constraint>(problem.constraints));
    for (Constraint& constraint : problem.constraints)
        std::swap(constraint.a, constraint.b);
    EXPECT_EQ(one, answer(problem.data(), {.n_clusters = problem.k, .n_init = 2}));
}

TEST_P(CopKMeansProperty, EveryKindOfViewAndAnyNumberOfThreadsGiveTheSameLabels) {
    const RandomCop problem(GetParam());
    const CopKMeansOptions options{.n_clusters = problem.k, .n_init = 2};
    const auto one = answer(problem.data(), options);
    for (const View& view : support::every_kind(problem.X)) {
        EXPECT_EQ(one, answer(problem.data(view), options, {}, 2)) << view.kind();
    }
    EXPECT_EQ(one, answer(problem.data(), options, {}, 7));
}

INSTANTIATE_TEST_SUITE_P(Seeds, CopKMeansProperty, testing::Range(0, 200));

}  // namespace
}  // namespace mvlink
