#include "methods/mvcsc/choice.hpp"
#include "methods/mvcsc/completed.hpp"
#include "methods/mvcsc/solve.hpp"
#include "methods/mvcsc/starts.hpp"
#include "methods/mvcsc/trial.hpp"
#include "methods/mvcsc/weights.hpp"
#include "reference/mvcsc.hpp"
#include "support/mvcsc_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using mvcsc_steps::CorrectedForm;
using mvcsc_steps::Problem;
using mvcsc_steps::Settings;
using mvcsc_steps::State;
using mvcsc_steps::Trial;
using support::as_table;
using support::MvcscCase;
using testing::DoubleNear;
using testing::Pointwise;

class MvcscProperty : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, MvcscProperty, testing::Range<std::uint64_t>(0, 20));

Problem problem_of(const MvcscCase& made) {
    Problem problem{made.F.rows(), made.c, made.graphs, {}};
    problem.links.pairs = made.pairs;
    return problem;
}

std::vector<double> equal_weights(const MvcscCase& made) {
    return std::vector<double>(made.graphs.size(), 1.0 / static_cast<double>(made.graphs.size()));
}

/// |F - P F| for the projection P onto the columns of `plain`: two bases of one space give 0.
double distance_of_spaces(const Matrix& F, const reference::mvcsc::Table& plain) {
    Matrix other(F.rows(), F.cols());
    for (Index i = 0; i < F.rows(); ++i) {
        for (Index j = 0; j < F.cols(); ++j)
            other(i, j) = plain[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    return (F - other * (other.transpose() * F)).norm();
}

TEST_P(MvcscProperty, CorrectedFormFollowsThePlainLoops) {
    MvcscCase made(GetParam());
    const Problem problem = problem_of(made);
    const CorrectedForm form(problem, made.pairs, made.reference.gamma);
    const Settings settings{.max_iter = 3, .search_steps = 5, .tol = 0};
    const Trial trial =
        corrected_trial(problem, form, made.reference.beta, settings, {made.F, equal_weights(made)}, made.context);
    const auto plain = reference::mvcsc::alternate(made.reference, as_table(made.F), 3, 5);
    // Steps of Barzilai and Borwein divide by small differences, so that rounding grows.
    EXPECT_THAT(trial.objective, Pointwise(DoubleNear(1e-7), plain.loss));
    EXPECT_THAT(trial.state.mu, Pointwise(DoubleNear(1e-6), plain.mu));
    EXPECT_LT(distance_of_spaces(trial.state.F, plain.F), 1e-5);
}

TEST_P(MvcscProperty, PrintedFormFollowsThePlainLoops) {
    MvcscCase made(GetParam());
    made.reference.gamma = 0.05;
    const Settings settings{.max_iter = 2, .search_steps = 3, .admm_steps = 2, .gamma = 0.05, .rho = 1, .tol = 0};
    const Trial trial =
        paper_trial(problem_of(made), made.reference.beta, settings, {made.F, equal_weights(made)}, made.context);
    const auto plain = reference::mvcsc::algorithm1(made.reference, as_table(made.F), false, 2, 2, 3);
    EXPECT_THAT(trial.objective, Pointwise(DoubleNear(1e-7), plain.loss));
    EXPECT_THAT(trial.state.mu, Pointwise(DoubleNear(1e-6), plain.mu));
    EXPECT_LT(distance_of_spaces(trial.state.F, plain.F), 1e-5);
}

TEST_P(MvcscProperty, TwoClassFormIsTheSearchOnWhatTheReflectionLeaves) {
    MvcscCase made(GetParam(), 2);
    made.reference.gamma = 0.05;
    const Problem problem = problem_of(made);
    const State start = random_start(problem, 1, Random(GetParam()), made.context);
    const Settings settings{.max_iter = 2, .search_steps = 3, .admm_steps = 2, .gamma = 0.05, .rho = 1, .tol = 0};
    const Trial trial = paper_trial(problem, made.reference.beta, settings, start, made.context);
    const auto plain = reference::mvcsc::algorithm1(made.reference, as_table(start.F), true, 2, 2, 3);
    EXPECT_THAT(trial.objective, Pointwise(DoubleNear(1e-7), plain.loss));
    EXPECT_NEAR(trial.state.F.sum(), 0, 1e-10);
    EXPECT_NEAR(trial.state.F.norm(), 1, 1e-10);
    EXPECT_LT(distance_of_spaces(trial.state.F, plain.F), 1e-5);
}

TEST_P(MvcscProperty, CorrectedObjectiveNeverRisesAndFStaysOrthonormal) {
    MvcscCase made(GetParam());
    const Problem problem = problem_of(made);
    const CorrectedForm form(problem, made.pairs, 10);
    const Trial trial = corrected_trial(problem, form, made.reference.beta, {.max_iter = 8, .tol = 0},
                                        {made.F, equal_weights(made)}, made.context);
    for (std::size_t t = 1; t < trial.objective.size(); ++t)
        EXPECT_LE(trial.objective[t], trial.objective[t - 1] + 1e-12) << t;
    EXPECT_LT(kernels::orthonormality_error(trial.state.F, made.context), 1e-10);
    EXPECT_EQ(trial.F_change.size(), trial.objective.size());
    EXPECT_EQ(trial.mu_change.size(), trial.objective.size());
}

/// F of given weights is exact, so no search from the same start ends lower.
TEST_P(MvcscProperty, FreeTrialNeverRisesAndEndsNoHigherThanASearch) {
    MvcscCase made(GetParam());
    const Problem problem = problem_of(made);
    const Settings settings{.max_iter = 8, .tol = 0};
    const State spectral = mvcsc_steps::spectral_start(problem, settings.eigen_tol, made.context);
    const Trial free = mvcsc_steps::free_trial(problem, made.reference.beta, settings, spectral, made.context);
    for (std::size_t t = 1; t < free.objective.size(); ++t)
        EXPECT_LE(free.objective[t], free.objective[t - 1] + 1e-12) << t;
    EXPECT_LT(kernels::orthonormality_error(free.state.F, made.context), 1e-10);
    EXPECT_EQ(free.F_change.size(), free.objective.size());
    EXPECT_EQ(free.mu_change.size(), free.objective.size());
    const CorrectedForm none(problem, {}, 0);
    const Trial searched = corrected_trial(problem, none, made.reference.beta, settings, spectral, made.context);
    EXPECT_LE(free.objective.back(), searched.objective.back() + 1e-6);
}

TEST_P(MvcscProperty, CompletedGraphsAreSymmetricKeepTheirOwnEdgesAndJoinEveryObject) {
    Random random(GetParam());
    const Index n = 12, views = 3;
    std::vector<kernels::Graph> W;
    std::vector<mvcsc_steps::Presence> present;
    for (Index v = 0; v < views; ++v) {
        auto table = support::random_graph(n, 2, 0.3, random);
        mvcsc_steps::Presence has(static_cast<std::size_t>(n), true);
        for (Index i = 0; i < n; ++i) {
            if ((i + v) % 3 != 0) continue;  // lacks a third; two views hold every object
            has[static_cast<std::size_t>(i)] = false;
            for (Index j = 0; j < n; ++j)
                table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
                    table[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = 0;
        }
        W.push_back(support::as_sparse(table));
        present.push_back(has);
    }
    const auto whole = mvcsc_steps::completed(W, present);
    Context context;
    const Matrix identity = Matrix::Identity(n, n);
    for (std::size_t v = 0; v < W.size(); ++v) {
        const Matrix dense = kernels::times(whole[v].view(), identity, context);
        const Matrix own = kernels::times(W[v].view(), identity, context);
        EXPECT_EQ(dense, Matrix(dense.transpose()));
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < n; ++j) {
                const bool both = present[v][static_cast<std::size_t>(i)] && present[v][static_cast<std::size_t>(j)];
                if (both) {
                    EXPECT_EQ(dense(i, j), own(i, j));
                }
                if (both || i == j) continue;
                double sum = 0, count = 0;
                for (std::size_t u = 0; u < W.size(); ++u) {
                    if (u == v || !present[u][static_cast<std::size_t>(i)] || !present[u][static_cast<std::size_t>(j)])
                        continue;
                    sum += kernels::times(W[u].view(), identity, context)(i, j);
                    ++count;
                }
                EXPECT_NEAR(dense(i, j), count > 0 ? sum / count : 0, 1e-15);
            }
        }
    }
}

TEST(MvcscChoice, BalancedViolationGivesBothKindsEqualSay) {
    const std::vector<mvcsc_steps::ObjectPair> pairs{
        {0, 1, true, 1}, {0, 2, false, 1}, {1, 2, false, 1}, {2, 3, false, 1}};
    EXPECT_DOUBLE_EQ(mvcsc_steps::balanced_violation(pairs, std::vector<std::int32_t>{0, 0, 1, 0}), 0);
    EXPECT_DOUBLE_EQ(mvcsc_steps::balanced_violation(pairs, std::vector<std::int32_t>{0, 1, 2, 3}), 0.5);
    EXPECT_DOUBLE_EQ(mvcsc_steps::balanced_violation(pairs, std::vector<std::int32_t>{0, 0, 0, 1}), 1.0 / 3);
    EXPECT_DOUBLE_EQ(mvcsc_steps::balanced_violation(std::span(pairs).first(1), std::vector<std::int32_t>{0, 1}), 1);
    EXPECT_DOUBLE_EQ(mvcsc_steps::balanced_violation({}, {}), 0);
}

/// Of ten constraints, 3 against 0 are 3 standard errors of 1.7 apart; 1 against 0 and 3 against 2 prove nothing.
TEST(MvcscChoice, FewConstraintsThatDifferDecideNothing) {
    const std::vector<double> none(10, 0);
    std::vector<double> one = none, three = none, two_others = none;
    one[4] = 1;
    three[0] = three[1] = three[2] = 1;
    two_others[5] = two_others[6] = 1;
    EXPECT_TRUE(mvcsc_steps::violates_fewer(none, three));
    EXPECT_FALSE(mvcsc_steps::violates_fewer(three, none));
    EXPECT_FALSE(mvcsc_steps::violates_fewer(none, one));
    EXPECT_FALSE(mvcsc_steps::violates_fewer(two_others, three));
    EXPECT_FALSE(mvcsc_steps::violates_fewer(none, three, 3)) << "by no more than the least";
    EXPECT_FALSE(mvcsc_steps::violates_fewer({}, {}));
}

/// Three clusters: a graph that has nothing to do with F has a roughness of about 1.
TEST(MvcscChoice, OnlyViewsThatCountCanBeAtChance) {
    mvcsc_steps::Trial trial;
    trial.state = {Matrix::Zero(5, 3), {0.5, 0.5}};
    trial.v = {0.2, 0.7};
    EXPECT_FALSE(mvcsc_steps::uses_view_at_chance(trial));
    trial.v[1] = 0.95;
    EXPECT_TRUE(mvcsc_steps::uses_view_at_chance(trial));
    trial.state.mu = {1, 0};
    EXPECT_FALSE(mvcsc_steps::uses_view_at_chance(trial));
    trial.state = {Matrix::Zero(5, 1), {0.5, 0.5}};
    EXPECT_FALSE(mvcsc_steps::uses_view_at_chance(trial)) << "one cluster";
}

/// Three clusters, v = .2, .3, .95, the last at chance. theta = (.2 + .3 + beta) / 2 reaches .95 with a beta of 1.4.
TEST(MvcscChoice, TheLargestBetaThatIgnoresAViewAtChanceByHand) {
    mvcsc_steps::Trial trial;
    trial.state = {Matrix::Zero(5, 3), {0.4, 0.4, 0.2}};
    trial.v = {0.2, 0.3, 0.95};
    EXPECT_NEAR(mvcsc_steps::beta_without_chance(trial), 1.4, 1e-15);
    EXPECT_EQ(mvcsc_steps::view_weights(trial.v, 1.39)[2], 0);
    EXPECT_GT(mvcsc_steps::view_weights(trial.v, 1.41)[2], 0);
    trial.v = {0.97, 0.98, 0.95};
    EXPECT_EQ(mvcsc_steps::beta_without_chance(trial), 0) << "nothing is left if all are ignored";
}

}  // namespace
}  // namespace mvlink
