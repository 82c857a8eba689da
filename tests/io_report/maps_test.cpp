#include "samples.hpp"
#include "tag_balance.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of(const samples::Sample& sample, ReportMap map = ReportMap::automatic, int threads = 1) {
    Context context({.threads = threads});
    return report_html(sample.run(), context, {map});
}

std::size_t plots_of(const std::string& page) {
    std::size_t found = 0;
    for (std::size_t at = page.find("<figure class=\"plot\">"); at != std::string::npos; ++found) {
        at = page.find("<figure class=\"plot\">", at + 1);
    }
    return found;
}

/// Two clusters that differ in columns 1 and 2 only, beside columns of far larger spread.
samples::Sample hidden_clusters() {
    Random random(1);
    std::vector<double> values;
    std::vector<std::int32_t> labels;
    for (Index row = 0; row < 90; ++row) {
        const std::int32_t label = row < 45 ? 0 : 1;
        labels.push_back(label);
        values.insert(values.end(), {100 * random.normal(), 3.0 * label + random.normal(),
                                     -3.0 * label + random.normal(), 100 * random.normal()});
    }
    const Dataset data(View::dense("v", 90, 4, values).with_column_names({"wide", "shape", "colour", "long"}));
    Result result;
    result.method = "mpck-means";
    result.partitions = {{Scope::view, "v", 2, labels, std::vector<double>(90, 1.0)}};
    return {{data, {}, {}, {}, {}, "hidden"}, result, ""};
}

NamedArray one_metric() {
    return {"metric_weights", 1, 4, {1e-6, 1, 1, 1e-6}};
}

TEST(Maps, ALearntMetricDecidesTheAxes) {
    samples::Sample sample = hidden_clusters();
    const std::string before = page_of(sample);
    EXPECT_THAT(before, HasSubstr("The map shows the first two principal components of the features"));
    EXPECT_THAT(before, testing::ContainsRegex("most of it from (wide|long), (long|wide)"));

    sample.result.model.arrays = {one_metric()};
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("The map shows the rows under the learnt metric: the first two principal components"));
    EXPECT_THAT(page, testing::ContainsRegex("component 1, [0-9.]+.+; most of it from (shape|colour), (colour|shape)"));
    EXPECT_EQ(samples::unbalanced_tag(page), "");
    EXPECT_EQ(page_of(sample, ReportMap::pca), before);
    EXPECT_EQ(page_of(sample, ReportMap::metric), page);
}

TEST(Maps, OneMetricPerClusterIsDrawnAsTheirMeanAndSaidToBe) {
    samples::Sample sample = hidden_clusters();
    sample.result.model.arrays = {{"metric_weights", 2, 4, {1e-6, 1, 1, 1e-6, 1e-6, 2, 2, 1e-6}}};
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("under the mean of the metrics that were learnt, one per cluster"));
    EXPECT_THAT(page, testing::ContainsRegex("most of it from (shape|colour), (colour|shape)"));
}

TEST(Maps, FullMetricsAndTheMapOfRcaAreFollowed) {
    // F = diag(1e-3, 1, 1, 1e-3), once, twice, and as a map.
    std::vector<double> factor(16, 0.0);
    factor[0] = factor[15] = 1e-3;
    factor[5] = factor[10] = 1;
    std::vector<double> both = factor;
    both.insert(both.end(), factor.begin(), factor.end());
    samples::Sample sample = hidden_clusters();
    for (const NamedArray& array : {NamedArray{"metric_factors", 4, 4, factor},
                                    NamedArray{"metric_factors", 8, 4, both}, NamedArray{"transform", 4, 4, factor}}) {
        sample.result.model.arrays = {array};
        const std::string page = page_of(sample);
        EXPECT_THAT(page, HasSubstr("The map shows the rows under"));
        EXPECT_THAT(page, testing::ContainsRegex("most of it from (shape|colour), (colour|shape)"));
    }
    EXPECT_THAT(page_of(sample), HasSubstr("the metric that RCA learnt"));
}

TEST(Maps, ColumnsThatNoClusterUsesDoNotCount) {
    samples::Sample sample = hidden_clusters();
    sample.result.model.arrays = {{"dimensions", 2, 4, {0, 1, 1, 0, 0, 1, 0, 0}}};
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("under the columns that the clusters use"));
    EXPECT_THAT(page, HasSubstr("most of it from shape, colour"));
}

TEST(Maps, ArraysThatDoNotFitAreLeftAlone) {
    samples::Sample sample = hidden_clusters();
    for (const NamedArray& array :
         {NamedArray{"metric_weights", 1, 3, {1, 1, 1}}, NamedArray{"metric_weights", 3, 4, std::vector<double>(12, 1)},
          NamedArray{"metric_factors", 3, 4, std::vector<double>(12, 1)},
          NamedArray{"metric_factors", 8, 4, std::vector<double>(32, 1)},
          NamedArray{"transform", 2, 4, std::vector<double>(8, 1)}}) {
        sample.result.model.arrays = {array};
        EXPECT_THAT(page_of(sample), HasSubstr("The map shows the first two principal components of the features"));
    }
}

TEST(Maps, WhatTheRunLacksIsSaid) {
    const samples::Sample sample = hidden_clusters();
    EXPECT_THAT(page_of(sample, ReportMap::metric),
                HasSubstr("The run has no learnt metric to draw, so the map shows"));
    EXPECT_THAT(page_of(sample, ReportMap::embedding), HasSubstr("The run has no embedding to draw, so the map shows"));
}

/// Two classes of rows, each full of its own part.
Embedding shares(Scope scope, std::string name, Index rows, EmbeddingKind kind) {
    Embedding embedding{scope, std::move(name), kind, rows, 3, {}};
    for (Index row = 0; row < rows; ++row) {
        const double x = static_cast<double>(row % 5) / 50;
        if (row < rows / 2) {
            embedding.values.insert(embedding.values.end(), {1 - x, x, 0});
        } else {
            embedding.values.insert(embedding.values.end(), {x, 1 - x, 0});
        }
    }
    return embedding;
}

TEST(Maps, TheMethodsOwnEmbeddingComesBeforeAMetric) {
    samples::Sample sample = hidden_clusters();
    sample.result.model.arrays = {one_metric()};
    sample.result.embeddings = {shares(Scope::view, "v", 90, EmbeddingKind::parts)};
    const std::string page = page_of(sample);
    EXPECT_THAT(page, HasSubstr("The map shows how much of each part of the factorization a row holds: the first two "
                                "principal components of the parts, 100\u00a0% of the variance."));
    EXPECT_THAT(page, HasSubstr("most of it from part 0, part 1"));
    EXPECT_THAT(page_of(sample, ReportMap::metric), HasSubstr("under the learnt metric"));
    sample.result.embeddings.front().kind = EmbeddingKind::spectral;
    EXPECT_THAT(page_of(sample), HasSubstr("the spectral embedding from which the clusters were read"));
    EXPECT_THAT(page_of(sample), HasSubstr("eigenvector 1"));
}

TEST(Maps, AnEmbeddingOfTheObjectsIsDrawnOnceForTheObjects) {
    samples::Sample sample = samples::two_views();
    sample.result.embeddings = {shares(Scope::objects, "objects", 300, EmbeddingKind::spectral)};
    const std::string page = page_of(sample);
    EXPECT_EQ(plots_of(page), 3U);  // two views, and the objects
    EXPECT_THAT(page, HasSubstr("All 300 objects are drawn."));
    EXPECT_THAT(page, HasSubstr("All 300 rows are drawn."));
    EXPECT_THAT(page, Not(HasSubstr("Seen in view")));
    // Every constraint is one between objects, the one that joins two views included.
    const std::size_t objects = page.find("id=\"panel-0\"");
    const std::size_t views = page.find("id=\"panel-1\"");
    std::size_t lines = 0;
    for (std::size_t at = page.find("data-a=", objects); at < views; at = page.find("data-a=", at + 1))
        ++lines;
    EXPECT_EQ(lines, sample.problem.data.constraints().size());
    EXPECT_EQ(plots_of(page_of(sample, ReportMap::pca)), 4U);
    EXPECT_EQ(page, page_of(sample, ReportMap::automatic, 4));
}

TEST(Maps, TheGraphOfNearestNeighboursIsDrawnOnRequest) {
    const std::string page = page_of(samples::streaks(), ReportMap::spectral);
    EXPECT_THAT(page, testing::ContainsRegex("The map shows the graph of nearest neighbours among these rows.*"
                                             "its second and third eigenvector"));
    EXPECT_THAT(page, HasSubstr("second eigenvector"));
    EXPECT_EQ(page, page_of(samples::streaks(), ReportMap::spectral, 3));
    EXPECT_EQ(samples::unbalanced_tag(page), "");
    EXPECT_THAT(page_of(samples::smallest(), ReportMap::spectral), HasSubstr("The run has no graph of nearest"));
}

TEST(Maps, AMapThatAMethodNeverHasIsRefusedBeforeTheRun) {
    check_report({ReportMap::metric}, "mpck-means");
    check_report({ReportMap::metric}, "rca-kmeans");
    check_report({ReportMap::embedding}, "nmf");
    check_report({ReportMap::pca}, "kmeans");
    check_report({ReportMap::spectral}, "kmeans");
    for (const auto& [map, words] : {std::pair{ReportMap::metric, "kmeans learns no metric for the map \"metric\""},
                                     std::pair{ReportMap::embedding, "kmeans has no embedding of its own"}}) {
        try {
            check_report({map}, "kmeans");
            FAIL() << words;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            EXPECT_THAT(error.what(), HasSubstr(words));
        }
    }
}

}  // namespace
}  // namespace mvlink
