#include "methods/factors/cmvnmf/start.hpp"
#include "methods/factors/cmvnmf/steps.hpp"
#include "support/cmvnmf_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::cmvnmf_steps {
namespace {

using support::Table;
using testing::ElementsAre;

/// Delta of given memberships: the features play no part.
double delta_of(const std::vector<Table>& V, const std::vector<Constraint>& constraints) {
    std::vector<Table> X;
    for (const Table& table : V) {
        X.push_back(Table(table.size(), {1.0}));
    }
    Context context;
    const Dataset data =
        Dataset(support::as_views(X, false)).with_constraints(std::span<const Constraint>(constraints));
    const Ties ties(data, 1, false);
    const Problem problem = problem_of(ties, {}, context);
    State state;
    for (const Table& table : V) {
        state.U.push_back(Matrix::Zero(1, static_cast<Index>(table.front().size())));
        state.V.push_back(support::as_matrix(table));
    }
    measure(problem, state, context);
    double sum = 0;
    for (const double part : state.disagreement)
        sum += part;
    return sum;
}

Constraint must(InstanceId a, InstanceId b) {
    return {a, b, Link::must, 1};
}
Constraint cannot(InstanceId a, InstanceId b) {
    return {a, b, Link::cannot, 1};
}

const Table kFirst{{1, 0}, {0, 1}}, kSecond{{1, 0}, {0.5, 0.5}};

TEST(CmvnmfDelta, OfTwoViewsIsThatOfTheCaseWorkedByHand) {
    const std::vector<Constraint> between{must({0, 0}, {1, 0}), must({0, 1}, {1, 1}), cannot({0, 0}, {1, 1}),
                                          cannot({0, 1}, {1, 0})};
    EXPECT_DOUBLE_EQ(delta_of({kFirst, kSecond}, between), 1.5);
    const std::vector<Constraint> swapped{must({1, 0}, {0, 0}), must({1, 1}, {0, 1}), cannot({1, 0}, {0, 1}),
                                          cannot({1, 1}, {0, 0})};
    EXPECT_DOUBLE_EQ(delta_of({kSecond, kFirst}, swapped), 1.5);
}

TEST(CmvnmfDelta, CountsAPairInsideAViewOnce) {
    EXPECT_DOUBLE_EQ(delta_of({kFirst}, {must({0, 0}, {0, 1})}), 2);
    EXPECT_DOUBLE_EQ(delta_of({{{1, 2}, {3, 4}}}, {cannot({0, 0}, {0, 1}), cannot({0, 1}, {0, 0})}), 22);
}

TEST(CmvnmfDelta, FallsWithTheSquareOfTheScaleOfV) {
    const std::vector<Constraint> between{must({0, 0}, {1, 1}), cannot({0, 0}, {1, 0}), cannot({0, 0}, {0, 1})};
    const Table half_first{{0.5, 0}, {0, 0.5}}, half_second{{0.5, 0}, {0.25, 0.25}};
    EXPECT_DOUBLE_EQ(delta_of({kFirst, kSecond}, between), 4 * delta_of({half_first, half_second}, between));
}

/// X = 2, U = V = 1, a must-link to 3 and a cannot-link to 2.
TEST(CmvnmfStep, OfOneNumberIsThatOfTheCaseWorkedByHand) {
    Context context;
    const Dataset data =
        Dataset({support::dense_view<double>({{2}}, "a"), support::dense_view<double>({{3}, {2}}, "b")})
            .with_constraints(std::vector<Constraint>{must({0, 0}, {1, 0}), cannot({0, 0}, {1, 1})});
    Settings settings;
    settings.k = 1;
    settings.scale = FactorScale::none;
    settings.floor = 0;
    const Ties ties(data, 1, false);
    const Problem problem = problem_of(ties, settings, context);
    State state;
    state.U = {Matrix::Ones(1, 1), Matrix::Ones(1, 1)};
    state.V = {Matrix::Ones(1, 1), support::as_matrix({{3}, {2}})};
    measure(problem, state, context);
    EXPECT_DOUBLE_EQ(objective(state, 1), 9);
    update_encoding(problem, settings, 1, 0, Vector::Ones(1), state, context);
    EXPECT_DOUBLE_EQ(state.V[0](0, 0), 1.25);
    measure(problem, state, context);
    EXPECT_DOUBLE_EQ(objective(state, 1), 8.625);
    for (int round = 0; round < 100; ++round) {
        update_encoding(problem, settings, 1, 0, Vector::Ones(1), state, context);
    }
    measure(problem, state, context);
    EXPECT_NEAR(state.V[0](0, 0), 1.5, 1e-9);
    EXPECT_NEAR(objective(state, 1), 8.5, 1e-9);
    state.V[0](0, 0) = 0;
    update_encoding(problem, settings, 1, 0, Vector::Ones(1), state, context);
    EXPECT_EQ(state.V[0](0, 0), 0);
}

TEST(CmvnmfAlign, RestoresNumbersThatWerePermuted) {
    const Table X{{1}, {1}, {1}, {1}, {1}, {1}};
    std::vector<Constraint> same;
    for (Index row = 0; row < 6; ++row) {
        same.push_back(must({0, row}, {1, row}));
        same.push_back(must({1, row}, {2, row}));
    }
    const Dataset data =
        Dataset(support::as_views({X, X, X}, false)).with_constraints(std::span<const Constraint>(same));
    StartLabels labels{{0, 1, 2, 2, 1, 0}, {1, 2, 0, 0, 2, 1}, {2, 0, 1, 1, 0, 2}};
    align(Ties(data, 1, false), 3, labels);
    EXPECT_EQ(labels[1], labels[0]);
    EXPECT_EQ(labels[2], labels[0]);
}

TEST(CmvnmfAlign, HeedsCannotLinksAndLeavesUnknownRowsAlone) {
    const Table X{{1}, {1}, {1}};
    const std::vector<Constraint> apart{cannot({0, 0}, {1, 0}), cannot({0, 1}, {1, 1}), must({0, 2}, {1, 2})};
    const Dataset data = Dataset(support::as_views({X, X}, false)).with_constraints(std::span<const Constraint>(apart));
    StartLabels labels{{0, 1, 0}, {0, 1, -1}};
    align(Ties(data, 1, false), 2, labels);
    EXPECT_THAT(labels[1], ElementsAre(1, 0, -1));
}

TEST(CmvnmfTies, TakeTheMappingAsMustLinksOfWeightOne) {
    const Table X{{1}, {1}};
    const Dataset rows = Dataset(support::as_views({X, X, X}, false)).with_row_mapping();
    const Dataset pair = Dataset(support::as_views({X, X}, false)).with_mappings({{0, 1, {{0, 1}}}});
    const auto count = [](const Dataset& data, bool use_mapping) {
        int ties = 0;
        Ties(data, 3, use_mapping).for_each([&](const Tie& tie) {
            EXPECT_TRUE(tie.must);
            EXPECT_EQ(tie.weight, 1);
            ++ties;
        });
        return ties;
    };
    EXPECT_EQ(count(rows, true), 6);
    EXPECT_EQ(count(rows, false), 0);
    EXPECT_EQ(count(pair, true), 1);
    EXPECT_EQ(count(rows.select(std::vector<std::string>{"a", "c"}), true), 2);
}

TEST(CmvnmfTies, StandInBothDirectionsAndCannotLinksNeverEnterTheDegree) {
    const Table X{{1}, {1}};
    const std::vector<Constraint> given{
        {{0, 0}, {1, 1}, Link::must, 2}, {{0, 0}, {0, 1}, Link::must, 3}, {{0, 1}, {1, 1}, Link::cannot, 5}};
    const Dataset data = Dataset(support::as_views({X, X}, false)).with_constraints(std::span<const Constraint>(given));
    const std::vector<ViewLinks> links = links_of(Ties(data, 10, false));
    EXPECT_THAT(links[0].degree, ElementsAre(50, 30));
    EXPECT_THAT(links[1].degree, ElementsAre(0, 20));
    EXPECT_TRUE(links[0].inside);
    EXPECT_FALSE(links[1].inside);
    EXPECT_THAT(links[1].couplings[0].cannot.values, ElementsAre(50));
    EXPECT_THAT(links[0].couplings[0].must.columns, ElementsAre(1, 0));
}

}  // namespace
}  // namespace mvlink::cmvnmf_steps
