#include <mvlink/cmvnmf.hpp>

#include "methods/factors/cmvnmf/start.hpp"
#include "support/cmvnmf_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::cmvnmf_steps {
namespace {

using support::Table;
using testing::ElementsAre;

Constraint must(InstanceId a, InstanceId b) {
    return {a, b, Link::must, 1};
}
Constraint cannot(InstanceId a, InstanceId b) {
    return {a, b, Link::cannot, 1};
}

Dataset dataset(const std::vector<Table>& X, const std::vector<Constraint>& constraints) {
    return Dataset(support::as_views(X, false)).with_constraints(std::span<const Constraint>(constraints));
}

StartLabels start_from_components(const Dataset& data, Index k, int threads = 1) {
    Context context(Context::Settings{.threads = threads});
    Settings settings;
    settings.k = k;
    const Ties ties(data, 1, false);
    const Problem problem = problem_of(ties, settings, context);
    return component_labels(ties, problem, settings, context);
}

/// Rows 0, 1 and row 0 of the other view begin the first cluster. In it rows 2 and 1 of the other view would cost 2
/// each, 4 together, and row 3 alone 2: the former begin the second.
TEST(CmvnmfComponentStart, BeginsWithTheLargestComponentAndThatFarthestFromIt) {
    const Dataset data = dataset({{{1, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}}, {{1, 0}, {0, 1}}},
                                 {must({0, 0}, {1, 0}), must({0, 1}, {1, 0}), must({0, 2}, {1, 1})});
    const StartLabels labels = start_from_components(data, 2);
    EXPECT_THAT(labels[0], ElementsAre(0, 0, 1, 1, 0));
    EXPECT_THAT(labels[1], ElementsAre(0, 1));
}

/// All features are alike: only cannot-links, 2 each, can part the three pairs. Row 3 has no ties at all.
TEST(CmvnmfComponentStart, CannotLinksPartWhatFeaturesDoNot) {
    const Dataset data = dataset({{{1}, {1}, {1}, {1}}, {{1}, {1}, {1}}},
                                 {must({0, 0}, {1, 0}), must({0, 1}, {1, 1}), must({0, 2}, {1, 2}),
                                  cannot({0, 0}, {1, 2}), cannot({0, 1}, {1, 0}), cannot({0, 0}, {1, 1})});
    const StartLabels labels = start_from_components(data, 2);
    EXPECT_THAT(labels[0], ElementsAre(0, 1, 1, -1));
    EXPECT_THAT(labels[1], ElementsAre(0, 1, 1));
}

TEST(CmvnmfComponentStart, ARowWithoutFeaturesGoesWithWhatItIsLinkedTo) {
    const Dataset data = dataset({{{1, 0}, {0, 1}, {0, 0}, {0, 0}}, {{0, 1}, {1, 0}}},
                                 {must({0, 0}, {1, 1}), must({0, 1}, {1, 0}), must({0, 2}, {1, 0})});
    const StartLabels labels = start_from_components(data, 2);
    EXPECT_THAT(labels[0], ElementsAre(0, 1, 1, -1));
    EXPECT_THAT(labels[1], ElementsAre(1, 0));
}

TEST(CmvnmfComponentStart, GivesViewsThatMustLinksDoNotJoinClustersOfTheirOwn) {
    const Table X{{1, 0}, {1, 0}, {0, 1}, {0, 1}};
    const Dataset data = dataset({X, X}, {must({0, 0}, {0, 1}), must({0, 2}, {0, 3}), must({1, 0}, {1, 1}),
                                          must({1, 2}, {1, 3}), cannot({0, 0}, {1, 2})});
    const StartLabels labels = start_from_components(data, 2);
    EXPECT_THAT(labels[0], ElementsAre(0, 0, 1, 1));
    EXPECT_THAT(labels[1], ElementsAre(0, 0, 1, 1));
}

/// Rows 0 to 3 and 4 to 7 are two classes that look nearly alike, rows 8 to 15 one class of two looks: three clusters
/// of K-Means are the two alike together, and each of the two looks.
struct AlikeAndUnlike {
    static Table looks() {
        Table X;
        for (int row = 0; row < 16; ++row) {
            if (row < 4) X.push_back({10, 1, 0, 0});
            if (row >= 4 && row < 8) X.push_back({10, 0, 0, 0});
            if (row >= 8) X.push_back({0, 0, row < 12 ? 10.0 : 0.0, row < 12 ? 0.0 : 10.0});
        }
        return X;
    }
    static int klass(Index row) { return row < 4 ? 0 : row < 8 ? 1 : 2; }

    static Dataset with_constraints() {
        std::vector<Constraint> constraints;
        for (Index i = 0; i < 16; ++i) {
            for (Index j = 0; j < 16; ++j) {
                if ((i + j) % 3 == 0 || i == j) continue;
                constraints.push_back(klass(i) == klass(j) ? must({0, i}, {1, j}) : cannot({0, i}, {1, j}));
            }
        }
        return dataset({looks(), looks()}, constraints);
    }
    Dataset data = with_constraints();
};

TEST(CmvnmfComponentStart, PartsClassesThatKMeansMerges) {
    const AlikeAndUnlike classes;
    Context context;
    Settings settings;
    settings.k = 3;
    const Ties ties(classes.data, 1, false);
    const Problem problem = problem_of(ties, settings, context);
    for (int restart = 0; restart < 5; ++restart) {
        const StartLabels merged = kmeans_labels(classes.data, problem, 3, restart, context);
        EXPECT_EQ(merged[0][0], merged[0][4]);
        EXPECT_NE(merged[0][8], merged[0][12]);
    }
    const StartLabels labels = start_from_components(classes.data, 3);
    EXPECT_EQ(labels[0], labels[1]);
    for (std::size_t row = 0; row < 16; ++row) {
        const int klass = AlikeAndUnlike::klass(static_cast<Index>(row));
        EXPECT_EQ(labels[0][row], labels[0][klass == 0 ? 0U : klass == 1 ? 4U : 8U]) << row;
    }
    EXPECT_NE(labels[0][0], labels[0][4]);
    EXPECT_NE(labels[0][0], labels[0][8]);
    EXPECT_NE(labels[0][4], labels[0][8]);
}

TEST(CmvnmfComponentStart, IsAmongSeveralStartsAndTheObjectiveTakesIt) {
    const AlikeAndUnlike classes;
    Context context;
    const Result alone = cmvnmf(classes.data, {.n_clusters = 3, .n_init = 1}, context);
    const Result several = cmvnmf(classes.data, {.n_clusters = 3}, context);
    EXPECT_GT(alone.constraints.violations.size(), 0U);
    EXPECT_EQ(several.constraints.violations.size(), 0U);
    EXPECT_LT(several.objective.back(), alone.objective.back());
}

TEST(CmvnmfComponentStart, IsNoneOfThePaper) {
    EXPECT_FALSE(settings_of({.mode = Mode::paper, .n_init = 5}).component_start);
    EXPECT_TRUE(settings_of({}).component_start);
}

TEST(CmvnmfComponentStart, IsTheSameForAnyNumberOfThreads) {
    Random random(3);
    std::vector<Table> X{support::positive_table(6000, 5, false, random),
                         support::positive_table(5000, 7, false, random)};
    const auto constraints = support::constraints_everywhere(X, 9000, true, random);
    const Dataset data = dataset(X, constraints);
    const StartLabels one = start_from_components(data, 6, 1);
    EXPECT_EQ(one, start_from_components(data, 6, 2));
    EXPECT_EQ(one, start_from_components(data, 6, 7));
}

}  // namespace
}  // namespace mvlink::cmvnmf_steps
