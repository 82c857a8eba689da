#include <mvlink/constrained_spectral.hpp>
#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "methods/constrained/csp_steps.hpp"
#include "methods/constrained/mmcp_steps.hpp"
#include "methods/constrained/mvmc_steps.hpp"
#include "methods/constrained/pair_graphs.hpp"
#include "methods/constrained/self_taught_steps.hpp"
#include "support/graph_problems.hpp"
#include "support/mvcsc_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using namespace constrained_spectral;
using support::Table;
using testing::HasSubstr;

constexpr const char* kMethods[] = {"csp", "self-taught", "mmcp", "mvmc"};

std::string refusal(const std::string& method, const Dataset& data, std::vector<OptionText> options) {
    Context context;
    try {
        run_method(method, data, options, context);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// Pairs of the clusters i % k: every object with the next of its cluster, and with the next object.
std::vector<Constraint> true_pairs(Index n, Index k) {
    std::vector<Constraint> list;
    for (Index i = 0; i + k < n; ++i) {
        list.push_back({{0, i}, {0, i + k}, Link::must, 1});
        list.push_back({{0, i}, {0, i + 1}, Link::cannot, 1});
    }
    return list;
}

TEST(Beliefs, AreRelativeToTheLargestWeightAndContradictionsKeepTheDifference) {
    const auto beliefs =
        beliefs_of({{0, 1, true, 4}, {0, 2, true, 1}, {0, 2, false, 3}, {1, 2, true, 2}, {1, 2, false, 2}});
    EXPECT_EQ(beliefs, (std::vector<Belief>{{0, 1, 1}, {0, 2, -0.5}}));
    EXPECT_TRUE(beliefs_of({}).empty());
}

/// 0-1-2 by must-links of 1 and 0.5, 2 apart from 3 by 0.75: 0-2 follows with 0.5, so do 0-3 and 1-3 apart.
TEST(Beliefs, TheClosureIsAsSureAsItsLeastSurePart) {
    const auto all = closed({{0, 1, 1}, {1, 2, 0.5}, {2, 3, -0.75}}, 5);
    EXPECT_EQ(all,
              (std::vector<Belief>{{0, 1, 1}, {0, 2, 0.5}, {0, 3, -0.5}, {1, 2, 0.5}, {1, 3, -0.5}, {2, 3, -0.75}}));
}

TEST(Beliefs, ACannotLinkInsideAGroupStaysAsItIs) {
    const auto all = closed({{0, 1, 1}, {0, 2, -1}, {1, 2, 1}}, 3);
    EXPECT_EQ(all, (std::vector<Belief>{{0, 1, 1}, {0, 2, -1}, {1, 2, 1}}));
}

/// W = 1 - I on four vertices, 0 with 1 and 2 with 3, the others apart: Qb has the eigenvalues 1 and -1/3 (three
/// times), of which the complement of 1 sees 1 and -1/3 twice; b = 1/2, and one vector is feasible, at cost 4/3.
TEST(Csp, CutsACompleteGraphOfFourAsTheConstraintsSay) {
    Eigen::MatrixXd W = Eigen::MatrixXd::Ones(4, 4);
    W.diagonal().setZero();
    const Eigen::MatrixXd Z = as_matrix({{0, 1, 1}, {2, 3, 1}, {0, 2, -1}, {0, 3, -1}, {1, 2, -1}, {1, 3, -1}}, 4);
    const Cuts cuts = cheapest_cuts(kernels::normalized(graph_of(W)), Z, 2, 0.5);
    EXPECT_NEAR(cuts.b, 0.5, 1e-12);
    EXPECT_EQ(cuts.above, 1);
    ASSERT_EQ(cuts.costs.size(), 1U);
    EXPECT_NEAR(cuts.costs[0], 4.0 / 3, 1e-9);
    EXPECT_NEAR(cuts.vectors(0, 0), cuts.vectors(1, 0), 1e-9);
    EXPECT_NEAR(cuts.vectors(0, 0), -cuts.vectors(2, 0), 1e-9);
    EXPECT_NEAR(cuts.vectors(2, 0), cuts.vectors(3, 0), 1e-9);
}

TEST(Csp, CannotLinksAloneLeaveNoDirectionForTwoClustersOfTwoPoints) {
    Eigen::MatrixXd W = Eigen::MatrixXd::Ones(3, 3);
    W.diagonal().setZero();
    const Cuts cuts = cheapest_cuts(kernels::normalized(graph_of(W)), as_matrix({{0, 1, 1}}, 3), 3, 0.25);
    EXPECT_LE(cuts.b, 0);
    EXPECT_TRUE(cuts.costs.empty());
}

/// Two vertices, alpha = 0.2: (1 - alpha)(I - alpha S)^-1 = [5/6 1/6; 1/6 5/6]; a must-link spreads to 13/18 and 5/18.
TEST(Mmcp, SpreadsAMustLinkOverOneEdge) {
    Eigen::MatrixXd W = Eigen::MatrixXd::Ones(2, 2);
    W.diagonal().setZero();
    const Eigen::MatrixXd F = propagated(kernels::normalized(graph_of(W)).S, {{0, 1, 1}}, 0.2);
    EXPECT_NEAR(F(0, 1), 13.0 / 18, 1e-12);
    EXPECT_NEAR(F(0, 0), 5.0 / 18, 1e-12);
}

TEST(Mmcp, RefinesWeightsUpAndDown) {
    Eigen::MatrixXd F = Eigen::MatrixXd::Zero(3, 3), W = F;
    F(0, 1) = F(1, 0) = 0.5;
    F(0, 2) = F(2, 0) = -0.5;
    F(1, 2) = F(2, 1) = -3;  // cut to -1
    W(0, 1) = W(1, 0) = W(0, 2) = W(2, 0) = W(1, 2) = W(2, 1) = 0.4;
    const Eigen::MatrixXd found = refined(F, W);
    EXPECT_NEAR(found(0, 1), 0.7, 1e-15);
    EXPECT_NEAR(found(0, 2), 0.2, 1e-15);
    EXPECT_EQ(found(1, 2), 0);
    EXPECT_EQ(found(1, 1), 0);
}

/// Everything known, beta = 0: Q is Q* with eigenvalues 2 shrunk to 1.9, so its entries are 0.95.
TEST(SelfTaught, WithEverythingKnownItShrinksTheBlocks) {
    Lesson lesson{Eigen::MatrixXd::Identity(4, 4),
                  known_entries({{0, 1, 1}, {2, 3, 1}, {0, 2, -1}, {0, 3, -1}, {1, 2, -1}, {1, 3, -1}}, 4),
                  2,
                  0.1,
                  0,
                  0.1};
    Pupil pupil;
    pupil.table = pupil.before = Eigen::MatrixXd::Zero(4, 4);
    pupil.v = taught_cut(lesson, given_table(lesson));
    for (int step = 0; step < 3; ++step)
        completion_step(lesson, lesson.mu, pupil);
    EXPECT_NEAR(pupil.table(0, 1), 0.95, 1e-12);
    EXPECT_NEAR(pupil.table(2, 2), 0.95, 1e-12);
    EXPECT_NEAR(pupil.table(0, 2), 0, 1e-12);
}

/// The same of one view whose singular vectors are the axes: C = 1, mu = 0.1, lambda = 0.
TEST(Mvmc, WithEverythingKnownItShrinksTheBlocks) {
    Completion problem{{Eigen::MatrixXd::Identity(4, 4)},
                       known_entries({{0, 1, 1}, {2, 3, 1}, {0, 2, -1}, {0, 3, -1}, {1, 2, -1}, {1, 3, -1}}, 4),
                       1,
                       0.1,
                       0};
    problem.prepare();
    Similarities state;
    state.M.resize(1);
    state.table = {Eigen::MatrixXd::Zero(4, 4)};
    completion_step(problem, 0, state);
    EXPECT_NEAR(state.table[0](0, 1), 0.95, 1e-12);
    EXPECT_NEAR(state.table[0](0, 3), 0, 1e-12);
}

TEST(ConstrainedSpectral, AllFindClustersThatViewsAndConstraintsShow) {
    Random random(8);
    const auto shared = support::shared_clusters(90, 3, 2, 1.5, random);
    const std::vector<Constraint> pairs = true_pairs(90, 3);
    const Dataset data = support::dataset_of(shared).with_constraints(std::span<const Constraint>(pairs));
    for (const char* method : kMethods) {
        Context context;
        const Result result = run_method(method, data, std::vector<OptionText>{{"n_clusters", "3"}}, context);
        EXPECT_TRUE(support::same_partition(result.partitions.back().labels, shared.cluster)) << method;
        EXPECT_EQ(predict(result.model, data, context)[0].labels, result.partitions[0].labels) << method;
    }
}

TEST(ConstrainedSpectral, ConstraintsDecideWhereTheViewsDoNot) {
    Random random(4);
    Table X = support::random_table(60, 3, random);  // one cloud
    const std::vector<Constraint> pairs = true_pairs(60, 2);
    const Dataset data = support::constrained(support::dense_view<double>(X), pairs);
    for (const char* method : {"csp", "self-taught"}) {
        Context context;
        const Result result = run_method(method, data, std::vector<OptionText>{{"n_clusters", "2"}}, context);
        EXPECT_LT(result.constraints.must.violated + result.constraints.cannot.violated, 12) << method << " of 116";
    }
}

TEST(ConstrainedSpectral, TooManyObjectsAreRefusedInOneLine) {
    for (const auto& [method, most] : std::vector<std::pair<std::string, Index>>{
             {"csp", 3000}, {"self-taught", 1000}, {"mmcp", 5000}, {"mvmc", 5000}}) {
        Random random(1);
        const Dataset data(support::dense_view<double>(support::random_table(most + 1, 2, random)));
        EXPECT_EQ(refusal(method, data, {{"n_clusters", "2"}}),
                  method + ": " + std::to_string(most + 1) + " objects; expected at most " + std::to_string(most) +
                      ", since it works on a table of all pairs of objects (mvcsc takes any number)");
    }
}

TEST(SelfTaught, TheBestViewIsTheOneThatViolatesTheFewestConstraints) {
    Random random(5);
    const auto shared = support::shared_clusters(60, 3, 1, 1, random);
    const Dataset two({support::dense_view<double>(support::random_table(60, 4, random), "noise"),
                       support::dense_view<double>(shared.X[0], "good")});
    const std::vector<Constraint> pairs = true_pairs(60, 3);
    const Dataset data = two.with_row_mapping().with_constraints(std::span<const Constraint>(pairs).first(40));
    Context context;
    const Result result = self_taught(data, {.n_clusters = 3, .fusion = SelfTaughtFusion::best}, context);
    EXPECT_EQ(result.view_weights, (std::vector<double>{0, 1}));
    EXPECT_TRUE(support::same_partition(result.partitions.back().labels, shared.cluster));
}

TEST(Csp, WithoutConstraintsItIsSpectralClusteringAndSaysSoIfTheyAreOfNoUse) {
    Random random(5);
    const auto shared = support::shared_clusters(60, 3, 1, 1, random);
    const Dataset bare(support::dense_view<double>(shared.X[0]));
    Context context;
    EXPECT_TRUE(support::same_partition(csp(bare, {.n_clusters = 3}, context).partitions[0].labels, shared.cluster));
    const std::vector<Constraint> one{{{0, 0}, {0, 3}, Link::must, 1}};
    const Result result = csp(bare.with_constraints(std::span<const Constraint>(one)), {.n_clusters = 6}, context);
    EXPECT_TRUE(std::any_of(result.warnings.begin(), result.warnings.end(),
                            [](const Warning& warning) { return warning.code == "constraints-without-effect"; }));
}

}  // namespace
}  // namespace mvlink
