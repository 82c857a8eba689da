#include "methods/mvcsc/admm.hpp"
#include "methods/mvcsc/corrected.hpp"
#include "methods/mvcsc/object_links.hpp"
#include "methods/mvcsc/weights.hpp"
#include "reference/mvcsc.hpp"
#include "support/mvcsc_problems.hpp"

#include <mvlink/dataset.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace mvlink {
namespace {

using mvcsc_steps::ConstraintTerms;
using mvcsc_steps::LinkRows;
using mvcsc_steps::ObjectLinks;
using mvcsc_steps::ObjectPair;
using mvcsc_steps::view_weights;
using support::as_table;
using support::largest_difference;
using support::MvcscCase;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
    Matrix out(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
    Index i = 0;
    for (const auto& row : rows) {
        Index j = 0;
        for (const double value : row)
            out(i, j++) = value;
        ++i;
    }
    return out;
}

/// sum_k mu_k L_k and the Laplacian of the must-links, dense.
mvcsc_steps::Quadratic weighted_sum(MvcscCase& problem, const ConstraintTerms& terms, const std::vector<double>& mu) {
    const Index n = problem.F.rows();
    const Matrix identity = Matrix::Identity(n, n);
    Matrix sum = kernels::times(terms.must().view(), identity, problem.context);
    for (std::size_t k = 0; k < mu.size(); ++k)
        sum += mu[k] * kernels::times(problem.graphs[k].view(), identity, problem.context);
    return {support::as_sparse(as_table(sum)), terms.must_degree().array() + 1};
}

TEST(MvcscWeights, ByHand) {
    const std::vector<double> v{0.1, 0.2, 0.9};
    EXPECT_THAT(view_weights(v, 0.5), Pointwise(DoubleNear(1e-15), {0.6, 0.4, 0.0}));
    EXPECT_THAT(view_weights(v, 10), Pointwise(DoubleNear(1e-6), {0.363333, 0.353333, 0.283333}));
    EXPECT_THAT(view_weights(v, 0.05), ElementsAre(1, 0, 0));
    EXPECT_THAT(view_weights(std::vector<double>{0.9, 0.1, 0.2}, 0.5), Pointwise(DoubleNear(1e-15), {0.0, 0.6, 0.4}));
    EXPECT_THAT(view_weights(std::vector<double>{0.3, 0.3, 0.3, 0.3}, 0.7),
                Pointwise(DoubleNear(1e-15), {.25, .25, .25, .25}));
    EXPECT_THAT(view_weights(v, 0), ElementsAre(1, 0, 0));
    EXPECT_THAT(view_weights(std::vector<double>{2, 1, 1}, 0), ElementsAre(0, 0.5, 0.5));
    EXPECT_THAT(view_weights(std::vector<double>{5}, 3), ElementsAre(1));
    EXPECT_THAT(view_weights(std::vector<double>{1, 2}, 1e-300), ElementsAre(1, 0));
}

TEST(MvcscWeights, AreTheNearestPointOfTheSimplexSoThatNeverAllViewsAreIgnored) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        std::vector<double> v(1 + static_cast<std::size_t>(random.below(12)));
        for (double& value : v)
            value = random.uniform(0, 5);
        if (i % 3 == 0) v.back() = v.front();
        const double beta = std::pow(10, random.uniform(-2, 2));
        const std::vector<double> mu = view_weights(v, beta);
        std::vector<double> target;
        for (const double value : v)
            target.push_back(-value / beta);
        ASSERT_THAT(mu, Pointwise(DoubleNear(1e-10), reference::mvcsc::simplex_projection(target))) << i;
        ASSERT_THAT(mu, Pointwise(DoubleNear(1e-10), reference::mvcsc::weights(v, beta))) << i;
        ASSERT_NEAR(std::accumulate(mu.begin(), mu.end(), 0.0), 1, 1e-14);
        ASSERT_GT(*std::max_element(mu.begin(), mu.end()), 0);
    }
}

TEST(MvcscWeights, IrrelevantViewsOfThePapersFigureNeedASmallBeta) {
    const std::vector<double> v{0.22, 0.22, 0.22, 0.22, 1.0, 1.0};
    EXPECT_EQ(view_weights(v, 3).back(), 0);  // beta <= 4 (1 - 0.22) = 3.12
    EXPECT_GT(view_weights(v, 9).back(),
              0.05);  // the beta of Fig. 5 does not give the zeros of Fig. 3
}

TEST(MvcscAdmm, ShrinksByHand) {
    EXPECT_DOUBLE_EQ(mvcsc_steps::shrink(1.3, 0.3), 1.0);
    EXPECT_DOUBLE_EQ(mvcsc_steps::shrink(-0.2, 0.3), 0.0);
    EXPECT_DOUBLE_EQ(mvcsc_steps::shrink(-0.9, 0.3), -0.6);
}

TEST(MvcscAdmm, RowsOfCAreAsPrinted) {
    Context context;
    const LinkRows C({{0, 1, false, 1}, {0, 2, true, 2}}, 3);
    EXPECT_EQ(C.times(Matrix::Identity(3, 3), context), matrix({{1, 1, 0}, {-2, 0, 2}}));
    EXPECT_EQ(C.transposed_times(Matrix::Identity(2, 2), context), matrix({{1, -2}, {1, 0}, {0, 2}}));
}

/// C F = .4 and lambda = .5 with rho = 2, gamma = .3: Z = shrink(1.3, .3) / 2, lambda = .5 + 2 (.4 - Z).
TEST(MvcscAdmm, ZAndLambdaByHand) {
    Context context;
    const double a = (std::sqrt(7.36) - 0.8) / 4;  // a^2 + (a + .4)^2 = 1
    Matrix F = matrix({{a}, {a + 0.4}});
    const mvcsc_steps::Quadratic L{{2, 2, {0, 0, 0}, {}, {}}, Vector::Ones(2)};
    mvcsc_steps::Multipliers state{Matrix::Zero(1, 1), matrix({{0.5}})};
    constexpr int kNoSearch = 0;
    mvcsc_steps::admm_step(L, LinkRows({{0, 1, true, 1}}, 2), {0.3, 2, kNoSearch, false}, F, state, context);
    EXPECT_NEAR(state.Z(0, 0), 0.5, 1e-15);
    EXPECT_NEAR(state.lambda(0, 0), 0.3, 1e-15);
}

TEST(MvcscAdmm, MultipliersStayWithinGammaAndPointWhereZDoes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        MvcscCase problem(seed);
        const LinkRows C(problem.pairs, problem.F.rows());
        const mvcsc_steps::Quadratic L{problem.graphs[0], Vector::Ones(problem.F.rows())};
        mvcsc_steps::Multipliers state{Matrix::Zero(C.count(), problem.c), Matrix::Zero(C.count(), problem.c)};
        const double gamma = 0.1;
        for (int t = 0; t < 5; ++t) {
            mvcsc_steps::admm_step(L, C, {gamma, 1, 5, false}, problem.F, state, problem.context);
            for (Index i = 0; i < state.Z.size(); ++i) {
                const double z = state.Z.data()[i], lambda = state.lambda.data()[i];
                EXPECT_LE(std::abs(lambda), gamma * (1 + 1e-12));
                if (z == 0) continue;
                EXPECT_NEAR(lambda, std::copysign(gamma, z), 1e-12);
            }
        }
    }
}

/// The five points of the documentation: a cannot-link row (+1, +1) says nothing about the ideal indicator.
TEST(MvcscCannotLinks, PrintedRowCostsTheSameForOneClusterAndForTwo) {
    Context context;
    const double r = 0.5;  // 1 / sqrt(4)
    Matrix F = Matrix::Zero(12, 3);
    for (Index i = 0; i < 12; ++i)
        F(i, i / 4) = r;
    const LinkRows cannot({{0, 1, false, 1}, {0, 4, false, 1}}, 12), must({{0, 1, true, 1}, {0, 4, true, 1}}, 12);
    const Matrix CF = cannot.times(F, context), MF = must.times(F, context);
    EXPECT_EQ(CF.row(0).cwiseAbs().sum(), 1.0);
    EXPECT_EQ(CF.row(1).cwiseAbs().sum(), 1.0);
    EXPECT_EQ(MF.row(0).cwiseAbs().sum(), 0.0);
    EXPECT_EQ(MF.row(1).cwiseAbs().sum(), 1.0);
    EXPECT_EQ(F.row(0).dot(F.row(1)), 0.25);
    EXPECT_EQ(F.row(0).dot(F.row(4)), 0.0);
}

TEST(MvcscCorrected, TermsByHand) {
    Context context;
    // n = 4, c = 2, M = 2, gamma = 3: must 3 * 4 / (2 * 2 * 2) |F_0 - F_1|^2, cannot 3 * 16 / (2 * 4 * 2) <F_2, F_3>^2.
    const std::vector<ObjectPair> pairs{{0, 1, true, 1}, {2, 3, false, 1}};
    const ConstraintTerms terms(pairs, 3, 4, 2);
    const Matrix F = matrix({{1, 0}, {0, 1}, {1, 2}, {3, 1}});
    const mvcsc_steps::Quadratic must{terms.must(), terms.must_degree()};
    Matrix G(4, 2);
    EXPECT_DOUBLE_EQ(must.value(F, G, context), 1.5 * 2);
    EXPECT_EQ(G, matrix({{3, -3}, {-3, 3}, {0, 0}, {0, 0}}));
    G.setZero();
    EXPECT_DOUBLE_EQ(terms.add_cannot(F, G, context), 3 * 25.0);
    EXPECT_EQ(G, matrix({{0, 0}, {0, 0}, {90, 30}, {30, 60}}));
}

TEST(MvcscCorrected, ObjectiveAndGradientAreThoseOfThePlainLoopsAndOfDifferences) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        MvcscCase problem(seed);
        const ConstraintTerms terms(problem.pairs, problem.reference.gamma, problem.F.rows(), problem.c);
        const std::vector<double> mu =
            view_weights(mvcsc_steps::roughness(problem.graphs, problem.F, problem.context), problem.reference.beta);
        const auto f = mvcsc_steps::corrected_objective(terms, weighted_sum(problem, terms, mu), problem.context);
        Matrix G(problem.F.rows(), problem.c), ignored = G;
        const double value = f(problem.F, G);
        const auto plain = as_table(problem.F);
        EXPECT_NEAR(value, reference::mvcsc::corrected(problem.reference, plain, mu), 1e-12 * (1 + value));
        EXPECT_LT(largest_difference(G, reference::mvcsc::corrected_gradient(problem.reference, plain, mu)), 1e-11);
        constexpr double kStep = 1e-6;
        for (const Index i : {Index{0}, problem.F.size() / 2, problem.F.size() - 1}) {
            Matrix up = problem.F, down = problem.F;
            up.data()[i] += kStep;
            down.data()[i] -= kStep;
            EXPECT_NEAR((f(up, ignored) - f(down, ignored)) / (2 * kStep), G.data()[i], 1e-6) << seed;
        }
    }
}

TEST(MvcscCorrected, DoesNotDependOnTheBasisOfF) {
    MvcscCase problem(4, 3);
    const ConstraintTerms terms(problem.pairs, 5, problem.F.rows(), 3);
    const std::vector<double> mu(problem.graphs.size(), 1.0 / static_cast<double>(problem.graphs.size()));
    const auto f = mvcsc_steps::corrected_objective(terms, weighted_sum(problem, terms, mu), problem.context);
    const Matrix turn = matrix({{0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, 1}});
    Matrix G(problem.F.rows(), 3);
    EXPECT_NEAR(f(problem.F, G), f(problem.F * turn, G), 1e-12);
}

TEST(MvcscLinks, ConstraintsOfRowsBecomePairsOfObjects) {
    const std::vector<double> four{1, 2, 3, 4};
    const Dataset views(std::vector<View>{View::dense("a", 4, 1, four), View::dense("b", 4, 1, four)});
    const std::vector<Constraint> constraints{
        {{0, 0}, {0, 1}, Link::must, 2},   {{1, 1}, {1, 0}, Link::must, 3},   // one pair of objects, in two views
        {{0, 2}, {1, 3}, Link::cannot, 1}, {{0, 2}, {0, 3}, Link::must, 1},   // one pair, both kinds
        {{0, 1}, {1, 1}, Link::must, 1},   {{0, 2}, {1, 2}, Link::cannot, 1}  // inside one object
    };
    const ObjectLinks links = mvcsc_steps::object_links(
        views.with_row_mapping().with_constraints(std::span<const Constraint>(constraints)), 10);
    EXPECT_THAT(links.pairs,
                ElementsAre(ObjectPair{0, 1, true, 30}, ObjectPair{2, 3, true, 10}, ObjectPair{2, 3, false, 10}));
    EXPECT_EQ(links.inside_must, 1);
    EXPECT_EQ(links.inside_cannot, 1);
    EXPECT_EQ(links.both, 1);
    EXPECT_TRUE(mvcsc_steps::object_links(
                    views.with_row_mapping().with_constraints(std::span<const Constraint>(constraints)), 0)
                    .pairs.empty());
}

}  // namespace
}  // namespace mvlink
