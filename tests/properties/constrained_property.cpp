#include "methods/constrained/csp_steps.hpp"
#include "methods/constrained/mmcp_steps.hpp"
#include "methods/constrained/mvmc_steps.hpp"
#include "methods/constrained/pair_graphs.hpp"
#include "methods/constrained/self_taught_steps.hpp"
#include "reference/csp.hpp"
#include "reference/mmcp.hpp"
#include "reference/mvmc.hpp"
#include "reference/self_taught.hpp"
#include "support/mvcsc_problems.hpp"

#include <gtest/gtest.h>

/// The steps of the constrained spectral methods against plain loops, and what is proven of them.
namespace mvlink {
namespace {

using namespace constrained_spectral;
using reference::spectral::Square;

Square as_square(const Eigen::MatrixXd& A) {
    return support::as_table(Matrix(A));
}

double apart(const Eigen::MatrixXd& A, const Square& B) {
    return support::largest_difference(Matrix(A), B);
}

class ConstrainedProperty : public testing::TestWithParam<std::uint64_t> {
protected:
    ConstrainedProperty() {
        Random random(GetParam());
        n = 8 + random.below(8);
        k = 2 + random.below(2);
        const auto table = support::random_graph(n, k, 0.2, random);
        W = Eigen::MatrixXd::Zero(n, n);
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < n; ++j)
                W(i, j) = i == j ? 0 : table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] + 0.01;
        }
        beliefs = beliefs_of(support::random_pairs(n, 20, random));
        U.resize(n, 4);
        for (Index i = 0; i < U.size(); ++i)
            U.data()[i] = random.normal();
        kernels::orthonormalize(U, context);
        V = U;
        for (Index i = 0; i < V.size(); ++i)
            V.data()[i] += 0.2 * random.normal();
        kernels::orthonormalize(V, context);
    }

    /// O and Q* of the same beliefs.
    void known(Square& weight, Square& target) const {
        weight = target = reference::spectral::zeros(static_cast<std::size_t>(n), static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < weight.size(); ++i)
            weight[i][i] = target[i][i] = 1;
        for (const Belief& belief : beliefs) {
            const auto i = static_cast<std::size_t>(belief.first), j = static_cast<std::size_t>(belief.second);
            weight[i][j] = weight[j][i] = std::abs(belief.z);
            target[i][j] = target[j][i] = belief.z > 0 ? 1 : 0;
        }
    }

    Context context;
    Index n = 0, k = 0;
    Eigen::MatrixXd W;
    std::vector<Belief> beliefs;
    Matrix U, V;
};

TEST_P(ConstrainedProperty, CutsAgreeWithTheReferenceAndAreAsManyAsSylvestersLawSays) {
    const Eigen::MatrixXd Z = as_matrix(beliefs, n);
    const auto graph = kernels::normalized(graph_of(W));
    const Cuts cuts = cheapest_cuts(graph, Z, static_cast<int>(k), 0.3);
    const auto expected = reference::csp::cuts(as_square(W), as_square(Z), static_cast<std::size_t>(k), 0.3);
    if (expected.b <= 0) {
        EXPECT_TRUE(cuts.costs.empty());
        return;
    }
    EXPECT_NEAR(cuts.b, expected.b, 1e-9);
    EXPECT_EQ(cuts.above, static_cast<Index>(expected.above));
    EXPECT_EQ(expected.costs.size(), expected.above) << "feasible vectors";
    ASSERT_EQ(cuts.costs.size(), std::min(expected.costs.size(), static_cast<std::size_t>(k - 1)));
    const Vector half = graph.degree.cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd Qb = half.asDiagonal() * Z * half.asDiagonal();
    for (std::size_t j = 0; j < cuts.costs.size(); ++j) {
        EXPECT_NEAR(cuts.costs[j], expected.costs[j], 1e-6);  // L has a floor of 1e-10
        const Eigen::VectorXd v = cuts.vectors.col(static_cast<Index>(j));
        EXPECT_NEAR(v.norm(), 1, 1e-9);
        EXPECT_NEAR(v.dot(graph.degree.cwiseSqrt()), 0, 1e-8);
        EXPECT_GT(v.dot(Qb * v), cuts.b - 1e-9) << "the constraint of the problem";
    }
}

TEST_P(ConstrainedProperty, PropagationIsTheLimitOfItsStepsAndRefinementAgrees) {
    const auto S = kernels::normalized(graph_of(W)).S;
    Eigen::MatrixXd F = propagated(S, beliefs, 0.6);
    const Square expected = reference::mmcp::propagated(reference::spectral::normalized(as_square(W)),
                                                        as_square(as_matrix(beliefs, n)), 0.6);
    EXPECT_LT(apart(F, expected), 1e-10);
    scale_to_largest(F);
    kernels::Graph scaled = graph_of(W);
    scale_to_one(scaled);
    EXPECT_LT(apart(refined(F, as_dense(scaled)), reference::mmcp::refined(expected, as_square(W), true)), 1e-9);
}

TEST_P(ConstrainedProperty, TheMixtureOfGraphsAgreesUpToItsScale) {
    const Eigen::MatrixXd other = W.cwiseProduct(W);
    const auto mixed = as_dense(mixture({graph_of(W), graph_of(other)}, context));
    const Square expected = reference::mmcp::mixture({as_square(W), as_square(other)});
    EXPECT_LT(apart(mixed / static_cast<double>(n), expected), 1e-12);
    EXPECT_NEAR(mixed.sum(), static_cast<double>(n), 1e-9) << "a mean degree of 1";
}

TEST_P(ConstrainedProperty, CompletionStepsAgreeWithTheReference) {
    Lesson lesson{W, known_entries(beliefs, n), static_cast<int>(k), 0.1, 0.1, 0.1};
    reference::self_taught::Problem problem{as_square(W), {}, {}, static_cast<std::size_t>(k)};
    known(problem.known, problem.target);
    Pupil pupil;
    pupil.table = pupil.before = Eigen::MatrixXd::Zero(n, n);
    pupil.v = taught_cut(lesson, given_table(lesson));
    Square Q = as_square(pupil.table), before = Q;
    Square observed = problem.target;
    for (std::size_t i = 0; i < observed.size(); ++i) {
        for (std::size_t j = 0; j < observed.size(); ++j)
            observed[i][j] *= problem.known[i][j];
    }
    const Square v = reference::self_taught::top_vectors(problem, observed);
    double pace = 1;
    for (int step = 0; step < 12; ++step) {
        const double next = (1 + std::sqrt(1 + 4 * pace * pace)) / 2;
        Square P = Q;
        for (std::size_t i = 0; i < P.size(); ++i) {
            for (std::size_t j = 0; j < P.size(); ++j)
                P[i][j] += (pace - 1) / next * (Q[i][j] - before[i][j]);
        }
        before = Q;
        Q = reference::self_taught::step(problem, P, v, step < 4 ? 0.4 : 0.1);
        pace = next;
        completion_step(lesson, step < 4 ? 0.4 : 0.1, pupil);
        ASSERT_LT(apart(pupil.table, Q), 1e-8) << step;
    }
    EXPECT_NEAR(objective_of(lesson, pupil), reference::self_taught::objective(problem, Q, v, 0.1), 1e-7);
}

TEST_P(ConstrainedProperty, SimilarityStepsAgreeWithTheReferenceAndNeverRaiseTheObjective) {
    Completion problem{{U, V}, known_entries(beliefs, n), 1.5, 0.05, 0.7};
    problem.prepare();
    reference::mvmc::Problem plain{{as_square(U), as_square(V)}, {}, {}, 1.5, 0.05, 0.7};
    known(plain.known, plain.target);
    Similarities state;
    state.M.resize(2);
    state.table.assign(2, Eigen::MatrixXd::Zero(4, 4));
    for (auto& M : state.M)
        M = {Eigen::VectorXd::Zero(4), Eigen::MatrixXd::Identity(4, 4)};
    std::vector<Square> M(2, reference::spectral::zeros(4, 4));
    double before = objective_of(problem, state);
    for (int round = 0; round < 6; ++round) {
        for (std::size_t v = 0; v < 2; ++v) {
            completion_step(problem, v, state);
            M[v] = reference::mvmc::step(plain, M, v);
            ASSERT_LT(apart(state.table[v], M[v]), 1e-9) << round;
            const double after = objective_of(problem, state);
            ASSERT_LE(after, before * (1 + 1e-12));
            before = after;
        }
    }
    EXPECT_NEAR(before, reference::mvmc::objective(plain, M), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ConstrainedProperty, testing::Range(std::uint64_t{0}, std::uint64_t{20}));

}  // namespace
}  // namespace mvlink
