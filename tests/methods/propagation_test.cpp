#include <mvlink/propagation.hpp>

#include <mvlink/error.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/mpck_means.hpp>

#include "methods/kmeans/resumable.hpp"
#include "methods/propagation/base.hpp"
#include "methods/propagation/model.hpp"
#include "support/propagation_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace mvlink {
namespace {

namespace plain = reference::propagation;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<int> canonical(const std::vector<std::int32_t>& labels) {
    std::map<std::int32_t, int> number;
    std::vector<int> found;
    for (const std::int32_t label : labels)
        found.push_back(number.emplace(label, static_cast<int>(number.size())).first->second);
    return found;
}

const Warning* warning(const Result& result, std::string_view code) {
    for (const Warning& one : result.warnings) {
        if (one.code == code) return &one;
    }
    return nullptr;
}

/// PCK-Means as the reference calls it.
plain::CKmeans library_pck(const support::MappedProblem& problem, int k) {
    return [&problem, k](std::size_t view, const plain::Constraints& certain, const plain::Constraints& soft) {
        std::vector<Constraint> all;
        const auto add = [&](const plain::Constraints& list, Origin origin) {
            for (const auto& [pair, weight] : list) {
                const auto [a, b, must] = pair;
                all.push_back({{0, static_cast<Index>(a)},
                               {0, static_cast<Index>(b)},
                               must ? Link::must : Link::cannot,
                               weight,
                               origin});
            }
        };
        add(certain, Origin::given);
        add(soft, Origin::propagated);
        Context context;
        const Result result = pck_means(support::constrained(support::dense_view<double>(problem.tables[view]), all),
                                        {.n_clusters = k, .constraint_weight = 1}, context);
        plain::Clusters clusters{{result.partitions[0].labels.begin(), result.partitions[0].labels.end()}, {}};
        const NamedArray& centroids = result.model.array("centroids");
        for (Index h = 0; h < centroids.rows; ++h) {
            clusters.centroids.emplace_back(centroids.values.begin() + h * centroids.cols,
                                            centroids.values.begin() + (h + 1) * centroids.cols);
        }
        return clusters;
    };
}

std::vector<plain::Constraints> as_maps(const std::vector<PropagatedConstraint>& list, std::size_t views) {
    std::vector<plain::Constraints> found(views);
    for (const PropagatedConstraint& one : list) {
        found[static_cast<std::size_t>(one.constraint.a.view)][plain::pair_of(
            static_cast<std::size_t>(one.constraint.a.row), static_cast<std::size_t>(one.constraint.b.row),
            one.constraint.link == Link::must)] = one.constraint.weight;
    }
    return found;
}

struct Shape {
    int views;
    Transfer transfer;
    double heaviest;
};

class AgainstTheReference : public testing::TestWithParam<Shape> {};

TEST_P(AgainstTheReference, EveryViewAndEveryPropagatedConstraintAgrees) {
    const auto [views, transfer, heaviest] = GetParam();
    std::size_t received = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const support::MappedProblem problem({.views = views, .constraints = 8, .heaviest = heaviest}, Random(seed));
        const PropagationOptions options{.n_clusters = 3,
                                         .transfer = transfer,
                                         .threshold = OneOrEach<double>(0.6),
                                         .restart = Restart::always,
                                         .propagated_weight = 1,
                                         .max_iter = 3,
                                         .tol = 0,
                                         .base_options = {{"constraint_weight", "1"}}};
        const plain::Outcome expected =
            plain::co_em(problem.tables, problem.given, problem.relations, static_cast<plain::Transfer>(transfer),
                         std::vector<double>(problem.tables.size(), 0.6), 3, library_pck(problem, 3));
        Context context;
        const Result result = propagation(problem.dataset(), options, context);
        const auto found = as_maps(propagated_constraints(problem.dataset(), options, context), problem.tables.size());
        for (std::size_t v = 0; v < problem.tables.size(); ++v) {
            EXPECT_EQ(canonical(result.partitions[v].labels),
                      canonical({expected.clusters[v].labels.begin(), expected.clusters[v].labels.end()}))
                << "view " << v << ", seed " << seed;
            ASSERT_EQ(found[v].size(), expected.soft[v].size()) << "view " << v << ", seed " << seed;
            for (const auto& [pair, weight] : expected.soft[v]) {
                ASSERT_TRUE(found[v].contains(pair));
                EXPECT_NEAR(found[v].at(pair), weight, 1e-9);  // other order of sums and products
            }
            received += found[v].size();
        }
    }
    const bool tells = transfer == Transfer::propagate || (transfer == Transfer::membership && views > 1);
    EXPECT_EQ(received > 0, tells);
}

INSTANTIATE_TEST_SUITE_P(Propagation, AgainstTheReference,
                         testing::Values(Shape{1, Transfer::propagate, 1}, Shape{2, Transfer::propagate, 1},
                                         Shape{2, Transfer::propagate, 4}, Shape{2, Transfer::direct, 1},
                                         Shape{2, Transfer::membership, 1}, Shape{2, Transfer::none, 1},
                                         Shape{3, Transfer::propagate, 1}, Shape{3, Transfer::membership, 4},
                                         Shape{3, Transfer::direct, 4}, Shape{5, Transfer::propagate, 1},
                                         Shape{2, Transfer::propagate, 0.9}));

/// The constraints of one view, as if it were alone.
std::vector<Constraint> own_constraints(const support::MappedProblem& problem, std::size_t view) {
    std::vector<Constraint> own;
    for (Constraint one : problem.constraints) {
        if (one.a.view != static_cast<int>(view)) continue;
        one.a.view = one.b.view = 0;
        own.push_back(one);
    }
    return own;
}

TEST(Propagation, ByItselfAViewIsClusteredAsTheBaseDoesIt) {
    const support::MappedProblem problem({.rows = 60, .cols = 3, .constraints = 15}, Random(4));
    const Dataset data = problem.dataset();
    Context context({.seed = 7});
    const Result pck = propagation(data, {.n_clusters = 3, .transfer = Transfer::none}, context);
    const Result mpck =
        propagation(data, {.n_clusters = 3, .transfer = Transfer::none, .base = PropagationBase::mpck_means}, context);
    for (std::size_t v = 0; v < 2; ++v) {
        const Dataset alone =
            support::constrained(support::dense_view<double>(problem.tables[v]), own_constraints(problem, v));
        EXPECT_EQ(canonical(pck.partitions[v].labels),
                  canonical(pck_means(alone, {.n_clusters = 3, .closure = true}, context).partitions[0].labels));
        EXPECT_EQ(canonical(mpck.partitions[v].labels),
                  canonical(mpck_means(alone, {.n_clusters = 3, .per_cluster = true, .closure = true}, context)
                                .partitions[0]
                                .labels));
    }
}

/// What was measured at a share of wrong judgements: the mean agreement of pairs of rows with the classes.
double pairs_right(const std::vector<std::int32_t>& labels, const std::vector<int>& classes) {
    double right = 0, all = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        for (std::size_t j = i + 1; j < labels.size(); ++j, ++all)
            right += (labels[i] == labels[j]) == (classes[i] == classes[j]) ? 1 : 0;
    }
    return right / all;
}

/// Two overlapping classes in two views, row by row the same. Judgements are of the last thirty rows and right.
support::MappedProblem overlapping(std::uint64_t seed, std::size_t judgements) {
    support::MappedProblem problem({.rows = 60, .classes = 2, .constraints = 0}, Random(seed));
    Random random(seed);
    problem.mappings = {{0, 1, {}}};
    for (Index row = 0; row < 60; ++row)
        problem.mappings[0].rows.emplace_back(row, row);
    for (std::size_t v = 0; v < 2; ++v) {
        for (std::size_t i = 0; i < problem.tables[v].size(); ++i)
            problem.tables[v][i] = {random.normal() + 3.5 * problem.classes[v][i], random.normal()};
    }
    while (problem.constraints.size() < judgements) {
        const Index a = 30 + random.below(30), b = 30 + random.below(30);
        if (a < b) problem.constraints.push_back({{0, a}, {0, b}, a % 2 == b % 2 ? Link::must : Link::cannot, 1});
    }
    return problem;
}

TEST(Propagation, ByItselfAViewIsClusteredAsTheBaseDoesItWhateverConstraintsWeigh) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        support::MappedProblem problem = overlapping(seed, 20);
        for (Index row = 0; row < 24; row += 3)
            problem.constraints.push_back({{0, row}, {0, row + 3}, Link::must, 1});
        Random random(seed);
        for (Constraint& one : problem.constraints)
            one.weight = random.uniform(0.01, 1);
        Context context({.seed = seed});
        const Result result = propagation(
            problem.dataset(),
            {.n_clusters = 2, .transfer = Transfer::none, .base_options = {{"constraint_weight", "5"}}}, context);
        for (std::size_t v = 0; v < 2; ++v) {
            const Dataset alone =
                support::constrained(support::dense_view<double>(problem.tables[v]), own_constraints(problem, v));
            const Result base = pck_means(alone, {.n_clusters = 2, .constraint_weight = 5, .closure = true}, context);
            EXPECT_EQ(canonical(result.partitions[v].labels), canonical(base.partitions[0].labels)) << seed;
        }
    }
}

TEST(Propagation, JudgementsThatWeighNextToNothingMoveNothing) {
    for (const Transfer transfer : {Transfer::none, Transfer::direct, Transfer::propagate}) {
        double clean = 0, dusty = 0;
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            support::MappedProblem problem = overlapping(seed, 12);
            const auto right = [&] {
                Context context;
                const Result result = propagation(problem.dataset(), {.n_clusters = 2, .transfer = transfer}, context);
                return (pairs_right(result.partitions[0].labels, problem.classes[0]) +
                        pairs_right(result.partitions[1].labels, problem.classes[1])) /
                       20;
            };
            clean += right();
            for (Index row = 1; row < 12; ++row)
                problem.constraints.push_back({{0, 0}, {0, row}, Link::must, 1e-6});
            dusty += right();
        }
        EXPECT_NEAR(dusty, clean, 0.02) << enum_name(transfer) << ": half of what they imply is wrong";
    }
}

TEST(Propagation, WrongJudgementsDoNotMakeItWorseThanKMeans) {
    double guided = 0, unguided = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        support::MappedProblem problem({.rows = 45, .constraints = 20, .mapped = 0.9}, Random(seed));
        for (std::size_t i = 0; i < problem.constraints.size(); i += 5) {
            Link& link = problem.constraints[i].link;
            link = link == Link::must ? Link::cannot : Link::must;
        }
        Context context;
        const Result result = propagation(problem.dataset(), {.n_clusters = 3, .closure = false}, context);
        for (std::size_t v = 0; v < problem.tables.size(); ++v) {
            const Dataset alone(support::dense_view<double>(problem.tables[v]));
            guided += pairs_right(result.partitions[v].labels, problem.classes[v]);
            unguided += pairs_right(kmeans(alone, {.n_clusters = 3}, context).partitions[0].labels, problem.classes[v]);
        }
    }
    EXPECT_GE(guided, unguided) << "mean over 20 views, a fifth of the judgements wrong";
}

TEST(Propagation, ModePaperStartsAfreshWithUnitWeights) {
    const support::MappedProblem problem({.rows = 40, .constraints = 12, .mapped = 0.8}, Random(9));
    Context context;
    const Result paper = propagation(problem.dataset(), {.n_clusters = 3, .mode = Mode::paper}, context);
    const Result spelt = propagation(problem.dataset(),
                                     {.n_clusters = 3,
                                      .restart = Restart::always,
                                      .propagated_weight = 1,
                                      .base_options = {{"mode", "paper"}, {"constraint_weight", "1"}}},
                                     context);
    EXPECT_EQ(paper.objective, spelt.objective);
    EXPECT_EQ(paper.partitions[0].labels, spelt.partitions[0].labels);
    EXPECT_EQ(paper.judgements.error_rate, -1) << "nothing is calibrated";
}

TEST(Propagation, SaysHowFarJudgementsAreTrustedAndWhatViolationsCost) {
    const support::MappedProblem problem({.rows = 40, .constraints = 15, .mapped = 0.8}, Random(9));
    const Dataset data = problem.dataset();
    for (const auto base : {PropagationBase::pck_means, PropagationBase::mpck_means}) {
        Context context;
        const Result result = propagation(data, {.n_clusters = 3, .base = base}, context);
        EXPECT_GT(result.judgements.error_rate, 0);
        EXPECT_LT(result.judgements.error_rate, 0.5);
        EXPECT_GT(result.judgements.weight, 0);
        EXPECT_EQ(result.judgements.ranking.size(), data.constraints().size());
        for (const Violation& violation : result.constraints.violations)
            EXPECT_GE(violation.cost, 0);
    }
}

TEST(Propagation, WorksWithEveryBaseCovarianceAndWayToGoOn) {
    const support::MappedProblem problem({.views = 3, .rows = 40, .constraints = 12, .mapped = 0.8}, Random(2));
    const Dataset data = problem.dataset(), sparse = problem.dataset(true);
    for (const auto base : {PropagationBase::pck_means, PropagationBase::mpck_means, PropagationBase::mk_means}) {
        for (const auto covariance : {PropagationCovariance::automatic, PropagationCovariance::learnt,
                                      PropagationCovariance::empirical, PropagationCovariance::diagonal}) {
            for (const Restart restart : {Restart::best, Restart::never, Restart::always}) {
                const PropagationOptions options{.n_clusters = 3,
                                                 .base = base,
                                                 .threshold = OneOrEach<double>(std::vector<double>{0.5, 0.6, 0.7}),
                                                 .covariance = covariance,
                                                 .view_order = ViewOrder::random,
                                                 .restart = restart};
                Context one({.seed = 3, .threads = 1}), four({.seed = 3, .threads = 4});
                const Result result = propagation(data, options, one);
                ASSERT_EQ(result.partitions.size(), 4U);
                EXPECT_EQ(result.partitions[3].scope, Scope::objects);
                const Result again = propagation(data, options, four);
                EXPECT_EQ(result.objective, again.objective) << "threads";
                EXPECT_EQ(result.partitions[0].labels, again.partitions[0].labels);
                Context third({.seed = 3});
                EXPECT_EQ(propagation(sparse, options, third).partitions[1].labels, result.partitions[1].labels);
            }
        }
    }
}

TEST(Propagation, OrderAndOrientationOfTheConstraintsDoNotMatter) {
    support::MappedProblem problem({.constraints = 12}, Random(5));
    Context context({.seed = 1});
    const PropagationOptions options{.n_clusters = 3, .base = PropagationBase::mpck_means};
    const Result result = propagation(problem.dataset(), options, context);
    std::reverse(problem.constraints.begin(), problem.constraints.end());
    for (Constraint& one : problem.constraints)
        std::swap(one.a, one.b);
    Context same({.seed = 1});
    const Result again = propagation(problem.dataset(), options, same);
    EXPECT_EQ(result.objective, again.objective);
    for (std::size_t p = 0; p < result.partitions.size(); ++p)
        EXPECT_EQ(result.partitions[p].labels, again.partitions[p].labels);
}

TEST(Propagation, NumbersOfClustersMeanTheSameInEveryView) {
    const support::MappedProblem problem({.views = 3, .rows = 45, .constraints = 25, .mapped = 0.9}, Random(11));
    Context context;
    const Dataset data = problem.dataset();
    for (const Transfer transfer : {Transfer::propagate, Transfer::direct, Transfer::membership, Transfer::none}) {
        const Result result = propagation(data, {.n_clusters = 3, .transfer = transfer}, context);
        Index agree = 0, all = 0;
        for (const plain::Relation& r : problem.relations) {
            agree += result.partitions[r.view_a].labels[r.a] == result.partitions[r.view_b].labels[r.b] ? 1 : 0;
            ++all;
        }
        EXPECT_GT(agree, 3 * all / 4) << enum_name(transfer);
        const bool disagree = warning(result, "views-disagree") != nullptr;
        EXPECT_EQ(disagree, agree < all) << enum_name(transfer);
    }
}

TEST(Propagation, PredictsRowsOfAnyViewAsTheyWereClustered) {
    const support::MappedProblem problem({.rows = 40, .constraints = 10, .mapped = 0.7}, Random(3));
    const Dataset data = problem.dataset();
    for (const auto base : {PropagationBase::pck_means, PropagationBase::mpck_means}) {
        Context context;
        const Result result = propagation(data, {.n_clusters = 3, .base = base}, context);
        const auto both = predict_by_base(result.model, data, context);
        ASSERT_EQ(both.size(), 2U);
        for (std::size_t v = 0; v < 2; ++v) {
            Index same = 0;
            for (std::size_t i = 0; i < both[v].labels.size(); ++i)
                same += both[v].labels[i] == result.partitions[v].labels[i] ? 1 : 0;
            EXPECT_GT(same, static_cast<Index>(both[v].labels.size()) * 7 / 10) << "constraints move a few rows";
        }
        const std::vector<std::string> second{"b"};
        EXPECT_EQ(predict_by_base(result.model, data.select(second), context)[0].labels, both[1].labels);
    }
}

/// Three classes that the last column tells apart. The first is noise of deviation 20: under a metric with other
/// weights rows are elsewhere.
support::MappedProblem noisy_column(std::size_t cols, std::uint64_t seed) {
    support::MappedProblem problem({.rows = 60, .cols = static_cast<Index>(cols), .constraints = 25, .mapped = 0.9},
                                   Random(seed));
    Random random(seed);
    for (std::size_t v = 0; v < problem.tables.size(); ++v) {
        for (std::size_t i = 0; i < problem.tables[v].size(); ++i) {
            plain::Row& row = problem.tables[v][i];
            for (double& value : row)
                value = random.normal();
            row.front() *= 20;
            row.back() += 40 * problem.classes[v][i];
        }
    }
    return problem;
}

TEST(Propagation, OneMetricForAllClustersPredictsAsItWasFitted) {
    struct Case {
        std::size_t cols;
        const char* metric;
    };
    // As many columns as clusters: a diagonal metric looks like one number per cluster, a full one like a row each.
    for (const auto& [cols, metric] : {Case{3, "diagonal"}, Case{3, "full"}, Case{6, "full"}}) {
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            const support::MappedProblem problem = noisy_column(cols, seed);
            const Dataset data = problem.dataset();
            Context context({.seed = seed});
            const Result result = propagation(
                data,
                {.n_clusters = 3,
                 .base = PropagationBase::mpck_means,
                 .base_options = {{"metric", metric}, {"per_cluster", "false"}, {"constraint_weight", "1e-9"}}},
                context);
            const auto predicted = predict_by_base(result.model, data, context);
            for (std::size_t v = 0; v < 2; ++v)
                EXPECT_EQ(predicted[v].labels, result.partitions[v].labels) << metric << cols << ", seed " << seed;
        }
    }
}

TEST(Propagation, GoesOnFromEarlierLabelsOrAModel) {
    const support::MappedProblem problem({.rows = 40, .constraints = 10, .mapped = 0.7}, Random(3));
    const Dataset data = problem.dataset();
    Context context;
    const PropagationOptions options{.n_clusters = 3};
    const Result first = propagation(data, options, context);
    Start labels;
    labels.partitions = first.partitions;
    Start model;
    model.model = &first.model;
    for (const Start* start : {&labels, &model}) {
        const Result again = propagation(data, options, context, *start);
        EXPECT_EQ(again.partitions.size(), first.partitions.size());
        EXPECT_LE(again.iterations, options.max_iter);
    }
}

TEST(Propagation, SolvesFourQuadrantsFromSixteenConstraintsPerView) {
    const Generated made = generate_four_quadrants({.rows_per_view = 200}, Random(1));
    const auto& truth = made.truths.front().labels;
    std::vector<Constraint> constraints;
    Random random(5);
    for (int v = 0; v < 2; ++v) {
        for (int must = 0, cannot = 0; must + cannot < 16;) {
            const Index a = random.below(200), b = random.below(200);
            const bool same = truth[static_cast<std::size_t>(a)] == truth[static_cast<std::size_t>(b)];
            int& count = same ? must : cannot;
            if (a == b || count == 8) continue;
            ++count;
            constraints.push_back({{v, a}, {v, b}, same ? Link::must : Link::cannot, 1});
        }
    }
    const Dataset data = made.data.with_constraints(std::span<const Constraint>(constraints));
    Context context;
    const Result result = propagation(data, {.n_clusters = 2}, context);
    for (std::size_t v = 0; v < 2; ++v) {
        Index right = 0;
        for (std::size_t i = 0; i < truth.size(); ++i)
            right += result.partitions[v].labels[i] == truth[i] ? 1 : 0;
        EXPECT_GE(std::max<Index>(right, 200 - right), 190);
    }
}

TEST(Propagation, ChoosesTheThresholdByCrossValidation) {
    const support::MappedProblem problem({.constraints = 12}, Random(6));
    Context context;
    const Result result = propagation(problem.dataset(), {.n_clusters = 3, .threshold = {}, .max_iter = 3}, context);
    ASSERT_NE(warning(result, "threshold-chosen"), nullptr);
    EXPECT_THAT(warning(result, "threshold-chosen")->message, AllOf(HasSubstr("0.25: "), HasSubstr("0.99: ")));
    ASSERT_EQ(result.thresholds.size(), 5U) << "the curve, as numbers";
    EXPECT_EQ(result.thresholds.front().threshold, 0.25);
    double best = 0;
    for (const TriedThreshold& tried : result.thresholds)
        best = std::max(best, tried.score);
    for (const TriedThreshold& tried : result.thresholds) {
        if (tried.threshold != warning(result, "threshold-chosen")->value) continue;
        EXPECT_EQ(tried.score, best);
    }
    support::MappedProblem none = problem;
    none.constraints.clear();
    const Result without = propagation(none.dataset(), {.n_clusters = 3, .threshold = {}}, context);
    EXPECT_NE(warning(without, "threshold-default"), nullptr);
}

// Without the contradiction in view a, what is left of a fold contradicts the mapping.
TEST(Propagation, TheThresholdIsChosenWhereAFixedOneIsAccepted) {
    support::MappedProblem problem({.rows = 20, .classes = 2, .constraints = 4}, Random(2));
    problem.mappings = {{0, 1, {{2, 2}, {3, 3}, {6, 6}, {7, 7}}}};
    for (int v = 0; v < 2; ++v)
        problem.constraints.push_back({{v, 2}, {v, 4}, Link::must, 1});
    problem.constraints.push_back({{0, 0}, {0, 8}, Link::must, 1});
    problem.constraints.push_back({{0, 0}, {0, 8}, Link::cannot, 1});
    problem.constraints.push_back({{0, 2}, {0, 6}, Link::must, 1});
    problem.constraints.push_back({{1, 2}, {1, 6}, Link::cannot, 1});
    Context context;
    EXPECT_NO_THROW((void)propagation(problem.dataset(), {.n_clusters = 2}, context));
    const Result result = propagation(problem.dataset(), {.n_clusters = 2, .threshold = {}}, context);
    EXPECT_NE(warning(result, "threshold-chosen"), nullptr);
}

TEST(Propagation, ListsEveryObjectThatTheViewsDisagreeOn) {
    const support::MappedProblem problem({.rows = 90, .constraints = 4, .mapped = 0.9}, Random(8));
    const Dataset data = problem.dataset();
    Context context;
    const Result result = propagation(data, {.n_clusters = 8, .transfer = Transfer::none}, context);
    std::set<Index> expected;
    for (Index a = 0; a < data.view(0).rows(); ++a) {
        for (Index b = 0; b < data.view(1).rows(); ++b) {
            if (data.objects().of({0, a}) != data.objects().of({1, b})) continue;
            if (result.partitions[0].labels[static_cast<std::size_t>(a)] !=
                result.partitions[1].labels[static_cast<std::size_t>(b)])
                expected.insert(data.objects().of({0, a}));
        }
    }
    ASSERT_GT(expected.size(), 5U) << "more than the warning names";
    std::set<Index> found;
    for (const Disagreement& one : result.disagreements)
        found.insert(one.object);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(warning(result, "views-disagree")->value, static_cast<double>(expected.size()));
}

TEST(Propagation, TellsWhatWasInferredSinceWhichRound) {
    const support::MappedProblem problem({.constraints = 12, .mapped = 0.9}, Random(6));
    Context context, again;
    const PropagationOptions options{.n_clusters = 3, .threshold = OneOrEach<double>(0.3)};
    const Result result = propagation(problem.dataset(), options, context);
    const auto list = propagated_constraints(problem.dataset(), options, again);
    std::size_t fresh = 0;
    for (const PropagatedConstraint& one : result.propagated) {
        EXPECT_GE(one.round, 0);
        EXPECT_LT(one.round, result.iterations);
        fresh += one.is_certain ? 0 : 1;
    }
    EXPECT_EQ(fresh, list.size());
    EXPECT_GT(fresh, 0U);
    const Result light = propagation(
        problem.dataset(), {.n_clusters = 3, .threshold = OneOrEach<double>(0.3), .propagated_weight = 0}, context);
    const Result direct = propagation(problem.dataset(), {.n_clusters = 3, .transfer = Transfer::direct}, context);
    EXPECT_EQ(light.partitions[0].labels, direct.partitions[0].labels) << "without weight they change nothing";
}

TEST(Propagation, SaysWhatWasDropped) {
    const support::MappedProblem problem({.constraints = 12, .mapped = 0.9}, Random(6));
    Context context;
    const Result result = propagation(
        problem.dataset(), {.n_clusters = 3, .threshold = OneOrEach<double>(0.2), .max_propagated = 5}, context);
    ASSERT_NE(warning(result, "propagation-limited"), nullptr);
    EXPECT_THAT(warning(result, "propagation-limited")->message, HasSubstr("only the 5 heaviest"));
}

TEST(Propagation, MembershipSettlesAlsoWhereOnlySomePairsArePassedOn) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const support::MappedProblem problem({.rows = 60, .constraints = 10, .mapped = 0.9}, Random(seed));
        Context context({.seed = seed});
        const Result result =
            propagation(problem.dataset(),
                        {.n_clusters = 3, .transfer = Transfer::membership, .max_propagated = 40, .tol = 0}, context);
        EXPECT_EQ(result.stop_reason, StopReason::converged) << seed;
        ASSERT_NE(warning(result, "propagation-limited"), nullptr);
        EXPECT_THAT(warning(result, "propagation-limited")->message,
                    AllOf(HasSubstr("only 40 of the "), HasSubstr("drawn at random")));
    }
}

TEST(Propagation, IsCancelledBetweenRounds) {
    const support::MappedProblem problem({.constraints = 12}, Random(6));
    Context context;
    context.cancel();
    const Result result = propagation(problem.dataset(), {.n_clusters = 3}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.iterations, 1);
}

TEST(PropagationOptions, HoldThoseOfTheBaseUnderItsPrefix) {
    const std::vector<OptionText> texts{
        {"base", "mpck-means"}, {"base.metric", "full"}, {"base.tol", "auto"}, {"threshold", "auto"}};
    const PropagationOptions options = parsed_propagation(texts);
    ASSERT_EQ(options.base_options.size(), 1U);
    EXPECT_TRUE(options.threshold.is_auto());
    const PropagationOptions again = parsed_propagation(propagation_texts(options));
    EXPECT_EQ(propagation_steps::base_option(again, "metric"), "full");
    EXPECT_EQ(propagation_steps::base_option(again, "tol"), "auto");
    std::set<std::string> names;
    for (const OptionInfo& info : propagation_infos()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        EXPECT_TRUE(info.help.ends_with(".")) << info.name;
    }
    EXPECT_TRUE(names.contains("base.per_cluster"));
    EXPECT_FALSE(names.contains("base.n_clusters"));
    EXPECT_THAT(
        [] {
            parsed_propagation(std::vector<OptionText>{{"base.metrc", "full"}});
        },
        ThrowsMessage<Error>(HasSubstr("did you mean base.metric?")));
    EXPECT_TRUE(std::ranges::equal(EnumNames<PropagationBase>::values, resumable_methods()));
}

}  // namespace
}  // namespace mvlink
