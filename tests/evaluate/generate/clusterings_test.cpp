#include <mvlink/error.hpp>
#include <mvlink/generate_clusterings.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/measures.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace mvlink {
namespace {

using Row = std::vector<double>;

std::vector<Row> rows_of(const Generated& made) {
    const auto& table = std::get<DenseRows<double>>(made.data.view(0).features());
    std::vector<Row> rows;
    for (Index i = 0; i < table.rows; ++i) {
        Row row;
        for (Index j = 0; j < table.cols; ++j)
            row.push_back(table.at(i, j));
        rows.push_back(row);
    }
    return rows;
}

double deviation(const std::vector<Row>& rows, std::size_t column) {
    double sum = 0, squares = 0;
    for (const Row& row : rows) {
        sum += row[column];
        squares += row[column] * row[column];
    }
    const auto n = static_cast<double>(rows.size());
    return std::sqrt(squares / n - sum / n * (sum / n));
}

/// NMI of K-Means on some columns with a truth.
double found_in(const Generated& made, const std::vector<Index>& columns, const Truth& truth, int clusters) {
    std::vector<double> values;
    for (const Row& row : rows_of(made)) {
        for (const Index column : columns)
            values.push_back(row[static_cast<std::size_t>(column)]);
    }
    const auto rows = static_cast<Index>(truth.labels.size());
    const Dataset part{View::dense("part", rows, static_cast<Index>(columns.size()), std::move(values))};
    KMeansOptions options;
    options.n_clusters = clusters;
    Context context;
    return normalized_mutual_information(truth.labels, kmeans(part, options, context).partitions.front().labels);
}

template <class Call>
ErrorCode code_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return ErrorCode::internal;
}

TEST(SmvcSynthetic, ColumnsAreSharedOutAndNamed) {
    const Generated made = generate_smvc_synthetic({100, 3, 4, 11, 1, 2}, Random{1});
    EXPECT_EQ(made.data.view(0).cols(), 13);
    ASSERT_EQ(made.truths.size(), 3U);
    EXPECT_THAT(made.truths[0].columns, testing::ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(made.truths[1].columns, testing::ElementsAre(4, 5, 6, 7));
    EXPECT_THAT(made.truths[2].columns, testing::ElementsAre(8, 9, 10));
    EXPECT_EQ(made.data.view(0).column_names()[10], "t3_2");
    EXPECT_EQ(made.data.view(0).column_names()[12], "noise_1");
}

TEST(SmvcSynthetic, EveryClusteringIsSeenInItsOwnColumnsAndNowhereElse) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const Generated made = generate_smvc_synthetic({600, 2, 3, 20, 3, 5}, Random{seed});
        const std::vector<Index> noise{20, 21, 22, 23, 24};
        for (int c : {0, 1}) {
            const Truth& truth = made.truths[static_cast<std::size_t>(c)];
            EXPECT_GT(found_in(made, truth.columns, truth, 3), 0.85) << seed;
            EXPECT_LT(found_in(made, made.truths[static_cast<std::size_t>(1 - c)].columns, truth, 3), 0.05) << seed;
            EXPECT_LT(found_in(made, noise, truth, 3), 0.05) << seed;
        }
    }
}

TEST(SmvcSynthetic, SeparationIsTheDeviationOfMeansWhereThatOfRowsIsOne) {
    // With as many clusters as rows every value is a mean of its own plus noise.
    const Generated far = generate_smvc_synthetic({20000, 1, 20000, 1, 3, 1}, Random{2});
    EXPECT_NEAR(deviation(rows_of(far), 0), std::sqrt(10), 0.05);
    EXPECT_NEAR(deviation(rows_of(far), 1), std::sqrt(10), 0.05);
    const Generated near = generate_smvc_synthetic({20000, 1, 3, 1, 0, 0}, Random{2});
    EXPECT_NEAR(deviation(rows_of(near), 0), 1, 0.02);
}

TEST(StickFigures, AreNineImagesWithoutNoise) {
    const Generated made = generate_stick_figures({90, 0, 0}, Random{3});
    std::map<std::pair<std::int32_t, std::int32_t>, std::set<Row>> images;
    const std::vector<Row> rows = rows_of(made);
    for (std::size_t i = 0; i < rows.size(); ++i)
        images[{made.truths[0].labels[i], made.truths[1].labels[i]}].insert(rows[i]);
    ASSERT_EQ(images.size(), 9U);
    std::set<Row> distinct;
    for (const auto& [classes, each] : images) {
        EXPECT_EQ(each.size(), 1U);
        distinct.insert(each.begin(), each.end());
    }
    EXPECT_EQ(distinct.size(), 9U);
}

TEST(StickFigures, ColumnsOfATruthAreThosePixelsThatItsPosesChange) {
    const Generated made = generate_stick_figures({900, 0, 0}, Random{4});
    const std::vector<Row> rows = rows_of(made);
    for (std::size_t t : {0U, 1U}) {
        const Truth& truth = made.truths[t];
        const Truth& other = made.truths[1 - t];
        const std::set<Index> telling(truth.columns.begin(), truth.columns.end());
        for (std::size_t pixel = 0; pixel < 400; ++pixel) {
            std::map<std::int32_t, std::set<double>> inks;  // by the other truth: what this one alone changes
            for (std::size_t i = 0; i < rows.size(); ++i)
                inks[other.labels[i]].insert(rows[i][pixel]);
            EXPECT_EQ(telling.count(static_cast<Index>(pixel)) > 0, inks[0].size() > 1) << truth.name << " " << pixel;
        }
    }
    EXPECT_GT(made.truths[0].columns.size(), 40U);
    EXPECT_GT(made.truths[1].columns.size(), 40U);
}

TEST(StickFigures, JitterShiftsThemAndNoiseSpreadsEveryPixel) {
    const Generated shifted = generate_stick_figures({900, 0, 1}, Random{5});
    const std::vector<Row> rows = rows_of(shifted);
    EXPECT_EQ(std::set<Row>(rows.begin(), rows.end()).size(), 81U);
    const Generated noisy = generate_stick_figures({2000, 0.5, 0}, Random{5});
    EXPECT_NEAR(deviation(rows_of(noisy), 0), 0.5, 0.03);  // a corner, always paper
}

TEST(GeneratedClusterings, FollowFromTheSeedAlone) {
    const auto same = [](auto make) {
        EXPECT_EQ(rows_of(make(Random{7})), rows_of(make(Random{7})));
        EXPECT_NE(rows_of(make(Random{7})), rows_of(make(Random{8})));
    };
    same([](Random random) { return generate_smvc_synthetic({50, 2, 3, 4, 1, 1}, random); });
    same([](Random random) { return generate_stick_figures({20, 0.1, 1}, random); });
}

TEST(GeneratedClusterings, RefuseWhatCannotBeMade) {
    EXPECT_EQ(code_of([] { generate_smvc_synthetic({10, 0, 3, 4, 1, 0}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_smvc_synthetic({10, 3, 3, 2, 1, 0}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_smvc_synthetic({10, 2, 3, 4, -1, 0}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_smvc_synthetic({10, 2, 3, 4, 1, -1}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_smvc_synthetic({2, 2, 3, 4, 1, 0}, Random{0}); }), ErrorCode::input);
    EXPECT_EQ(code_of([] { generate_stick_figures({8, 0.3, 0}, Random{0}); }), ErrorCode::input);
    EXPECT_EQ(code_of([] { generate_stick_figures({9, std::nan(""), 0}, Random{0}); }), ErrorCode::usage);
    EXPECT_EQ(code_of([] { generate_stick_figures({9, 0.3, 4}, Random{0}); }), ErrorCode::usage);
}

}  // namespace
}  // namespace mvlink
