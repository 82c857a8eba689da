#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/smvc.hpp>

#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace mvlink {
namespace {

using support::Table;
using testing::HasSubstr;

/// Dimensions 0 .. 3 follow one grouping of the rows, 4 .. 7 another, 8 and 9 none.
struct Made {
    Table X;
    std::vector<std::int32_t> first, second;
};

Made made(Index n, std::uint64_t seed, double separation = 4) {
    Random random(seed);
    Made out;
    const Table centres = support::random_table(6, 4, random);
    for (Index i = 0; i < n; ++i) {
        out.first.push_back(static_cast<std::int32_t>(random.below(3)));
        out.second.push_back(static_cast<std::int32_t>(random.below(3)));
        std::vector<double> row;
        for (const std::size_t centre : {static_cast<std::size_t>(out.first.back()),
                                         std::size_t{3} + static_cast<std::size_t>(out.second.back())}) {
            for (std::size_t j = 0; j < 4; ++j)
                row.push_back(separation * centres[centre][j] + random.normal());
        }
        row.push_back(random.normal());
        row.push_back(random.normal());
        out.X.push_back(row);
    }
    return out;
}

/// Share of the rows whose labels agree under the best one-to-one naming, by majority (enough where groups are clear).
double agreement(const std::vector<std::int32_t>& truth, const std::vector<std::int32_t>& found) {
    std::map<std::int32_t, std::map<std::int32_t, int>> counts;
    for (std::size_t i = 0; i < truth.size(); ++i)
        ++counts[found[i]][truth[i]];
    double agreed = 0;
    for (const auto& [label, of] : counts) {
        int most = 0;
        for (const auto& [truth_label, count] : of)
            most = std::max(most, count);
        agreed += most;
    }
    return agreed / static_cast<double>(truth.size());
}

std::vector<Index> columns(const Clustering& clustering) {
    std::vector<Index> out;
    for (const auto& dimension : clustering.dimensions)
        out.push_back(dimension.column);
    return out;
}

std::string refusal(const Dataset& data, const SmvcOptions& options, ErrorCode code) {
    Context context;
    try {
        smvc(data, options, context);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    return "";
}

TEST(Smvc, FindsBothGroupingsTheirDimensionsAndTheNoise) {
    const Made data = made(300, 1);
    Context context;
    const Result result = smvc(Dataset(support::dense_view<double>(data.X)), {}, context);
    ASSERT_EQ(result.partitions.size(), 2);
    EXPECT_EQ(result.partitions[0].name, "clustering1");
    EXPECT_EQ(result.partitions[0].scope, Scope::clustering);
    EXPECT_GT(agreement(data.first, result.partitions[0].labels), 0.95);
    EXPECT_GT(agreement(data.second, result.partitions[1].labels), 0.95);
    EXPECT_EQ(columns(result.clusterings[0]), (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_EQ(columns(result.clusterings[1]), (std::vector<Index>{4, 5, 6, 7}));
    EXPECT_GT(result.clusterings[0].dimensions[0].probability, 0.99);
    EXPECT_GT(result.clusterings[0].explained, 0.5);
    EXPECT_EQ(result.stop_reason, StopReason::converged);
}

TEST(Smvc, WithoutABackgroundEveryDimensionHasAClustering) {
    Context context;
    const Result result = smvc(Dataset(support::dense_view<double>(made(200, 2).X)), {.background = false}, context);
    EXPECT_EQ(result.clusterings[0].dimensions.size() + result.clusterings[1].dimensions.size(), 10);
}

TEST(Smvc, ClusteringsComeByFirstDimensionAndClustersBySize) {
    Context context;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Result result = smvc(Dataset(support::dense_view<double>(made(150, seed).X)), {}, context);
        EXPECT_LT(columns(result.clusterings[0]).front(), columns(result.clusterings[1]).front());
        for (const Partition& partition : result.partitions) {
            std::vector<Index> sizes(3, 0);
            for (const std::int32_t label : partition.labels)
                ++sizes[static_cast<std::size_t>(label)];
            EXPECT_TRUE(sizes[0] + 3 >= sizes[1] && sizes[1] + 3 >= sizes[2]);
        }
    }
}

TEST(Smvc, OneNumberOfClustersEachIsKept) {
    Context context;
    const Result result =
        smvc(Dataset(support::dense_view<double>(made(150, 3).X)), {.n_clusters = std::vector<int>{4, 2}}, context);
    EXPECT_EQ(result.partitions[0].n_clusters, 4);
    EXPECT_EQ(result.partitions[1].n_clusters, 2);
}

TEST(Smvc, ConstraintsFindTheirClustering) {
    const Made data = made(200, 4);
    std::vector<Constraint> pairs;
    std::vector<int> speaks_of;
    Random random(5);
    while (pairs.size() < 40) {
        const Index a = random.below(200), b = random.below(200);
        if (a >= b) continue;
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        const bool first = data.first[i] == data.first[j], second = data.second[i] == data.second[j];
        if (first != second) pairs.push_back({{0, a}, {0, b}, Link::must, 1});
    }
    Context context;
    const Result result =
        smvc(support::constrained(support::dense_view<double>(data.X), pairs), {.n_clusters = 3}, context);
    EXPECT_EQ(result.constraints.must.satisfied, result.constraints.must.given);
    for (std::size_t m = 0; m < 2; ++m) {
        const auto& truth = m == 0 ? data.first : data.second;
        EXPECT_FALSE(result.clusterings[m].constraints.empty());
        for (const auto& [constraint, probability] : result.clusterings[m].constraints) {
            EXPECT_EQ(truth[static_cast<std::size_t>(constraint.a.row)],
                      truth[static_cast<std::size_t>(constraint.b.row)]);
            EXPECT_GT(probability, 0.5);
        }
    }
}

TEST(Smvc, AColumnThatIsSaidToBelongToAClusteringIsThere) {
    const Made data = made(300, 1);
    const Dataset view(support::dense_view<double>(data.X));
    Context context;
    // By itself the first grouping comes first; here it is asked for as the second.
    const Result swapped = smvc(view, {.columns_of = "1:2"}, context);
    EXPECT_EQ(columns(swapped.clusterings[1]), (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_EQ(columns(swapped.clusterings[0]), (std::vector<Index>{4, 5, 6, 7}));
    // A column of noise is neither's, unless it is said to be.
    const Result forced = smvc(view, {.columns_of = "1:2,8:2"}, context);
    EXPECT_EQ(columns(forced.clusterings[1]), (std::vector<Index>{0, 1, 2, 3, 8}));
    EXPECT_EQ(forced.clusterings[1].dimensions.back().probability, 1.0);
    EXPECT_GT(agreement(data.first, forced.partitions[1].labels), 0.95);
    const Result doubted = smvc(view, {.columns_of = "1:2,8:2", .belief = 0.6}, context);
    EXPECT_EQ(columns(doubted.clusterings[1]), (std::vector<Index>{0, 1, 2, 3})) << "the data speak against it";
}

TEST(Smvc, APairThatIsSaidToBeAboutAClusteringIs) {
    const Made data = made(200, 4);
    std::vector<Constraint> pairs;
    for (Index a = 0; a < 200 && pairs.size() < 2; ++a) {
        const auto i = static_cast<std::size_t>(a);
        // Together in both groupings: nothing but the prior tells which it is about.
        if (a > 0 && data.first[i] == data.first[0] && data.second[i] == data.second[0])
            pairs.push_back({{0, 0}, {0, a}, Link::must, 1});
    }
    ASSERT_EQ(pairs.size(), 2U);
    const Dataset linked = support::constrained(support::dense_view<double>(data.X), pairs);
    Context context;
    for (const int m : {1, 2}) {
        const std::string first = std::to_string(pairs[0].b.row), second = std::to_string(pairs[1].b.row);
        const Result result = smvc(
            linked, {.pairs_of = "0+" + first + ":" + std::to_string(m) + "," + second + "+0:" + std::to_string(m)},
            context);
        const auto& constraints = result.clusterings[static_cast<std::size_t>(m - 1)].constraints;
        ASSERT_EQ(constraints.size(), 2U);
        EXPECT_EQ(constraints[0].probability, 1.0);
    }
}

TEST(Smvc, ThePairThatIsBothMustAndCannotLinkedHoldsInDifferentClusterings) {
    const Made data = made(200, 6);
    Index other = 1;
    while (data.first[0] != data.first[static_cast<std::size_t>(other)] ||
           data.second[0] == data.second[static_cast<std::size_t>(other)])
        ++other;
    Context context;
    const Result result =
        smvc(support::constrained(support::dense_view<double>(data.X),
                                  {{{0, 0}, {0, other}, Link::must, 1}, {{0, 0}, {0, other}, Link::cannot, 1}}),
             {}, context);
    EXPECT_EQ(result.constraints.must.satisfied, 1);
    EXPECT_EQ(result.constraints.cannot.satisfied, 1);
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_EQ(result.warnings[0].code, "constraints-both-ways");
    EXPECT_EQ(result.clusterings[0].constraints.size(), 1);
}

TEST(Smvc, WithoutConstraintsTheirWeightDoesNotMatter) {
    const Dataset data(support::dense_view<double>(made(120, 7).X));
    Context context;
    const Result five = smvc(data, {}, context), hundred = smvc(data, {.constraint_weight = 100}, context);
    EXPECT_EQ(five.objective, hundred.objective);
    EXPECT_EQ(five.partitions[0].labels, hundred.partitions[0].labels);
}

TEST(Smvc, ScalingADimensionMovesTheBoundByMinusRowsTimesItsLogarithm) {
    const Made data = made(120, 8);
    Table scaled = data.X;
    for (auto& row : scaled)
        row[2] = 8 * row[2] + 3;
    Context context;
    const SmvcOptions options{.n_init = 1};  // start 0 measures in standard deviations
    const Result a = smvc(Dataset(support::dense_view<double>(data.X)), options, context);
    const Result b = smvc(Dataset(support::dense_view<double>(scaled)), options, context);
    EXPECT_NEAR(b.objective.back(), a.objective.back() - 120 * std::log(8), 1e-6);
    EXPECT_EQ(a.partitions[1].labels, b.partitions[1].labels);
}

TEST(Smvc, SameBitsForAnyNumberOfThreadsAndLayout) {
    const Made data = made(3000, 9, 2);
    Random random(1);
    const auto pairs = support::random_constraints(3000, 400, false, random);
    Table exact = data.X;
    for (auto& row : exact) {
        for (double& value : row)
            value = static_cast<float>(value);
    }
    const SmvcOptions options{.n_init = 2, .n_finish = 1, .max_iter = 40};
    Context one(Context::Settings{.threads = 1}), three(Context::Settings{.threads = 3});
    const Result a = smvc(support::constrained(support::dense_view<double>(exact), pairs), options, one);
    const Result b = smvc(support::constrained(support::dense_view<double>(exact), pairs), options, three);
    EXPECT_EQ(a.objective, b.objective);
    EXPECT_EQ(a.partitions[0].labels, b.partitions[0].labels);
    EXPECT_EQ(a.partitions[1].confidence, b.partitions[1].confidence);
    for (const View& view : support::every_kind(exact)) {
        const Result c = smvc(support::constrained(view, pairs), options, one);
        EXPECT_EQ(a.partitions[0].labels, c.partitions[0].labels) << view.kind();
    }
}

TEST(Smvc, PredictGivesTheTrainingRowsTheirLabelsInEveryClustering) {
    const Made data = made(250, 10);
    Table X = data.X;
    for (auto& row : X)
        row.insert(row.begin() + 2, 7.0);  // a constant column
    const Dataset dataset(support::dense_view<double>(X));
    Context context;
    const Result result = smvc(dataset, {}, context);
    EXPECT_EQ(result.warnings[0].code, "constant-dimensions");
    const auto labelled = predict(result.model, dataset, context);
    ASSERT_EQ(labelled.size(), 2);
    for (std::size_t m = 0; m < 2; ++m) {
        EXPECT_EQ(labelled[m].labels, result.partitions[m].labels);
        for (std::size_t i = 0; i < 250; ++i)
            EXPECT_NEAR(labelled[m].confidence[i], result.partitions[m].confidence[i], 1e-6);
    }
    EXPECT_EQ(result.model.array("means").values[2], 7);
}

TEST(Smvc, ChoosesTheNumberOfClusteringsAndClustersByTheBound) {
    const Made data = made(300, 11);
    Context context;
    const Result result = smvc(
        Dataset(support::dense_view<double>(data.X)),
        {.n_clusterings = OrAuto<int>(), .max_clusterings = 3, .max_clusters = 4, .n_init = 3, .n_finish = 1}, context);
    ASSERT_EQ(result.partitions.size(), 2);
    EXPECT_EQ(result.partitions[0].n_clusters, 3);
    EXPECT_EQ(result.partitions[1].n_clusters, 3);
    EXPECT_GE(result.tried.size(), 9);
    const auto best = std::max_element(result.tried.begin(), result.tried.end(),
                                       [](const auto& a, const auto& b) { return a.objective < b.objective; });
    EXPECT_EQ(best->n_clusters, (std::vector<int>{3, 3}));
}

/// A clustering that is told from the others by its columns may be the one with more clusters, wherever it stands.
TEST(Smvc, ClusteringsWithNamedColumnsAreSizedInTheirOrder) {
    Random random(3);
    const Table centres = support::random_table(6, 4, random);
    Table X;
    for (Index i = 0; i < 200; ++i) {
        std::vector<double> row;
        for (const Index centre : {random.below(4), 4 + random.below(2)}) {
            for (std::size_t j = 0; j < 4; ++j)
                row.push_back(20 * centres[static_cast<std::size_t>(centre)][j] + random.normal());
        }
        X.push_back(row);
    }
    Context context;
    for (const auto& [columns_of, sizes] : {std::pair{"0:1,1:1,2:1,3:1,4:2", std::vector<int>{4, 2}},
                                            std::pair{"0:2,1:2,2:2,3:2,4:1", std::vector<int>{2, 4}}}) {
        const SmvcOptions options{.n_clusterings = 2, .max_clusters = 4, .columns_of = columns_of};
        const Result result = smvc(Dataset(support::dense_view<double>(X)), options, context);
        EXPECT_EQ(result.partitions[0].n_clusters, sizes[0]) << columns_of;
        EXPECT_EQ(result.partitions[1].n_clusters, sizes[1]) << columns_of;
        for (const std::vector<int>& tried : {std::vector<int>{3, 4}, std::vector<int>{4, 3}}) {
            EXPECT_TRUE(std::any_of(result.tried.begin(), result.tried.end(),
                                    [&](const auto& one) { return one.n_clusters == tried; }));
        }
    }
}

TEST(Smvc, PairsThatWeighNothingMayBeNamed) {
    const Dataset data =
        support::constrained(support::dense_view<double>(made(60, 5).X), {{{0, 0}, {0, 1}, Link::must, 1}});
    Context context;
    EXPECT_NO_THROW(smvc(data, {.constraint_weight = 0, .n_init = 1, .pairs_of = "0+1:1"}, context));
}

TEST(Smvc, AWarmStartKeepsTheNumbersOfClusters) {
    const Made data = made(200, 12);
    const Dataset dataset(support::dense_view<double>(data.X));
    Context context;
    const Result first = smvc(dataset, {}, context);
    Start start;
    start.partitions = first.partitions;
    for (std::int32_t& label : start.partitions[0].labels)
        label = 2 - label;
    const Result again = smvc(dataset, {}, context, start);
    EXPECT_EQ(again.partitions[0].labels, start.partitions[0].labels);
    Start from_model;
    from_model.model = &first.model;
    EXPECT_EQ(smvc(dataset, {}, context, from_model).partitions[1].labels, first.partitions[1].labels);
    start.partitions.pop_back();
    EXPECT_THROW(smvc(dataset, {}, context, start), Error);
}

TEST(Smvc, OtherNumbersForClustersAndClusteringsChangeNothingButTheNumbers) {
    Context context;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Made data = made(150, seed, 1.5);
        Random random(seed);
        const Dataset dataset = support::constrained(support::dense_view<double>(data.X),
                                                     support::random_constraints(150, 50, false, random));
        Start start, renamed;
        for (const char* name : {"clustering1", "clustering2"}) {
            start.partitions.push_back({Scope::clustering, name, 3, {}, {}});
            for (int i = 0; i < 150; ++i)
                start.partitions.back().labels.push_back(static_cast<std::int32_t>(random.below(3)));
        }
        renamed.partitions = {start.partitions[1], start.partitions[0]};
        for (Partition& partition : renamed.partitions) {
            for (std::int32_t& label : partition.labels)
                label = (label + 1) % 3;
        }
        const SmvcOptions options{.max_iter = 60};
        const Result a = smvc(dataset, options, context, start), b = smvc(dataset, options, context, renamed);
        EXPECT_NEAR(a.objective.back(), b.objective.back(), 1e-7 * std::abs(a.objective.back()));
        EXPECT_EQ(a.constraints.must.satisfied, b.constraints.must.satisfied);
        for (std::size_t m = 0; m < 2; ++m) {
            EXPECT_EQ(columns(a.clusterings[m]), columns(b.clusterings[1 - m]));
            for (std::size_t i = 0; i < 150; ++i)
                EXPECT_EQ((a.partitions[m].labels[i] + 1) % 3, b.partitions[1 - m].labels[i]);
        }
    }
}

TEST(Smvc, EveryStartAndBothModesRun) {
    const Made data = made(120, 13);
    Random random(2);
    const Dataset dataset =
        support::constrained(support::dense_view<double>(data.X), support::random_constraints(120, 60, true, random));
    Context context;
    for (const SmvcStart kind : {SmvcStart::automatic, SmvcStart::mutual_information, SmvcStart::correlation,
                                 SmvcStart::must_links, SmvcStart::random_groups, SmvcStart::random}) {
        for (const Mode mode : {Mode::corrected, Mode::paper}) {
            const Result result = smvc(dataset, {.mode = mode, .start = kind, .n_init = 2, .max_iter = 50}, context);
            EXPECT_TRUE(std::isfinite(result.objective.back()));
            EXPECT_EQ(result.constraints.must.given + result.constraints.cannot.given,
                      static_cast<Index>(dataset.constraints().size()));
        }
    }
}

TEST(Smvc, CancellingKeepsTheLastRound) {
    const Dataset data(support::dense_view<double>(made(200, 14).X));
    Context* running = nullptr;
    int rounds = 0;
    Context context(Context::Settings{.on_progress = [&](const Progress& progress) {
        if (progress.phase.empty() && ++rounds == 3) running->cancel();  // those of K-Means in the start do not count
    }});
    running = &context;
    const Result result = smvc(data, {.tol = 0}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.iterations, 3);
    EXPECT_EQ(result.partitions[0].labels.size(), 200);
}

TEST(SmvcBadInput, OddDataAreClusteredAllTheSame) {
    Random random(1);
    Table X = support::random_table(40, 3, random);
    for (auto& row : X) {
        row.push_back(row[0]);  // a duplicate dimension
        row.push_back(-1);      // a constant one
    }
    Context context;
    const Result result = smvc(Dataset(support::dense_view<double>(X)), {.n_clusters = 8}, context);
    EXPECT_EQ(result.partitions[0].labels.size(), 40);
    const Result few = smvc(Dataset(support::dense_view<double>({{0, 1}, {1, 0}})), {.n_clusters = 2}, context);
    EXPECT_EQ(few.partitions[0].labels.size(), 2);
    const Table twins(30, std::vector<double>{1, 2});
    Table almost = twins;
    almost[0] = {5, 6};
    EXPECT_EQ(smvc(Dataset(support::dense_view<double>(almost)), {}, context).partitions.size(), 2);
}

TEST(SmvcBadInput, AbsurdWeightsAreCappedAndSaidSo) {
    const Made data = made(100, 15);
    Context context;
    const Dataset dataset =
        support::constrained(support::dense_view<double>(data.X), {{{0, 0}, {0, 1}, Link::must, 1e300},
                                                                   {{0, 1}, {0, 2}, Link::cannot, 1e308},
                                                                   {{0, 3}, {0, 4}, Link::must, 1e-300}});
    const Result result = smvc(dataset, {.constraint_weight = 1e300}, context);
    EXPECT_TRUE(std::isfinite(result.objective.back()));
    EXPECT_TRUE(std::any_of(result.warnings.begin(), result.warnings.end(),
                            [](const Warning& warning) { return warning.code == "weights-capped"; }));
    EXPECT_EQ(result.constraints.must.violated, 0);
}

TEST(SmvcBadInput, WhatDoesNotFitIsRefused) {
    const Dataset data(support::dense_view<double>(made(20, 16).X));
    EXPECT_THAT(refusal(data, {.n_clusters = 21}, ErrorCode::input), HasSubstr("21 clusters for the 20 rows"));
    EXPECT_THAT(refusal(data, {.n_clusterings = 11}, ErrorCode::input),
                HasSubstr("11 clusterings for 10 dimensions that vary"));
    EXPECT_THAT(refusal(data, {.n_clusters = std::vector<int>{3, 4, 5}}, ErrorCode::usage),
                HasSubstr("3 numbers for 2 clusterings"));
    EXPECT_THAT(refusal(data, {.n_clusters = std::vector<int>{3, 0}}, ErrorCode::usage), HasSubstr("n_clusters"));
    EXPECT_THAT(refusal(data, {.n_clusters = std::vector<int>{}}, ErrorCode::usage), HasSubstr("a number is missing"));
    EXPECT_THAT(refusal(data, {.max_clusters = 1}, ErrorCode::usage), HasSubstr("max_clusters"));
    EXPECT_THAT(refusal(data, {.image = "20y20"}, ErrorCode::usage), HasSubstr("such as 20x20"));
    EXPECT_THAT(refusal(data, {.image = "20x20"}, ErrorCode::input), HasSubstr("400 pixels"));
    EXPECT_EQ(refusal(data, {.image = "2x5", .max_iter = 3}, ErrorCode::input), "");
    EXPECT_THAT(refusal(data, {.columns_of = "1:3"}, ErrorCode::usage), HasSubstr("found clustering 3"));
    EXPECT_THAT(refusal(data, {.columns_of = "1"}, ErrorCode::usage), HasSubstr("expected entries such as"));
    EXPECT_THAT(refusal(data, {.columns_of = "99:1"}, ErrorCode::input), HasSubstr("column \"99\" does not exist"));
    EXPECT_THAT(refusal(data, {.pairs_of = "1:1"}, ErrorCode::usage), HasSubstr("expected two rows"));
    EXPECT_THAT(refusal(data, {.pairs_of = "1+2:1"}, ErrorCode::input), HasSubstr("no constraint between rows 1+2"));
    EXPECT_THAT(refusal(data, {.n_clusterings = {}, .columns_of = "1:1"}, ErrorCode::usage),
                HasSubstr("give n_clusterings"));
    EXPECT_THAT(
        refusal(Dataset(support::dense_view<double>(Table(5, std::vector<double>{1, 2}))), {}, ErrorCode::input),
        HasSubstr("none of its 2 columns varies"));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(Dataset(support::dense_view<double>({{1, nan}, {2, 3}})), Error);
    const Dataset two({support::dense_view<double>(made(20, 1).X), support::dense_view<double>(made(20, 2).X, "y")});
    EXPECT_THAT(refusal(two, {}, ErrorCode::usage), HasSubstr("one view"));
}

}  // namespace
}  // namespace mvlink
