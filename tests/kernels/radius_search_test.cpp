#include "kernels/radius_search.hpp"

#include "kernels/label_scatter.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <thread>

namespace mvlink {
namespace {

std::map<Index, double> within(const kernels::RadiusSearch& search, const Vector& query, double limit,
                               Index* looked_at = nullptr) {
    std::map<Index, double> found;
    const Index rows =
        search.for_each_within(query.data(), limit, [&](Index row, double squared) { found[row] = squared; });
    if (looked_at != nullptr) *looked_at += rows;
    return found;
}

TEST(RadiusSearch, FindsTheRowsOfAPlainLoop) {
    Context context;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        const Index n = 1 + random.below(300), d = 1 + random.below(9);
        Matrix rows(n, d);
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < d; ++j)
                rows(i, j) = seed % 3 == 0 ? static_cast<double>(random.below(4)) : random.normal();
        }
        const kernels::RadiusSearch search(rows, context);
        for (int q = 0; q < 5; ++q) {
            const Vector query = rows.row(random.below(n)).transpose() * (q == 0 ? 1.0 : 0.9);
            const double limit = q == 1 ? 0 : random.uniform(0, 4);
            std::map<Index, double> plain;
            for (Index i = 0; i < n; ++i) {
                double sum = 0;
                for (Index j = 0; j < d; ++j)
                    sum += (rows(i, j) - query[j]) * (rows(i, j) - query[j]);
                if (sum <= limit) plain[i] = sum;
            }
            const std::map<Index, double> found = within(search, query, limit);
            ASSERT_EQ(found.size(), plain.size()) << "seed " << seed;
            for (const auto& [row, squared] : plain) {
                ASSERT_TRUE(found.contains(row)) << "seed " << seed;
                EXPECT_NEAR(found.at(row), squared, 1e-12);  // products and sums may be fused in one and not the other
            }
        }
    }
}

TEST(RadiusSearch, LooksAtFewRowsWhereFewAreNear) {
    Context context;
    Random random(3);
    Matrix rows(20'000, 2);
    for (Index i = 0; i < rows.rows(); ++i) {
        rows.row(i) << random.normal(), random.normal();
    }
    const kernels::RadiusSearch search(rows, context);
    Index looked_at = 0;
    for (Index i = 0; i < 100; ++i) {
        within(search, rows.row(i).transpose(), 0.01, &looked_at);
    }
    EXPECT_LT(looked_at, 100 * rows.rows() / 20);
}

TEST(RadiusSearch, OfNoRowsFindsNone) {
    Context context;
    EXPECT_TRUE(within(kernels::RadiusSearch(Matrix(0, 3), context), Vector::Zero(3), 10).empty());
}

TEST(RadiusSearch, IsAbandonedWhileALargeTreeGrows) {
    int asked = 0;
    Context context({.threads = 1, .abandons = [&] { return ++asked > 0; }});
    std::this_thread::sleep_for(std::chrono::milliseconds(60));  // asked at most every 50
    EXPECT_THROW(kernels::RadiusSearch(Matrix::Zero(100'000, 1), context), Abandoned);
    EXPECT_EQ(asked, 1);
}

TEST(LabelScatter, IsTheSumOfSquaresAboutTheCentres) {
    Random random(8);
    const support::Table X = support::random_clusters(700, 4, 3, random);
    Matrix centres(3, 4);
    std::vector<std::int32_t> labels;
    for (Index i = 0; i < 12; ++i)
        centres.data()[i] = random.normal();
    for (std::size_t i = 0; i < X.size(); ++i)
        labels.push_back(static_cast<std::int32_t>(random.below(3)));
    std::vector<Eigen::MatrixXd> plain(3, Eigen::MatrixXd::Zero(4, 4));
    for (std::size_t i = 0; i < X.size(); ++i) {
        const Vector v = Eigen::Map<const Vector>(X[i].data(), 4) - centres.row(labels[i]).transpose();
        plain[static_cast<std::size_t>(labels[i])] += v * v.transpose();
    }
    Context context;
    for (const View& view : support::every_kind(X)) {
        const kernels::LabelScatter found = kernels::label_scatter(view.features(), labels, centres, true, context);
        const kernels::LabelScatter diagonal = kernels::label_scatter(view.features(), labels, centres, false, context);
        for (std::size_t h = 0; h < 3; ++h) {
            EXPECT_LT((found.full[h] - plain[h]).norm(), 1e-9 * plain[h].norm()) << view.kind();  // other order of sums
            EXPECT_EQ(found.diagonal.row(static_cast<Index>(h)), diagonal.diagonal.row(static_cast<Index>(h)));
            EXPECT_LT(
                (Vector(plain[h].diagonal()) - Vector(diagonal.diagonal.row(static_cast<Index>(h)).transpose())).norm(),
                1e-9 * plain[h].norm());
        }
        EXPECT_TRUE(diagonal.full.empty());
    }
}

}  // namespace
}  // namespace mvlink
