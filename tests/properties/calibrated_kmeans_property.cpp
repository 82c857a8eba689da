#include <mvlink/kmeans.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/mpck_means.hpp>

#include "support/random_problems.hpp"

#include <gtest/gtest.h>

/// Guided methods with their defaults: constraints help, or at least do no harm.
namespace mvlink {
namespace {

using support::constrained;

/// Groups of rows, judgements drawn from them, and the share of judgements that is wrong.
struct Guided {
    Guided(int seed, Index n, Index d, int k, double apart, Index judgements, double wrong)
        : random(static_cast<std::uint64_t>(seed)) {
        const support::Table centres = support::random_table(k, d, random);
        X = support::random_table(n, d, random);
        for (std::vector<double>& row : X) {
            truth.push_back(static_cast<std::int32_t>(random.below(k)));
            for (std::size_t j = 0; j < row.size(); ++j)
                row[j] = static_cast<float>(row[j] + apart * centres[truth.back()][j]);
        }
        for (Index i = 0; i < judgements; ++i) {
            const Index a = random.below(n), b = (a + 1 + random.below(n - 1)) % n;
            const bool must = (truth[a] == truth[b]) != (random.uniform() < wrong);
            links.push_back({{0, a}, {0, b}, must ? Link::must : Link::cannot, 1});
        }
    }
    [[nodiscard]] Dataset data(double scale = 1) const {
        support::Table scaled = X;
        for (std::vector<double>& row : scaled) {
            for (double& value : row)
                value *= scale;
        }
        return constrained(support::dense_view<double>(scaled), links);
    }
    [[nodiscard]] double ari(const Result& result) const {
        return adjusted_rand_index(truth, result.partitions[0].labels);
    }

    Random random;
    support::Table X;
    std::vector<std::int32_t> truth;
    std::vector<Constraint> links;
};

class CalibratedProperty : public testing::TestWithParam<int> {};

TEST_P(CalibratedProperty, JudgementsThatKMeansSatisfiesChangeNothing) {
    Guided problem(GetParam(), 80, 3, 3, 2, 12, 0.2);
    Context context;
    const Result plain = kmeans(problem.data(), {.n_clusters = 3}, context);
    const auto& labels = plain.partitions[0].labels;
    std::erase_if(problem.links, [&](const Constraint& link) {
        return (labels[link.a.row] == labels[link.b.row]) != (link.link == Link::must);
    });
    EXPECT_EQ(pck_means(problem.data(), {.n_clusters = 3}, context).partitions[0].labels, labels);
    EXPECT_EQ(adjusted_rand_index(mpck_means(problem.data(), {.n_clusters = 3}, context).partitions[0].labels, labels),
              1);
}

TEST_P(CalibratedProperty, TheScaleOfTheDataChangesNothing) {
    const Guided problem(GetParam(), 60, 3, 3, 2, 30, 0.1);
    Context context;
    constexpr double kScale = 1024;  // of distances 2^20: every number keeps its digits
    const Result one = pck_means(problem.data(), {.n_clusters = 3}, context);
    const Result large = pck_means(problem.data(kScale), {.n_clusters = 3}, context);
    EXPECT_EQ(one.partitions[0].labels, large.partitions[0].labels);
    EXPECT_EQ(one.judgements.error_rate, large.judgements.error_rate);
    EXPECT_DOUBLE_EQ(one.judgements.weight * kScale * kScale, large.judgements.weight);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CalibratedProperty, testing::Range(0, 40));

/// Mean over seeds of the ARI of K-Means, PCK-Means and MPCK-Means with their defaults.
struct Means {
    double plain = 0, pck = 0, mpck = 0;
};

Means means_over(int seeds, Index d, double apart, Index judgements, double wrong) {
    Means means;
    Context context;
    for (int seed = 0; seed < seeds; ++seed) {
        const Guided problem(seed, 120, d, 3, apart, judgements, wrong);
        const Dataset data = problem.data();
        means.plain += problem.ari(kmeans(data, {.n_clusters = 3}, context)) / seeds;
        means.pck += problem.ari(pck_means(data, {.n_clusters = 3}, context)) / seeds;
        means.mpck += problem.ari(mpck_means(data, {.n_clusters = 3}, context)) / seeds;
    }
    return means;
}

TEST(Calibrated, AFifthOfWrongJudgementsDoesNoHarm) {
    for (const Index judgements : {10, 60}) {
        for (const Index d : {2, 30}) {
            const Means means = means_over(10, d, 1.2, judgements, 0.2);
            EXPECT_GE(means.pck, means.plain - 0.02) << judgements << " judgements, " << d << " columns";
            EXPECT_GE(means.mpck, means.plain - 0.02) << judgements << " judgements, " << d << " columns";
        }
    }
}

TEST(Calibrated, ManyRightJudgementsHelp) {
    const Means means = means_over(10, 2, 1.2, 150, 0);
    EXPECT_GE(means.pck, means.plain + 0.05);
    EXPECT_GE(means.mpck, means.plain + 0.05);
}

TEST(Calibrated, TheErrorRateIsReported) {
    Context context;
    const Guided right(1, 120, 2, 3, 3, 200, 0), wrong(1, 120, 2, 3, 3, 200, 0.2);
    for (const bool learns : {false, true}) {
        const auto rate = [&](const Guided& problem) {
            const Result result = learns ? mpck_means(problem.data(), {.n_clusters = 3}, context)
                                         : pck_means(problem.data(), {.n_clusters = 3}, context);
            EXPECT_GT(result.judgements.weight, 0);
            return result.judgements.error_rate;
        };
        EXPECT_LE(rate(right), 0.05);
        EXPECT_NEAR(rate(wrong), 0.2, 0.06);
    }
}

}  // namespace
}  // namespace mvlink
