#include "kernels/mixtures.hpp"
#include "kernels/exponential.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mvlink {
namespace {

using namespace kernels;

TEST(Exponential, IsThatOfTheStandardLibraryToTwoUnitsInTheLastPlace) {
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const double x = -std::exp(random.uniform(-40, std::log(700)));
        EXPECT_NEAR(exp_of_nonpositive(x) / std::exp(x), 1, 4.5e-16) << x;
    }
    EXPECT_EQ(exp_of_nonpositive(0), 1);
    EXPECT_LT(exp_of_nonpositive(-1e300), 1e-300);
}

/// Two mixtures of three and two components over random rows of every kind, compared with plain loops.
TEST(Mixtures, ResponsibilitiesAndTheirSumsAreThoseOfPlainLoops) {
    Random random(2);
    const support::Table X = support::random_clusters(700, 5, 3, random);
    ScaledColumns rows;
    rows.columns = {0, 2, 4};
    rows.centre = {0.5, -1, 2};
    rows.factor = {1, 0.5, 2};
    Mixtures mixtures{{0, 3, 5}, Eigen::MatrixXd::Random(6, 5), Vector::Random(5)};
    const std::vector<Index> list{3, 10, 500, 699};
    Context context;
    for (const View& view : support::every_kind(X)) {
        rows.X = view.features();
        const Matrix scaled = scaled_rows(rows, {nullptr, 700}, context);
        const Matrix scores = mixture_scores(rows, {&list, 4}, mixtures, context);
        const MixtureSums sums = soft_assign(rows, {nullptr, 700}, mixtures, context);
        const MixtureLabels labels = hard_assign(rows, 700, mixtures, context);
        MixtureSums expected(3, 5, 2);
        Matrix psi(700, 5);
        for (Index i = 0; i < 700; ++i) {
            Vector both(6);
            both << scaled.row(i).transpose(), scaled.row(i).transpose().cwiseAbs2();
            EXPECT_NEAR(scaled(i, 1), (X[static_cast<std::size_t>(i)][2] + 1) * 0.5, 1e-12);
            Vector score = mixtures.weights.transpose() * both + mixtures.offsets;
            for (std::size_t m = 0; m < 2; ++m) {
                auto own = score.segment(mixtures.first[m], mixtures.first[m + 1] - mixtures.first[m]);
                Index best = 0;
                own.maxCoeff(&best);
                EXPECT_EQ(labels.labels[m][static_cast<std::size_t>(i)], best);
                const double total = std::log(own.array().exp().sum());
                expected.log_totals[static_cast<Index>(m)] += total;
                own = (own.array() - total).exp();
                EXPECT_NEAR(labels.probability[m][static_cast<std::size_t>(i)], own[best], 1e-9);
            }
            psi.row(i) = score.transpose();
            expected.counts += score;
            expected.sums += both * score.transpose();
        }
        EXPECT_LT((sums.counts - expected.counts).cwiseAbs().maxCoeff(), 1e-9);
        EXPECT_LT((sums.sums - expected.sums).cwiseAbs().maxCoeff(), 1e-7);
        EXPECT_LT((sums.log_totals - expected.log_totals).cwiseAbs().maxCoeff(), 1e-7);
        const MixtureSums given = weighted_sums(rows, {nullptr, 700}, psi, context);
        EXPECT_LT((given.sums - expected.sums).cwiseAbs().maxCoeff(), 1e-7);
        for (Index at = 0; at < 4; ++at) {
            const Eigen::RowVectorXd x = scaled.row(list[static_cast<std::size_t>(at)]);
            const double score = mixtures.offsets[1] + x.dot(mixtures.weights.col(1).head(3).transpose()) +
                                 x.cwiseAbs2().dot(mixtures.weights.col(1).tail(3).transpose());
            EXPECT_NEAR(scores(at, 1), score, 1e-10);
        }
    }
}

}  // namespace
}  // namespace mvlink
