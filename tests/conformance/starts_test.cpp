#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace mvlink::conformance {
namespace {

/// The labels with other cluster numbers: c becomes c + 1.
std::vector<Partition> renumbered(std::vector<Partition> partitions) {
    for (Partition& partition : partitions) {
        for (std::int32_t& label : partition.labels)
            label = (label + 1) % partition.n_clusters;
    }
    return partitions;
}

Start from_labels(std::vector<Partition> partitions) {
    return {.partitions = std::move(partitions), .model = nullptr, .centroids = {}};
}

Start from_model(const Model& model) {
    return {.partitions = {}, .model = &model, .centroids = {}};
}

Start from_centroids(NamedArray centroids) {
    return {.partitions = {}, .model = nullptr, .centroids = std::move(centroids)};
}

void expect_refused(const Outcome& outcome) {
    ASSERT_TRUE(outcome.error) << "a start that the registry does not list is accepted";
    expect_readable(*outcome.error);
    EXPECT_EQ(outcome.error->code(), ErrorCode::usage) << outcome.error->what();
    EXPECT_THAT(outcome.error->what(), testing::HasSubstr("start"));
}

/// Of a run that has converged, its own answer is the best start there is: few rows move.
void expect_kept(const std::vector<Partition>& before, const std::vector<Partition>& after) {
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t p = 0; p < before.size(); ++p) {
        EXPECT_EQ(before[p].name, after[p].name);
        EXPECT_GE(share_equal(before[p].labels, after[p].labels), 0.95) << before[p].name;
        if (&before[p].labels == &before.front().labels && after.front().scope == Scope::clustering) break;
    }
}

}  // namespace

TEST_P(Conformance, AStartFromLabelsKeepsTheNumbersOfTheClusters) {
    const Dataset data = problem(method);
    const Start start = from_labels(renumbered(run(data).partitions));
    const Outcome outcome = attempt(data, {}, start);
    if (!method.starts.labels) return expect_refused(outcome);
    ASSERT_TRUE(outcome.result) << outcome.error->what();
    expect_valid(*outcome.result, data, method);
    expect_kept(start.partitions, outcome.result->partitions);
}

TEST_P(Conformance, AStartFromAModelKeepsTheNumbersOfTheClusters) {
    const Dataset data = problem(method);
    Context another(alone(9));
    const Result first = run(data, {}, another);
    const Outcome outcome = attempt(data, {}, from_model(first.model));
    if (!method.starts.model) return expect_refused(outcome);
    ASSERT_TRUE(outcome.result) << outcome.error->what();
    expect_valid(*outcome.result, data, method);
    expect_kept(first.partitions, outcome.result->partitions);
}

TEST_P(Conformance, AStartFromCentroidsIsTakenWhereTheRegistrySaysSo) {
    const Dataset data = problem(method);
    const Result first = run(data);
    const Index d = data.view(0).cols();
    NamedArray centroids{"centroids", 3, d, std::vector<double>(static_cast<std::size_t>(3 * d), 0.5)};
    if (method.starts.centroids && first.model.has_array("centroids")) centroids = first.model.array("centroids");
    const Outcome outcome = attempt(data, {}, from_centroids(centroids));
    if (!method.starts.centroids) return expect_refused(outcome);
    ASSERT_TRUE(outcome.result) << outcome.error->what();
    expect_valid(*outcome.result, data, method);
    expect_kept(first.partitions, outcome.result->partitions);
}

TEST_P(Conformance, CentroidsFarFromAllRowsAreForgottenOrRefused) {
    if (!method.starts.centroids) GTEST_SKIP() << "does not start from centroids";
    const Dataset data = problem(method);
    const double usual = std::abs(run(data).objective.back());
    const Index d = data.view(0).cols();
    for (const double far : {1e9, 1e15, 1e100, 1e134, 1e150}) {
        SCOPED_TRACE(far);
        NamedArray centroids{"centroids", 3, d, std::vector<double>(static_cast<std::size_t>(3 * d), far)};
        for (Index i = 0; i < d; ++i)
            centroids.values[static_cast<std::size_t>(d + i)] = -far;
        const Outcome outcome = attempt(data, {}, from_centroids(centroids));
        if (outcome.error) {
            expect_readable(*outcome.error);
            continue;
        }
        expect_valid(*outcome.result, data, method);
        if (outcome.result->model.array("centroids").values == centroids.values) continue;  // a method that moves none
        EXPECT_LE(std::abs(outcome.result->objective.back()), 1000 * (1 + usual))
            << "what is left of the far centroids";
    }
}

TEST_P(Conformance, UnknownLabelsInAStartAreFilledInOrRefused) {
    if (!method.starts.labels) GTEST_SKIP() << "does not start from labels";
    const Dataset data = problem(method);
    std::vector<Partition> partitions = run(data).partitions;
    for (Partition& partition : partitions) {
        for (std::size_t row = 0; row < partition.labels.size(); row += 2)
            partition.labels[row] = -1;
    }
    expect_result_or_error(data, {}, from_labels(partitions));
    for (Partition& partition : partitions)
        std::fill(partition.labels.begin(), partition.labels.end(), -1);
    expect_result_or_error(data, {}, from_labels(partitions));
}

TEST_P(Conformance, LabelsThatDoNotFitAreRefused) {
    const Dataset data = problem(method);
    const std::vector<Partition> own = run(data).partitions;
    const auto expect_error = [&](const char* what, auto change) {
        SCOPED_TRACE(what);
        std::vector<Partition> changed = own;
        for (Partition& partition : changed)
            change(partition);
        const Outcome outcome = attempt(data, {}, from_labels(changed));
        ASSERT_TRUE(outcome.error);
        expect_readable(*outcome.error);
    };
    expect_error("one too few", [](Partition& partition) { partition.labels.pop_back(); });
    expect_error("one too many", [](Partition& partition) { partition.labels.push_back(0); });
    expect_error("none", [](Partition& partition) { partition.labels.clear(); });
    expect_error("too large", [](Partition& partition) { partition.labels[3] = partition.n_clusters; });
    expect_error("largest", [](Partition& partition) { partition.labels[3] = 2147483647; });
    expect_error("negative", [](Partition& partition) { partition.labels[3] = -2; });
}

TEST_P(Conformance, OnlyOneKindOfStartIsTaken) {
    const Dataset data = problem(method);
    const Result first = run(data);
    Start both = from_labels(first.partitions);
    both.model = &first.model;
    const Outcome outcome = attempt(data, {}, both);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->code(), ErrorCode::usage);
}

TEST_P(Conformance, AModelOfAnotherShapeIsRefusedAsAStart) {
    if (!method.starts.model) GTEST_SKIP() << "does not start from a model";
    const Result wide = run(problem(method, material(method, 60, 14)));
    const Outcome outcome = attempt(problem(method), {}, from_model(wide.model));
    ASSERT_TRUE(outcome.error);
    expect_readable(*outcome.error);
    EXPECT_EQ(outcome.error->code(), ErrorCode::input) << outcome.error->what();
}

TEST_P(Conformance, AModelOfAnotherNumberOfClustersIsTakenOrRefused) {
    if (!method.starts.model) GTEST_SKIP() << "does not start from a model";
    const Dataset data = problem(method);
    for (const char* k : {"1", "2", "5"}) {
        const Outcome other = attempt(data, {{"n_clusters", k}});
        if (other.result) expect_result_or_error(data, {}, from_model(other.result->model));
    }
}

TEST_P(Conformance, ModelsOfOtherMethodsAreTakenOrRefusedAsAStart) {
    const Dataset data = problem(method);
    for (const MethodInfo& other : methods()) {
        SCOPED_TRACE(other.name);
        Context context(alone());
        const Result from = run_method(other.name, problem(other), modest(other), context);
        expect_result_or_error(data, {}, from_model(from.model));
    }
}

}  // namespace mvlink::conformance
