#include <mvlink/clustering_measures.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/registry.hpp>

#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mvlink::test {
namespace {

using support::dense_view;
using testing::HasSubstr;

/// Two rings, one inside the other: K-Means cannot tell them apart, their graph can.
Table rings(std::size_t rows, std::uint64_t seed) {
    Random random(seed);
    Table table;
    for (std::size_t i = 0; i < rows; ++i) {
        const double radius = (i % 2 == 0 ? 1 : 3) + 0.05 * random.normal(),
                     angle = random.uniform(0, 2 * std::numbers::pi);
        table.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return table;
}

const NamedArray& learnt(const Prepared& found, const std::string& name) {
    const auto& arrays = found.preparation.front().steps.back().arrays;
    return *std::find_if(arrays.begin(), arrays.end(), [&](const NamedArray& array) { return array.name == name; });
}

TEST(Spectral, KMeansFindsRingsInItsCoordinates) {
    const Table table = rings(240, 1);
    Context context;
    const Dataset data(dense_view<double>(table));
    const Prepared found = prepared(data, {"spectral=1"});
    const Result result = kmeans(found.data, {.n_clusters = 2}, context);
    const auto& labels = result.partitions.front().labels;
    for (std::size_t i = 2; i < labels.size(); ++i) {
        ASSERT_EQ(labels[i], labels[i % 2]) << i;
    }
    EXPECT_NE(labels[0], labels[1]);
}

TEST(Spectral, MakesNamedColumnsInThePrecisionOfTheView) {
    const Table table = rings(60, 2);
    const Prepared found = prepared(Dataset(dense_view<float>(table)), {"spectral=3"});
    const View& view = found.data.view(0);
    EXPECT_EQ(view.kind(), "dense float32");
    EXPECT_THAT(view.column_names(), testing::ElementsAre("spectral1", "spectral2", "spectral3"));
    EXPECT_EQ(steps_text(found.preparation[0]), "spectral=3");
    EXPECT_EQ(learnt(found, "embedding").rows, 60);
}

TEST(Spectral, PredictReproducesTheCoordinatesOfTrainingRows) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Random random(seed);
        const Table table = support::random_clusters(120, 4, 3, random);
        for (const View& view :
             {dense_view<double>(table), dense_view<float>(table), support::sparse_view<double>(table)}) {
            const Dataset data(view);
            const Prepared found = prepared(data, {"standardize,spectral=3"});
            Model model{"kmeans", {}, {view.name()}, {3}, {}, found.preparation};
            Context context;
            const Prepared again = apply_preparation(model, data, context);
            EXPECT_EQ(table_of(again.data.view(0)), table_of(found.data.view(0)));
        }
    }
}

TEST(Spectral, SparseRowsAreComparedByTheirDirection) {
    Random random(3);
    Table table;
    for (int i = 0; i < 90; ++i) {
        std::vector<double> row(12, 0.0);
        for (int word = 0; word < 5; ++word) {
            row[static_cast<std::size_t>(i % 3 * 4 + random.below(4))] += 1;
        }
        table.push_back(row);
    }
    Table longer = table;
    for (std::size_t i = 0; i < longer.size(); ++i) {
        for (double& x : longer[i]) {
            x *= 1 + static_cast<double>(i % 7);
        }
    }
    const Prepared found = prepared(Dataset(support::sparse_view<double>(table)), {"spectral=2"});
    // Three topics without a common word: three parts, which two coordinates tell apart.
    ASSERT_FALSE(found.warnings.empty());
    EXPECT_EQ(found.warnings[0].code, "graph-components");
    EXPECT_EQ(found.warnings[0].value, 3);
    Model model{"kmeans", {}, {"X"}, {2}, {}, found.preparation};
    model.views = {found.preparation.front().view};
    Context context;
    const Table again =
        table_of(apply_preparation(model, Dataset(support::sparse_view<double>(longer)), context).data.view(0));
    const Table before = table_of(found.data.view(0));
    for (std::size_t i = 0; i < again.size(); ++i) {
        for (std::size_t j = 0; j < 2; ++j) {
            ASSERT_NEAR(again[i][j], before[i][j], 1e-6) << i;
        }
    }
}

TEST(Spectral, WarnsOfColumnsOnDifferentScalesUnlessAStepCameBefore) {
    Table table = rings(80, 4);
    for (auto& row : table) {
        row.push_back(1000 * row[0] * row[1]);
    }
    const Dataset data(dense_view<double>(table));
    const Prepared raw = prepared(data, {"spectral=2"});
    ASSERT_FALSE(raw.warnings.empty());
    EXPECT_EQ(raw.warnings[0].code, "unscaled-features");
    EXPECT_GT(raw.warnings[0].value, 10);
    ASSERT_EQ(raw.warnings[0].advice.size(), 2U);
    EXPECT_EQ(raw.warnings[0].advice[0].value, "standardize,spectral=2");
    const auto is_scale = [](const Warning& warning) { return warning.code == "unscaled-features"; };
    const Prepared scaled = prepared(data, {"standardize,spectral=2"});
    EXPECT_TRUE(std::none_of(scaled.warnings.begin(), scaled.warnings.end(), is_scale));
    const Prepared even = prepared(Dataset(dense_view<double>(rings(80, 4))), {"spectral=2"});
    EXPECT_TRUE(std::none_of(even.warnings.begin(), even.warnings.end(), is_scale));
}

TEST(Spectral, RefusesWhatHasNoEmbedding) {
    const auto refused = [](const Table& table, const std::string& step, const std::vector<std::string>& parts) {
        expect_error([&] { prepared(Dataset(dense_view<double>(table)), {step}); }, ErrorCode::input, parts);
    };
    refused({{1, 2}}, "spectral=1", {"spectral=1", "one row"});
    refused({{1, 2}, {2, 3}, {4, 4}}, "spectral=3", {"3 rows", "at most spectral=2"});
    refused(Table(20, {1.0, 2.0}), "spectral=2", {"all equal"});
    refused({{0, 0}, {1, 0}, {0, 1}}, "spectral=2", {"only 0 eigenvectors", "more rows"});
    Random random(5);
    refused(support::random_clusters(30, 2, 1, random), "spectral=29", {"vary slowly enough", "at most spectral="});
    expect_error([] { parse_preparation("spectral"); }, ErrorCode::usage, {"spectral=D, such as spectral=10"});
    expect_error([] { parse_preparation("spectral=0"); }, ErrorCode::usage, {"\"0\"", "whole number >= 1"});
}

TEST(Spectral, RefusesAModelWhoseArraysAreBroken) {
    Random random(6);
    const Table table = support::random_clusters(40, 3, 2, random);
    for (const View& view : {dense_view<double>(table), support::sparse_view<double>(table)}) {
        const Dataset data(view);
        const Prepared found = prepared(data, {"spectral=2"});
        const std::size_t arrays = found.preparation[0].steps[0].arrays.size();
        for (std::size_t number = 0; number < arrays; ++number) {
            for (const int damage : {0, 1, 2}) {
                Model model{"kmeans", {}, {view.name()}, {2}, {}, found.preparation};
                auto& stored = model.preparation[0].steps[0].arrays;
                NamedArray& array = stored[number];
                if (damage == 0) array.name = "other";
                if (damage == 1) array.values.pop_back();
                if (damage == 2) {
                    if (array.name == "embedding" || array.name == "rows" || array.name == "row_values") continue;
                    array.values.back() = -1.5;
                }
                Context context;
                expect_error([&] { apply_preparation(model, data, context); }, ErrorCode::input, {"spectral=2"});
            }
        }
    }
}

TEST(Spectral, OneThreadAndManyGiveTheSameBits) {
    Random random(7);
    const View view = dense_view<double>(support::random_clusters(3000, 4, 3, random));
    EXPECT_EQ(prepared_table(view, "minmax,spectral=3", 1), prepared_table(view, "minmax,spectral=3", 3));
}

}  // namespace
}  // namespace mvlink::test
