#include "evaluate/paper_features.hpp"

#include <mvlink/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mvlink::evaluate {
namespace {

using Rows = std::vector<std::vector<double>>;

View view_of(const Rows& rows) {
    std::vector<double> values;
    for (const auto& row : rows)
        values.insert(values.end(), row.begin(), row.end());
    return View::dense("x", static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()), std::move(values));
}

std::vector<double> column_of(const View& view, Index col) {
    std::vector<double> values;
    view.visit([&]<class X>(const X& rows) {
        if constexpr (!X::kSparse) {
            for (Index row = 0; row < rows.rows; ++row)
                values.push_back(static_cast<double>(rows.at(row, col)));
        }
    });
    return values;
}

TEST(FrequentWords, AreThoseOfEachClassInTurn) {
    // Word 0 is in all rows of class 0, word 2 in all of class 1, word 1 in one row of class 0, word 3 in none.
    const View words = frequent_words(view_of({{2, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 3, 0}, {0, 0, 1, 0}}),
                                      std::vector<std::int32_t>{0, 0, 1, 1}, 3);
    EXPECT_EQ(words.cols(), 3);
    EXPECT_EQ(column_of(words, 0), (std::vector<double>{1, 1, 0, 0}));
    EXPECT_EQ(column_of(words, 1), (std::vector<double>{0, 0, 1, 1}));
    EXPECT_EQ(column_of(words, 2), (std::vector<double>{1, 0, 0, 0}));
}

TEST(SpectralFeatures, AreStandardizedEigenvectorsOfTheLaplacianWrittenOut) {
    Random random(5);
    Rows rows;
    for (int i = 0; i < 20; ++i)
        rows.push_back({random.uniform() + (i % 2) * 3, random.uniform()});
    const View features = rbf_spectral_features(view_of(rows), 2);
    ASSERT_EQ(features.cols(), 2);
    // Columns in [0, 1], affinities, degrees.
    const std::size_t n = rows.size();
    for (std::size_t col = 0; col < 2; ++col) {
        double least = 1e9, most = -1e9;
        for (const auto& row : rows)
            least = std::min(least, row[col]), most = std::max(most, row[col]);
        for (auto& row : rows)
            row[col] = (row[col] - least) / (most - least);
    }
    Rows A(n, std::vector<double>(n));
    std::vector<double> degree(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double dx = rows[i][0] - rows[j][0], dy = rows[i][1] - rows[j][1];
            degree[i] += A[i][j] = std::exp(-(dx * dx + dy * dy) / 2);
        }
    }
    // Feature = (v - mean) / deviation, so v = deviation f + mean; v is orthogonal to D^1/2 1, which gives the ratio.
    const std::vector<double> f = column_of(features, 0);
    double with_root = 0, root_sum = 0, mean = 0, square = 0;
    for (std::size_t i = 0; i < n; ++i) {
        with_root += f[i] * std::sqrt(degree[i]);
        root_sum += std::sqrt(degree[i]);
        mean += f[i] / static_cast<double>(n);
        square += f[i] * f[i] / static_cast<double>(n);
    }
    EXPECT_NEAR(mean, 0, 1e-12);
    EXPECT_NEAR(square, 1, 1e-12);
    std::vector<double> v, Sv(n, 0);
    for (const double value : f)
        v.push_back(value - with_root / root_sum);
    double vSv = 0, vv = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            Sv[i] += A[i][j] * v[j] / std::sqrt(degree[i] * degree[j]);
        vSv += v[i] * Sv[i];
        vv += v[i] * v[i];
    }
    for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(Sv[i], vSv / vv * v[i], 1e-9) << "an eigenvector";
    for (std::size_t i = 2; i < n; ++i)
        EXPECT_GT(f[i] * f[i % 2], 0) << "the second one tells the two groups apart";
}

}  // namespace
}  // namespace mvlink::evaluate
