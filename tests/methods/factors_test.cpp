#include "methods/common/requirements.hpp"
#include "methods/factors/answer/fold_in.hpp"
#include "methods/factors/answer/memberships.hpp"
#include "methods/factors/cmvnmf/model.hpp"

#include <mvlink/error.hpp>

#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::factors {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Nonnegative, AFeatureBelowZeroIsRefusedWithItsPlaceAndAWayOut) {
    const support::Table X{{0, 1, 2}, {3, 0, 0}, {0, 4, -0.5}};
    for (const View& view : support::every_kind(X)) {
        const View named = view.with_column_names({"red", "green", "blue"});
        EXPECT_THAT([&] { require_nonnegative("cmvnmf", named); },
                    ThrowsMessage<Error>(HasSubstr("view \"x\": row 2, column \"blue\" is -0.5; method cmvnmf needs "
                                                   "features >= 0; try prep=x:minmax")));
    }
    EXPECT_NO_THROW(require_nonnegative("cmvnmf", support::sparse_view<float>({{0, 1}, {2, 0}})));
}

TEST(Memberships, TheLargestEntryIsTheLabelAndItsShareTheConfidence) {
    Matrix V(3, 3);
    V << 1, 3, 0, 2, 0, 2, 0, 0, 0;
    Context context;
    const Partition partition = partition_of(Scope::view, "x", V, context);
    EXPECT_THAT(partition.labels, testing::ElementsAre(1, 0, 0));
    EXPECT_THAT(partition.confidence, testing::ElementsAre(0.75, 0.5, 1.0 / 3));
}

TEST(Memberships, TopicsAreTheHeaviestFeaturesOfEachCluster) {
    Matrix U(4, 2);
    U << 0.5, 0, 0.9, 0, 0.5, 2, 0.1, 0;
    const std::vector<Topic> topics = topics_of("x", U, 3);
    ASSERT_EQ(topics.size(), 2U);
    ASSERT_EQ(topics[0].features.size(), 3U);
    EXPECT_EQ(topics[0].features[0].column, 1);
    EXPECT_EQ(topics[0].features[1].column, 0);
    EXPECT_EQ(topics[0].features[2].column, 2);
    EXPECT_EQ(topics[1].cluster, 1);
    ASSERT_EQ(topics[1].features.size(), 1U);
    EXPECT_EQ(topics[1].features[0].weight, 2);
}

/// A row on two columns of U at right angles, and one that only the first can explain.
TEST(FoldIn, FindsTheLeastSquaresOfACaseWorkedByHand) {
    Matrix U(3, 2);
    U << 1, 0, 0, 2, 0, 0;
    Context context;
    const View view = support::dense_view<double>({{3, 4, 7}, {5, -1, 0}});
    const Matrix V = fold_in({view.features()}, U, context);
    EXPECT_NEAR(V(0, 0), 3, 1e-12);
    EXPECT_NEAR(V(0, 1), 2, 1e-12);
    EXPECT_NEAR(V(1, 0), 5, 1e-12);
    EXPECT_EQ(V(1, 1), 0);
}

class FoldInProperty : public testing::TestWithParam<int> {};

/// At the minimum over v >= 0 the gradient is zero where v > 0 and not negative elsewhere.
TEST_P(FoldInProperty, MeetsTheConditionsOfAMinimum) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 40, d = 4 + random.below(10), k = 1 + random.below(4);
    Matrix U(d, k);
    std::generate_n(U.data(), U.size(), [&] { return random.uniform(); });
    const support::Table X = support::random_table(n, d, random);
    Context context;
    for (const View& view : {support::dense_view<double>(X), support::sparse_view<double>(X)}) {
        const Matrix V = fold_in({view.features()}, U, context);
        for (Index i = 0; i < n; ++i) {
            const Eigen::Map<const Eigen::RowVectorXd> x(X[static_cast<std::size_t>(i)].data(), d);
            const Eigen::RowVectorXd gradient = V.row(i) * (U.transpose() * U) - x * U;
            for (Index j = 0; j < k; ++j) {
                EXPECT_GE(V(i, j), 0);
                EXPECT_GE(gradient[j], -1e-5);
                if (V(i, j) > 1e-6) {
                    EXPECT_LE(gradient[j], 1e-5);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FoldInProperty, testing::Range(0, 20));

Model model_of_two_views() {
    Matrix U(2, 2);
    U << 1, 0, 0, 1;
    Model model{"cmvnmf", {}, {"a", "b"}, {2, 2}, {}};
    model.arrays = {cmvnmf_steps::basis_as_array(0, U), cmvnmf_steps::basis_as_array(1, U.colwise().reverse())};
    return model;
}

TEST(FoldIn, PredictsTheViewsThatTheModelKnowsByName) {
    Context context;
    const support::Table X{{1, 0}, {1, 3}};
    const auto both = predict_by_basis(
        model_of_two_views(), Dataset({support::dense_view<float>(X, "b"), support::sparse_view<double>(X, "other")}),
        context);
    ASSERT_EQ(both.size(), 1U);
    EXPECT_EQ(both[0].name, "b");
    EXPECT_THAT(both[0].labels, testing::ElementsAre(1, 0));
    EXPECT_THAT(both[0].confidence, testing::ElementsAre(1, 0.75));
}

TEST(FoldIn, RefusesViewsThatDoNotFit) {
    Context context;
    const Model model = model_of_two_views();
    EXPECT_THAT(
        [&] {
            predict_by_basis(model, Dataset(support::dense_view<double>({{1, 2}}, "c")), context);
        },
        ThrowsMessage<Error>(HasSubstr("none of the views that the model was fitted on (a, b)")));
    EXPECT_THAT([&] { predict_by_basis(model, Dataset(support::dense_view<double>({{1}}, "a")), context); },
                ThrowsMessage<Error>(HasSubstr("view \"a\" has 1 columns; the model was fitted on 2")));
}

}  // namespace
}  // namespace mvlink::factors
