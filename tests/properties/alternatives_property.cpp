#include <mvlink/alternatives.hpp>
#include <mvlink/registry.hpp>

#include "methods/alternatives/alternative_steps.hpp"
#include "methods/alternatives/orthogonal_steps.hpp"
#include "methods/alternatives/proclus_steps.hpp"
#include "methods/alternatives/several_clusterings.hpp"
#include "reference/alternatives.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

/// Several clusterings of one table against the plain loops, on many random problems.
namespace mvlink {
namespace {

struct RandomRows {
    explicit RandomRows(int seed) : random(static_cast<std::uint64_t>(seed)) {
        n = 40 + random.below(60);
        d = 4 + random.below(5);
        k = static_cast<int>(2 + random.below(3));
        table = support::random_clusters(n, d, k, random);
        for (Index i = 0; i < n; ++i)
            labels.push_back(static_cast<std::int32_t>(i < k ? i : random.below(k)));
        std::vector<double> mean(static_cast<std::size_t>(d), 0);
        for (const auto& row : table) {
            for (std::size_t j = 0; j < row.size(); ++j)
                mean[j] += row[j] / static_cast<double>(n);
        }
        centred = table;
        for (auto& row : centred) {
            for (std::size_t j = 0; j < row.size(); ++j)
                row[j] -= mean[j];
        }
    }

    static Matrix matrix(const support::Table& rows) {
        Matrix X(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
        for (Index i = 0; i < X.rows(); ++i) {
            for (Index j = 0; j < X.cols(); ++j)
                X(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        }
        return X;
    }
    [[nodiscard]] std::vector<int> plain() const { return {labels.begin(), labels.end()}; }

    Random random;
    Index n, d;
    int k;
    support::Table table, centred;
    std::vector<std::int32_t> labels;
    Context context;
};

class AlternativesProperty : public testing::TestWithParam<int> {};

TEST_P(AlternativesProperty, WhatIsTakenOutAgreesWithThePlainLoopsAndLeavesMeansOfZero) {
    RandomRows problem(GetParam());
    for (const auto variant : {OrthogonalVariant::clusters, OrthogonalVariant::subspaces}) {
        Matrix rows = RandomRows::matrix(problem.centred);
        const Matrix means = alternatives::label_means(rows, problem.labels, problem.k, problem.context);
        alternatives::take_out(variant, rows, problem.labels, means, problem.context);
        const auto expected = variant == OrthogonalVariant::clusters
                                  ? reference::without_own_means(problem.centred, problem.plain(), problem.k)
                                  : reference::without_span_of_means(problem.centred, problem.plain(), problem.k);
        EXPECT_LT((rows - RandomRows::matrix(expected)).cwiseAbs().maxCoeff(), 1e-10);
        EXPECT_LT(alternatives::label_means(rows, problem.labels, problem.k, problem.context).cwiseAbs().maxCoeff(),
                  1e-11);
    }
}

TEST_P(AlternativesProperty, ScatterAboutOthersAgreesWithTheDoubleLoop) {
    RandomRows problem(GetParam());
    const Matrix S = alternatives::scatter_about_others(RandomRows::matrix(problem.centred), problem.labels, problem.k,
                                                        problem.context);
    const Matrix expected =
        RandomRows::matrix(reference::scatter_about_others(problem.centred, problem.plain(), problem.k));
    EXPECT_LT((S - expected).cwiseAbs().maxCoeff(), 1e-10 * expected.cwiseAbs().maxCoeff());
}

TEST_P(AlternativesProperty, ProclusStepsAgreeWithThePlainLoops) {
    RandomRows problem(GetParam());
    const Matrix rows = RandomRows::matrix(problem.table);
    support::Table chosen(problem.table.begin(), problem.table.begin() + problem.k);
    const Matrix medoids = RandomRows::matrix(chosen);
    const Matrix spread = alternatives::spread_in_localities(rows, medoids, problem.context);
    const reference::Rows expected = reference::locality_spread(problem.table, chosen);
    EXPECT_LT((spread - RandomRows::matrix(expected)).cwiseAbs().maxCoeff(), 1e-12);

    const int total = problem.k * 3;
    const auto columns = alternatives::choose_columns(spread, total);
    const auto plain_columns = reference::chosen_columns(expected, total);
    for (std::size_t i = 0; i < columns.size(); ++i)
        EXPECT_EQ(std::vector<int>(columns[i].begin(), columns[i].end()), plain_columns[i]);

    const auto labels = alternatives::assign_rows(rows, medoids, columns, problem.context);
    const auto plain_labels = reference::nearest_medoids(problem.table, chosen, plain_columns);
    EXPECT_EQ(std::vector<int>(labels.begin(), labels.end()), plain_labels);
    EXPECT_NEAR(alternatives::mean_spread(rows, labels, columns, problem.context),
                reference::proclus_objective(problem.table, plain_labels, plain_columns), 1e-12);
}

/// What every method here promises: for any number of threads, in float, in any layout, for rows seen again.
TEST_P(AlternativesProperty, ThreadsLayoutsAndPredictGiveTheSameLabels) {
    const RandomRows problem(GetParam());
    const auto seed = static_cast<std::uint64_t>(GetParam());
    for (const char* method : {"orthogonal", "alternative", "proclus"}) {
        const std::vector<OptionText> options{{"n_clusters", std::to_string(problem.k)}, {"n_init", "3"}};
        Context one(Context::Settings{.seed = seed, .threads = 1}),
            three(Context::Settings{.seed = seed, .threads = 3});
        const Dataset data(support::dense_view<double>(problem.table));
        const Result result = run_method(method, data, options, one);
        const Result again = run_method(method, data, options, three);
        const Result turned = run_method(method, Dataset(support::fortran_view<float>(problem.table)), options, three);
        const auto predicted = predict(result.model, data, three);
        ASSERT_EQ(predicted.size(), result.partitions.size()) << method;
        EXPECT_EQ(result.objective, again.objective) << method;
        for (std::size_t c = 0; c < predicted.size(); ++c) {
            EXPECT_EQ(again.partitions[c].labels, result.partitions[c].labels) << method;
            EXPECT_EQ(again.partitions[c].confidence, result.partitions[c].confidence) << method;
            EXPECT_EQ(turned.partitions[c].labels, result.partitions[c].labels) << method;
            EXPECT_EQ(predicted[c].labels, result.partitions[c].labels) << method;
            EXPECT_EQ(predicted[c].name, result.partitions[c].name) << method;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AlternativesProperty, testing::Range(0, 30));

}  // namespace
}  // namespace mvlink
