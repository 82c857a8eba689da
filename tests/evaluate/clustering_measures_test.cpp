#include <mvlink/clustering_measures.hpp>
#include <mvlink/error.hpp>
#include <mvlink/measures.hpp>

#include "reference/clustering_measures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace mvlink {
namespace {

using Clusterings = std::vector<SubspaceClustering>;

constexpr double kRounding = 1e-12;  // sums of a few terms of order 1

Clusterings plain(const std::vector<std::vector<std::int32_t>>& labels) {
    Clusterings clusterings;
    for (const auto& each : labels)
        clusterings.push_back({each});
    return clusterings;
}

TEST(ClusteringMeasures, TheWorkedCasesAreExact) {
    EXPECT_NEAR(e4fc(plain({{0, 0, 0, 1, 1, 1}}), plain({{0, 0, 1, 1, 1, 1}})), 29.0 / 35, kRounding);
    EXPECT_NEAR(e4fc(plain({{0, 0, 1, 1}, {0, 1, 0, 1}}), plain({{0, 0, 1, 1}, {0, 0, 1, 1}})), 6.0 / 7, kRounding);
}

TEST(ClusteringMeasures, OneGiantClusterScoresTwoOverKPlusOne) {
    EXPECT_NEAR(e4fc(plain({{0, 0, 1, 1}}), plain({{0, 0, 0, 0}})), 2.0 / 3, kRounding);
    EXPECT_NEAR(e4fc(plain({{0, 0, 1, 1, 2, 2}}), plain({{0, 0, 0, 0, 0, 0}})), 1.0 / 2, kRounding);
}

TEST(ClusteringMeasures, OnlyE4scLooksAtDimensions) {
    const Clusterings truths{{{0, 0, 0, 0}, {{0}}}};
    const Clusterings found{{{0, 0, 0, -1}, {{0, 1}}}};
    EXPECT_NEAR(e4sc(truths, found), 0.6, kRounding);
    EXPECT_NEAR(e4fc(truths, found), 6.0 / 7, kRounding);
}

TEST(ClusteringMeasures, DimensionsOneAListOrOneALabelAreTheSameThing) {
    const Clusterings truths{{{0, 0, 1, 1}, {{0, 1}}}};
    const Clusterings one{{{1, 1, 0, 0}, {{1, 2}}}};
    const Clusterings each{{{1, 1, 0, 0}, {{2, 1}, {1, 2}}}};
    EXPECT_EQ(e4sc(truths, one), e4sc(truths, each));
    EXPECT_NEAR(e4sc(truths, one), 0.5, kRounding);
}

TEST(ClusteringMeasures, ClustersWithoutDimensionsAreLeftOut) {
    const Clusterings truths{{{0, 0, 1, 1}, {{0, 1}}}};
    const Clusterings found{{{0, 0, 1, 1}, {{0, 1}}}, {{0, 1, 0, 1}, {{}}}};
    EXPECT_NEAR(e4sc(truths, found), 1, kRounding);
    EXPECT_EQ(e4sc(truths, {}), 0);
    EXPECT_EQ(e4sc({}, found), 0);
}

TEST(ClusteringMeasures, RowsOfUnknownClassAreLeftOut) {
    EXPECT_NEAR(e4fc(plain({{0, 0, 1, 1, -1}}), plain({{5, 5, 3, 3, 3}})), 1, kRounding);
    EXPECT_EQ(e4fc(plain({{-1, -1}}), plain({{0, 1}})), 0);
}

TEST(ClusteringMeasures, OfDifferentLengthsAreRefused) {
    EXPECT_THROW(e4fc(plain({{0, 1}}), plain({{0, 1, 1}})), Error);
    EXPECT_THROW(match_clusterings(plain({{0, 1}, {0}}), plain({{0, 1}})), Error);
}

TEST(ClusteringMeasures, MatchingIsOneToOneAndTheBestInTotal) {
    const Clusterings truths = plain({{0, 0, 0, 1, 1, 1}, {0, 1, 0, 1, 0, 1}});
    // Both clusterings are nearest to the first truth; the second gives way.
    const Clusterings found = plain({{0, 0, 1, 1, 1, 1}, {1, 1, 1, 0, 0, 0}});
    EXPECT_THAT(match_clusterings(truths, found), testing::ElementsAre(1, 0));
    const auto scores = matched_scores(truths, found);
    EXPECT_NEAR(scores[1].nmi, 1, kRounding);
    EXPECT_NEAR(scores[1].ari, 1, kRounding);
    EXPECT_NEAR(scores[0].nmi, normalized_mutual_information(truths[1].labels, found[0].labels), kRounding);
}

TEST(ClusteringMeasures, AClusteringTooManyHasNoTruth) {
    const Clusterings truths = plain({{0, 0, 1, 1}});
    const Clusterings found = plain({{0, 1, 0, 1}, {0, 0, 1, 1}});
    EXPECT_THAT(match_clusterings(truths, found), testing::ElementsAre(-1, 0));
    EXPECT_THAT(match_clusterings(found, truths), testing::ElementsAre(1));
    EXPECT_THAT(match_clusterings({}, found), testing::ElementsAre(-1, -1));
}

/// Random clusterings of one table, each with some of its columns.
class RandomClusterings {
public:
    explicit RandomClusterings(unsigned seed) : engine_(seed) {}

    Clusterings draw(int rows, int columns, bool with_outliers) {
        Clusterings clusterings;
        for (int count = 1 + below(3); count > 0; --count) {
            SubspaceClustering clustering{{}, {{}}};
            const int clusters = 1 + below(4);
            for (int row = 0; row < rows; ++row)
                clustering.labels.push_back(with_outliers && below(8) == 0 ? -1 : below(clusters));
            for (int column = 0; column < columns; ++column) {
                if (below(2) == 0) clustering.dimensions[0].push_back(column);
            }
            clusterings.push_back(clustering);
        }
        return clusterings;
    }

    /// The same with clusters renumbered and clusterings in another order.
    Clusterings switched(Clusterings clusterings) {
        for (SubspaceClustering& clustering : clusterings) {
            std::vector<std::int32_t> names(16);
            std::iota(names.begin(), names.end(), 0);
            std::shuffle(names.begin(), names.end(), engine_);
            for (std::int32_t& label : clustering.labels)
                label = label < 0 ? label : names[static_cast<std::size_t>(label)];
        }
        std::shuffle(clusterings.begin(), clusterings.end(), engine_);
        return clusterings;
    }

private:
    int below(int limit) { return static_cast<int>(engine_() % static_cast<unsigned>(limit)); }
    std::mt19937 engine_;
};

std::vector<reference::MicroObjects> as_sets(const Clusterings& clusterings, bool with_dimensions) {
    std::vector<reference::MicroObjects> sets;
    for (const SubspaceClustering& clustering : clusterings) {
        std::vector<int> dimensions{0};
        if (with_dimensions) dimensions.assign(clustering.dimensions[0].begin(), clustering.dimensions[0].end());
        reference::add_clusters(clustering.labels, dimensions, sets);
    }
    return sets;
}

TEST(ClusteringMeasures, AgreeWithThePlainLoopsOnRandomClusterings) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        RandomClusterings random(seed);
        const Clusterings truths = random.draw(20, 6, false), found = random.draw(20, 6, true);
        EXPECT_NEAR(e4fc(truths, found), reference::pooled_f1(as_sets(truths, false), as_sets(found, false)), kRounding)
            << seed;
        EXPECT_NEAR(e4sc(truths, found), reference::pooled_f1(as_sets(truths, true), as_sets(found, true)), kRounding)
            << seed;
    }
}

TEST(ClusteringMeasures, DoNotChangeWhenLabelsOrClusteringsAreSwitched) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        RandomClusterings random(seed);
        const Clusterings truths = random.draw(25, 5, false), found = random.draw(25, 5, true);
        const Clusterings other_truths = random.switched(truths), other_found = random.switched(found);
        EXPECT_NEAR(e4fc(truths, found), e4fc(other_truths, other_found), kRounding) << seed;
        EXPECT_NEAR(e4sc(truths, found), e4sc(other_truths, other_found), kRounding) << seed;
        double total = 0;
        for (const MatchedClustering& matched : matched_scores(truths, found))
            total += matched.nmi;
        for (const MatchedClustering& matched : matched_scores(other_truths, other_found))
            total -= matched.nmi;
        EXPECT_NEAR(total, 0, kRounding) << seed;
    }
}

}  // namespace
}  // namespace mvlink
