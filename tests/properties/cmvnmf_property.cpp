#include <mvlink/cmvnmf.hpp>
#include <mvlink/registry.hpp>

#include "methods/factors/cmvnmf/start.hpp"
#include "reference/cmvnmf_start.hpp"
#include "support/cmvnmf_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

using support::Table;

double objective_of(const support::CmvnmfCase& one, double beta) {
    return cmvnmf_steps::objective(one.state, beta);
}

class CmvnmfProperty : public testing::TestWithParam<int> {
protected:
    std::unique_ptr<support::CmvnmfCase> one = support::random_case(static_cast<std::uint64_t>(GetParam()));
    double beta = GetParam() % 5 == 0 ? 10 : 0.3;
};

/// What the paper proves for constraints between views, and what holds inside a view too.
TEST_P(CmvnmfProperty, TheObjectiveNeverRisesWithoutRescaling) {
    one->settings.floor = 0;
    double last = objective_of(*one, beta);
    for (int round = 0; round < 15; ++round) {
        one->round(beta, false);
        const double next = objective_of(*one, beta);
        ASSERT_LE(next, last * (1 + 1e-10) + 1e-10) << "round " << round;
        last = next;
    }
}

TEST_P(CmvnmfProperty, RoundsAgreeWithThePlainLoops) {
    one->settings.floor = 0;
    one->reference.beta = beta;
    const bool rescale = GetParam() % 2 == 0;
    for (int round = 0; round < 4; ++round) {
        one->round(beta, rescale);
        reference::cmvnmf::round(one->reference, rescale);
        for (std::size_t a = 0; a < one->X.size(); ++a) {
            EXPECT_LE((one->state.U[a] - support::as_matrix(one->reference.U[a])).cwiseAbs().maxCoeff(), 1e-8);
            EXPECT_LE((one->state.V[a] - support::as_matrix(one->reference.V[a])).cwiseAbs().maxCoeff(), 1e-8);
        }
        const double expected = reference::cmvnmf::phi(one->reference);
        EXPECT_NEAR(objective_of(*one, beta), expected, 1e-8 * (1 + std::abs(expected)));
    }
}

TEST_P(CmvnmfProperty, TheStartFromComponentsAgreesWithThePlainLoops) {
    one->settings.beta = one->reference.beta = beta;
    const cmvnmf_steps::Ties ties(one->data, 1, false);
    const auto labels = cmvnmf_steps::component_labels(ties, one->problem, one->settings, one->context);
    const auto expected = reference::cmvnmf::component_start(one->reference, static_cast<int>(one->settings.k));
    for (std::size_t a = 0; a < expected.size(); ++a) {
        EXPECT_EQ(labels[a], expected[a]) << "view " << a;
    }
    ties.for_each([&](const cmvnmf_steps::Tie& tie) {
        if (!tie.must) return;
        EXPECT_EQ(labels[static_cast<std::size_t>(tie.a.view)][static_cast<std::size_t>(tie.a.row)],
                  labels[static_cast<std::size_t>(tie.b.view)][static_cast<std::size_t>(tie.b.row)]);
    });
}

TEST_P(CmvnmfProperty, TheObjectiveNeverRisesFromTheStartFromComponents) {
    one->settings.floor = 0;
    one->settings.beta = beta;
    const cmvnmf_steps::Ties ties(one->data, 1, false);
    one->state = cmvnmf_steps::factors_from(
        one->problem, cmvnmf_steps::component_labels(ties, one->problem, one->settings, one->context), one->settings.k,
        one->context);
    cmvnmf_steps::measure(one->problem, one->state, one->context);
    double last = objective_of(*one, beta);
    for (int round = 0; round < 15; ++round) {
        one->round(beta, false);
        const double next = objective_of(*one, beta);
        ASSERT_LE(next, last * (1 + 1e-10) + 1e-10) << "round " << round;
        last = next;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CmvnmfProperty, testing::Range(0, 200));

/// Three views of the same classes: each class has its own features, which differ between views.
struct Classes {
    explicit Classes(std::uint64_t seed, double noise = 0.15) : random(seed) {
        for (int view = 0; view < 3; ++view) {
            const Index n = 60 + 10 * view, d = 9;
            Table table(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(d)));
            truth.emplace_back();
            for (Index i = 0; i < n; ++i) {
                const auto klass = static_cast<std::int32_t>((i + view) % 3);
                truth.back().push_back(klass);
                for (Index j = 0; j < d; ++j) {
                    const double level = (j + view) % 3 == klass ? 1 : 0;
                    table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
                        static_cast<float>(level + noise * random.uniform());
                }
            }
            X.push_back(std::move(table));
        }
        for (int i = 0; i < 120; ++i) {
            const auto a = static_cast<int>(random.below(3));
            const int b = (a + 1) % 3;
            const auto rows = [&](int view) { return static_cast<Index>(X[static_cast<std::size_t>(view)].size()); };
            const InstanceId one{a, random.below(rows(a))}, two{b, random.below(rows(b))};
            constraints.push_back({one, two, of(one) == of(two) ? Link::must : Link::cannot, 1});
        }
    }
    [[nodiscard]] std::int32_t of(InstanceId instance) const {
        return truth[static_cast<std::size_t>(instance.view)][static_cast<std::size_t>(instance.row)];
    }
    [[nodiscard]] Dataset dataset(bool sparse = false) const {
        return Dataset(support::as_views(X, sparse)).with_constraints(std::span<const Constraint>(constraints));
    }

    Random random;
    std::vector<Table> X;
    std::vector<std::vector<std::int32_t>> truth;
    std::vector<Constraint> constraints;
};

/// One name for every class, the same in all views.
void expect_classes(const Result& result, const Classes& classes) {
    std::vector<std::int32_t> name(3, -1);
    for (std::size_t a = 0; a < classes.truth.size(); ++a) {
        for (std::size_t row = 0; row < classes.truth[a].size(); ++row) {
            std::int32_t& known = name[static_cast<std::size_t>(classes.truth[a][row])];
            if (known < 0) known = result.partitions[a].labels[row];
            ASSERT_EQ(result.partitions[a].labels[row], known) << "view " << a << ", row " << row;
        }
    }
    EXPECT_NE(name[0], name[1]);
    EXPECT_NE(name[1], name[2]);
    EXPECT_NE(name[0], name[2]);
}

class CmvnmfAnswer : public testing::TestWithParam<int> {
protected:
    Classes classes{static_cast<std::uint64_t>(GetParam())};
    Context context{Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())}};
    CmvnmfOptions options{.n_clusters = 3};
};

TEST_P(CmvnmfAnswer, NumbersTheClustersAlikeInUnmappedViews) {
    const Result result = cmvnmf(classes.dataset(), options, context);
    ASSERT_EQ(result.partitions.size(), 3U);
    expect_classes(result, classes);
}

TEST_P(CmvnmfAnswer, IsTheSameForDenseAndSparseViews) {
    const Result dense = cmvnmf(classes.dataset(false), options, context);
    const Result sparse = cmvnmf(classes.dataset(true), options, context);
    ASSERT_EQ(dense.objective.size(), sparse.objective.size());
    EXPECT_NEAR(dense.objective.back(), sparse.objective.back(), 1e-8 * std::abs(dense.objective.back()));
    for (std::size_t a = 0; a < 3; ++a) {
        EXPECT_EQ(dense.partitions[a].labels, sparse.partitions[a].labels);
    }
}

/// Start, rows and constraints of one view in another order: the answer in that order.
TEST_P(CmvnmfAnswer, OfAPermutedViewIsThePermutedAnswer) {
    const Dataset data = classes.dataset();
    Start start;
    for (std::size_t a = 0; a < 3; ++a) {
        Partition partition{Scope::view, data.view(static_cast<int>(a)).name(), 3, {}, {}};
        for (std::size_t row = 0; row < classes.truth[a].size(); ++row)
            partition.labels.push_back(static_cast<std::int32_t>(classes.random.below(3)));
        start.partitions.push_back(std::move(partition));
    }
    Classes other = classes;
    Start moved = start;
    const std::vector<Index> to = classes.random.permutation(static_cast<Index>(classes.X[1].size()));
    for (std::size_t row = 0; row < to.size(); ++row) {
        other.X[1][static_cast<std::size_t>(to[row])] = classes.X[1][row];
        moved.partitions[1].labels[static_cast<std::size_t>(to[row])] = start.partitions[1].labels[row];
    }
    for (Constraint& constraint : other.constraints) {
        for (InstanceId* instance : {&constraint.a, &constraint.b}) {
            if (instance->view == 1) instance->row = to[static_cast<std::size_t>(instance->row)];
        }
    }
    const Result one = cmvnmf(data, options, context, start);
    const Result two = cmvnmf(other.dataset(), options, context, moved);
    EXPECT_EQ(one.partitions[0].labels, two.partitions[0].labels);
    EXPECT_EQ(one.partitions[2].labels, two.partitions[2].labels);
    for (std::size_t row = 0; row < to.size(); ++row) {
        EXPECT_EQ(one.partitions[1].labels[row], two.partitions[1].labels[static_cast<std::size_t>(to[row])]);
        EXPECT_NEAR(one.partitions[1].confidence[row], two.partitions[1].confidence[static_cast<std::size_t>(to[row])],
                    1e-6);
    }
}

TEST_P(CmvnmfAnswer, HasTheSameBitsForAnyNumberOfThreads) {
    Context one(Context::Settings{.seed = 5, .threads = 1}), four(Context::Settings{.seed = 5, .threads = 4});
    const Result alone = cmvnmf(classes.dataset(), {.n_clusters = 3, .n_init = 2}, one);
    const Result together = cmvnmf(classes.dataset(), {.n_clusters = 3, .n_init = 2}, four);
    EXPECT_EQ(alone.objective, together.objective);
    EXPECT_EQ(alone.partitions[2].confidence, together.partitions[2].confidence);
}

TEST_P(CmvnmfAnswer, FoldsRowsThatItHasSeenIntoTheirClusters) {
    const Result result = cmvnmf(classes.dataset(), options, context);
    const auto again = predict(result.model, classes.dataset(), context);
    ASSERT_EQ(again.size(), 3U);
    for (std::size_t a = 0; a < 3; ++a) {
        EXPECT_EQ(again[a].labels, result.partitions[a].labels);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CmvnmfAnswer, testing::Range(0, 10));

}  // namespace
}  // namespace mvlink
