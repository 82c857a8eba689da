#include <mvlink/mvcsc.hpp>

#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/registry.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace mvlink {
namespace {

using testing::HasSubstr;

/// One constraint per pair, about objects: in the first view, whose rows are the objects.
Dataset with_samples(const Generated& made, Index count, double wrong, std::uint64_t seed) {
    const auto pairs =
        sample_constraints(made.truths.front().labels, 0, {.count = count, .wrong_share = wrong}, Random(seed));
    return made.data.with_constraints(std::span<const Constraint>(pairs));
}

double agreement(const Generated& made, const Result& result) {
    return pair_scores(made.truths.front().labels, result.partitions.back().labels).f_measure;
}

Result run(const Dataset& data, const MvcscOptions& options, std::uint64_t seed = 0) {
    Context context({.seed = seed});
    return mvcsc(data, options, context);
}

bool warned(const Result& result, const std::string& code) {
    return std::any_of(result.warnings.begin(), result.warnings.end(),
                       [&](const Warning& warning) { return warning.code == code; });
}

template <class Body>
Error error_of(Body&& body) {
    try {
        body();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "no error";
    return {ErrorCode::internal, ""};
}

TEST(Mvcsc, IgnoresViewsThatSayNothingAndNamesThem) {
    const Generated made = generate_mvcsc_synthetic({300, 0.3}, Random{1});
    const Result result = run(with_samples(made, 90, 0, 1), {.n_clusters = 3, .beta = 2.0});
    ASSERT_EQ(result.view_weights.size(), 6U);
    EXPECT_NEAR(std::accumulate(result.view_weights.begin(), result.view_weights.end(), 0.0), 1, 1e-12);
    EXPECT_EQ(result.view_weights[4], 0);
    EXPECT_EQ(result.view_weights[5], 0);
    EXPECT_GT(result.view_weights[0], 0.1);
    std::string ignored;
    for (const Warning& warning : result.warnings) {
        if (warning.code == "view-ignored") ignored += warning.message;
    }
    EXPECT_THAT(ignored, HasSubstr("irrelevant1"));
    EXPECT_THAT(ignored, HasSubstr("irrelevant2"));
    EXPECT_GT(agreement(made, result), 0.75);
}

TEST(Mvcsc, ObjectiveNeverRisesAndAnswersAreOneLabelPerObject) {
    const Generated made = generate_mvcsc_synthetic({150, 0.3}, Random{2});
    const Result result = run(with_samples(made, 60, 0, 2), {.n_clusters = 3});
    for (std::size_t t = 1; t < result.objective.size(); ++t)
        EXPECT_LE(result.objective[t], result.objective[t - 1] + 1e-12);
    ASSERT_EQ(result.partitions.size(), 7U);
    for (const Partition& partition : result.partitions)
        EXPECT_EQ(partition.labels, result.partitions.back().labels);
}

TEST(Mvcsc, ConstraintsHelpAndWrongOnesDoNotHarmBelowNone) {
    double none = 0, right = 0, flipped = 0;
    constexpr int kDraws = 4;
    for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
        const Generated made = generate_mvcsc_synthetic({300, 0.3}, Random{seed});
        none += agreement(made, run(made.data, {.n_clusters = 3})) / kDraws;
        right += agreement(made, run(with_samples(made, 120, 0, seed), {.n_clusters = 3})) / kDraws;
        flipped += agreement(made, run(with_samples(made, 120, 0.1, seed), {.n_clusters = 3})) / kDraws;
    }
    EXPECT_GT(right, none);
    EXPECT_GE(flipped, none);
}

/// Either pair of views alone has an ARI of about .5, all four about .72. A beta that ignores the two irrelevant views
/// must not ignore one of the pairs as well.
TEST(Mvcsc, WithoutConstraintsIrrelevantViewsAreIgnoredAndNoOthers) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Generated made = generate_mvcsc_synthetic({300, 0.3}, Random{seed});
        const Result result = run(made.data, {.n_clusters = 3, .affinity = GraphAffinity::gaussian});
        for (std::size_t view = 0; view < 6; ++view)
            EXPECT_EQ(result.view_weights[view] > 0, view < 4) << seed << ", view " << view;
    }
}

/// Constraints that say nothing about the classes must not let few views decide, where they are easier to fit.
TEST(Mvcsc, ManyWrongConstraintsCannotChooseAmongTheViews) {
    double with = 0, none = 0;
    constexpr int kDraws = 8;
    for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
        const Generated made = generate_mvcsc_synthetic({300, 0.3}, Random{seed});
        const MvcscOptions options{.n_clusters = 3, .affinity = GraphAffinity::gaussian};
        none += agreement(made, run(made.data, options)) / kDraws;
        with += agreement(made, run(with_samples(made, 90, 0.3, seed), options)) / kDraws;
    }
    EXPECT_GT(with, none - 0.03);  // 20 other draws: -.010 +- .012 in ARI
}

/// The same objects in another order: labels are those of the same objects, up to the numbers of the clusters.
TEST(Mvcsc, RelabellingObjectsPermutesTheAnswer) {
    const Generated made = generate_mvcsc_synthetic({120, 0.1}, Random{3});
    const std::vector<Index> order = Random(5).permutation(120);
    std::vector<View> views;
    for (const View& view : made.data.views()) {
        const auto& X = std::get<DenseRows<double>>(view.features());
        std::vector<double> values;
        for (const Index row : order)
            values.insert(values.end(), {X.at(row, 0), X.at(row, 1)});
        views.push_back(View::dense(view.name(), 120, 2, std::move(values)));
    }
    std::vector<Index> place(120);
    for (Index i = 0; i < 120; ++i)
        place[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = i;
    const Dataset one = with_samples(made, 60, 0, 3);
    std::vector<Constraint> moved(one.constraints().begin(), one.constraints().end());
    for (Constraint& constraint : moved) {
        constraint.a.row = place[static_cast<std::size_t>(constraint.a.row)];
        constraint.b.row = place[static_cast<std::size_t>(constraint.b.row)];
    }
    const Dataset two =
        Dataset(std::move(views)).with_row_mapping().with_constraints(std::span<const Constraint>(moved));
    const MvcscOptions options{
        .n_clusters = 3, .beta = 2.0, .n_init = 1};  // a perturbed start is another for other rows
    const Result first = run(one, options), second = run(two, options);
    EXPECT_NEAR(first.objective.back(), second.objective.back(), 1e-6);
    std::map<std::int32_t, std::set<std::int32_t>> partners;
    for (Index i = 0; i < 120; ++i) {
        partners[second.partitions.back().labels[static_cast<std::size_t>(i)]].insert(
            first.partitions.back().labels[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    }
    for (const auto& [label, others] : partners)
        EXPECT_EQ(others.size(), 1U) << label;
}

TEST(Mvcsc, HasTheSameBitsForAnyNumberOfThreads) {
    const Generated made = generate_mvcsc_synthetic({150, 0.3}, Random{4});
    const Dataset data = with_samples(made, 50, 0, 4);
    std::vector<Result> results;
    for (const int threads : {1, 5}) {
        Context context({.threads = threads});
        results.push_back(mvcsc(data, {.n_clusters = 3}, context));
    }
    EXPECT_EQ(results[0].objective, results[1].objective);
    EXPECT_EQ(results[0].view_weights, results[1].view_weights);
    EXPECT_EQ(results[0].partitions.back().confidence, results[1].partitions.back().confidence);
}

TEST(Mvcsc, PrintedModeRunsForTwoClassesAndForMore) {
    const Generated made = generate_mvcsc_synthetic({150, 0.3}, Random{5});
    for (const int k : {2, 3}) {
        const Result result = run(with_samples(made, 40, 0, 5), {.n_clusters = k, .mode = Mode::paper});
        EXPECT_GE(result.iterations, 1);
        EXPECT_EQ(result.partitions.back().n_clusters, k);
        EXPECT_EQ(std::set<std::int32_t>(result.partitions.back().labels.begin(), result.partitions.back().labels.end())
                      .size(),
                  static_cast<std::size_t>(k));
    }
}

/// Two groups far apart in each of two views; each view lacks a different fifth of the objects.
TEST(Mvcsc, ObjectsMissingInAViewArePlacedByTheOthers) {
    Random random(6);
    std::vector<std::vector<double>> values(2);
    std::vector<std::vector<std::string>> ids(2);
    for (int i = 0; i < 60; ++i) {
        for (int v = 0; v < 2; ++v) {
            if (i % 5 == v) continue;
            values[static_cast<std::size_t>(v)].push_back(10.0 * (i % 3) + random.normal());
            values[static_cast<std::size_t>(v)].push_back(random.normal());
            ids[static_cast<std::size_t>(v)].push_back(std::to_string(i));
        }
    }
    const Dataset data = Dataset({View::dense("a", 48, 2, values[0]).with_ids(ids[0]),
                                  View::dense("b", 48, 2, values[1]).with_ids(ids[1])})
                             .with_id_mapping();
    const Result result = run(data, {.n_clusters = 3, .n_neighbors = 5});
    EXPECT_EQ(data.objects().count(), 60);
    std::map<int, std::set<std::int32_t>> labels;
    for (int v = 0; v < 2; ++v) {
        for (std::size_t row = 0; row < ids[static_cast<std::size_t>(v)].size(); ++row) {
            labels[std::stoi(ids[static_cast<std::size_t>(v)][row]) % 3].insert(
                result.partitions[static_cast<std::size_t>(v)].labels[row]);
        }
    }
    for (const auto& [group, found] : labels)
        EXPECT_EQ(found.size(), 1U) << group;
    EXPECT_TRUE(warned(result, "objects-missing"));
}

TEST(Mvcsc, PredictsFromAnySubsetOfTheViews) {
    const Generated made = generate_mvcsc_synthetic({300, 0.3}, Random{7});
    const Result result = run(with_samples(made, 60, 0, 7), {.n_clusters = 3, .beta = 2.0});
    const auto& labels = result.partitions.back().labels;
    Context context;
    const auto same_share = [&](const std::vector<std::string>& names) {
        const auto predicted = predict(result.model, made.data.select(names), context).front().labels;
        double same = 0;
        for (std::size_t i = 0; i < labels.size(); ++i)
            same += predicted[i] == labels[i];
        return same / static_cast<double>(labels.size());
    };
    EXPECT_GT(same_share({"clean1", "clean2", "noisy1", "noisy2", "irrelevant1", "irrelevant2"}), 0.95);
    EXPECT_GT(same_share({"clean1", "clean2"}), 0.9);
}

TEST(Mvcsc, WeightZeroIsNoConstraint) {
    const Generated made = generate_mvcsc_synthetic({120, 0.3}, Random{8});
    const Dataset data = with_samples(made, 40, 0, 8);
    const MvcscOptions off{.n_clusters = 3, .constraint_weight = 0}, plain{.n_clusters = 3};
    EXPECT_EQ(run(data, off).partitions.back().labels, run(made.data, plain).partitions.back().labels);
    const MvcscOptions no_gamma{.n_clusters = 3, .beta = 0.3, .gamma = 0.0, .normalize_rows = true},
        free{.n_clusters = 3, .beta = 0.3, .normalize_rows = true};
    EXPECT_EQ(run(data, no_gamma).partitions.back().labels, run(made.data, free).partitions.back().labels);
}

/// Neither their number nor what they say counts, not even where all of them are wrong.
TEST(Mvcsc, ConstraintsThatWeighNextToNothingChangeNothing) {
    const Generated made = generate_mvcsc_synthetic({120, 0.3}, Random{8});
    const Dataset data = with_samples(made, 40, 0, 8);
    std::vector<Constraint> constraints(data.constraints().begin(), data.constraints().end());
    const std::vector<std::int32_t>& labels = made.truths.front().labels;
    Random random(1);
    while (constraints.size() < 1000) {
        const Index a = random.below(120), b = random.below(120);
        if (a == b) continue;
        const bool same = labels[static_cast<std::size_t>(a)] == labels[static_cast<std::size_t>(b)];
        constraints.push_back({{0, a}, {0, b}, same ? Link::cannot : Link::must, 1e-9});
    }
    const Dataset dusty = data.with_constraints(std::span<const Constraint>(constraints));
    const Result with = run(dusty, {.n_clusters = 3}), without = run(data, {.n_clusters = 3});
    EXPECT_EQ(pair_scores(with.partitions.back().labels, without.partitions.back().labels).f_measure, 1);
}

TEST(Mvcsc, RefusesBadInput) {
    const Generated made = generate_mvcsc_synthetic({30, 0.3}, Random{9});
    const std::vector<View> views(made.data.views().begin(), made.data.views().end());
    const Error unmapped = error_of([&] { run(Dataset(views), {.n_clusters = 3}); });
    EXPECT_EQ(unmapped.code(), ErrorCode::input);
    EXPECT_THAT(unmapped.what(), HasSubstr("cmvnmf"));
    EXPECT_EQ(error_of([&] { run(made.data, {.n_clusters = 31}); }).code(), ErrorCode::input);
    EXPECT_EQ(error_of([&] { run(made.data, {.n_clusters = 3, .beta = -1.0}); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { run(made.data, {.n_clusters = 3, .gamma = -1.0}); }).code(), ErrorCode::usage);
    EXPECT_EQ(error_of([&] { run(made.data, {.n_clusters = 3, .n_neighbors = 30}); }).code(), ErrorCode::input);
    EXPECT_EQ(error_of([&] { run(made.data, {.n_clusters = 0}); }).code(), ErrorCode::usage);
}

TEST(Mvcsc, ConstraintsOfBothKindsOnOnePairAreReportedAndKept) {
    const Generated made = generate_mvcsc_synthetic({60, 0.3}, Random{10});
    const std::vector<Constraint> both{
        {{0, 0}, {0, 1}, Link::must, 1}, {{0, 0}, {0, 1}, Link::cannot, 1}, {{0, 2}, {1, 2}, Link::cannot, 1}};
    const Result result = run(made.data.with_constraints(std::span<const Constraint>(both)), {.n_clusters = 3});
    EXPECT_TRUE(warned(result, "constraints-contradict"));
    EXPECT_TRUE(warned(result, "cannot-link-in-object"));
    EXPECT_GE(result.constraints.must.violated + result.constraints.cannot.violated, 2);
}

TEST(Mvcsc, ConstraintsThatContradictThroughTheMappingAreReported) {
    const Generated made = generate_mvcsc_synthetic({60, 0.3}, Random{10});
    const std::vector<Constraint> both{{{0, 0}, {0, 1}, Link::must, 1}, {{1, 0}, {1, 1}, Link::cannot, 1}};
    const Result result = run(made.data.with_constraints(std::span<const Constraint>(both)), {.n_clusters = 3});
    EXPECT_TRUE(warned(result, "constraints-contradict"));
}

TEST(Mvcsc, AGraphThatFallsApartIsReported) {
    std::vector<double> values;
    Random random(11);
    for (int i = 0; i < 60; ++i)
        values.insert(values.end(), {100.0 * (i % 6) + random.normal(), random.normal()});
    const Result result = run(Dataset(View::dense("x", 60, 2, values)), {.n_clusters = 3, .n_neighbors = 3});
    EXPECT_TRUE(warned(result, "graph-components"));
    EXPECT_EQ(result.view_weights, std::vector<double>{1});
}

TEST(Mvcsc, ACancelledRunIsValid) {
    const Generated made = generate_mvcsc_synthetic({120, 0.3}, Random{12});
    Context context;
    context.cancel();
    const Result result = mvcsc(with_samples(made, 30, 0, 12), {.n_clusters = 3}, context);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
    EXPECT_EQ(result.partitions.back().labels.size(), 120U);
}

}  // namespace
}  // namespace mvlink
