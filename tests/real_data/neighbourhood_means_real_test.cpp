#include <mvlink/constraints.hpp>
#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/registry.hpp>

#include "support/real_data.hpp"

#include <gtest/gtest.h>

/// The learning curves of bilenko2004: constraints among the training rows, F over the held-out rows, compared with an
/// independent prototype on other draws.
namespace mvlink {
namespace {

struct Point {
    std::string data, view;
    int classes;
    std::string method;
    double at_0, at_1000;  // the prototype's mean F
};

class NeighbourhoodMeansOnRealData : public testing::TestWithParam<Point> {};

/// Mean F of the test folds of four five-fold splits.
double mean_f(const Point& point, const View& view, const std::vector<std::int32_t>& truth, Index pairs) {
    constexpr int kSplits = 4, kFolds = 5;
    double sum = 0;
    for (std::uint64_t split = 0; split < kSplits; ++split) {
        for (const auto& test_rows : make_folds(view.rows(), kFolds, Random(split, "folds", 0))) {
            auto known = truth;
            for (const Index row : test_rows)
                known[static_cast<std::size_t>(row)] = -1;
            const auto drawn = sample_constraints(known, 0, {.count = pairs}, Random(split, "draw", 0));
            const Dataset data = Dataset(view).with_constraints(std::span<const Constraint>(drawn));
            Context context(Context::Settings{.seed = split});
            const std::vector<OptionText> options{{"n_clusters", std::to_string(point.classes)}};
            const Result result = run_method(point.method, data, options, context);
            sum += pair_scores(truth, result.partitions[0].labels, test_rows).f_measure;
        }
    }
    return sum / (kSplits * kFolds);
}

TEST_P(NeighbourhoodMeansOnRealData, ReachesThePrototype) {
    MVLINK_NEEDS_REAL_DATA();
    const Point& point = GetParam();
    const auto folder = support::real_data() / point.data;
    const View view = read_view(point.view, folder / ("view_" + point.view + ".npy"));
    const auto truth = read_labels(folder / "labels.txt").labels;
    const double at_0 = mean_f(point, view, truth, 0), at_1000 = mean_f(point, view, truth, 1000);
    RecordProperty("at_0", std::to_string(at_0));
    RecordProperty("at_1000", std::to_string(at_1000));
    // Standard errors are 0.01 to 0.04, and the draws are others.
    EXPECT_GT(at_0, point.at_0 - 0.06);
    EXPECT_GT(at_1000, point.at_1000 - 0.06);
}

INSTANTIATE_TEST_SUITE_P(Table, NeighbourhoodMeansOnRealData,
                         testing::Values(Point{"iris", "x", 3, "supervised-means", 0.686, 0.865},
                                         Point{"wine", "x", 3, "supervised-means", 0.616, 0.605},
                                         Point{"protein", "aa", 6, "supervised-means", 0.298, 0.620},
                                         Point{"ionosphere", "x", 2, "supervised-means", 0.574, 0.615},
                                         Point{"iris", "x", 3, "rca-kmeans", 0.800, 0.956},
                                         Point{"wine", "x", 3, "rca-kmeans", 0.587, 0.971},
                                         Point{"protein", "aa", 6, "rca-kmeans", 0.410, 0.586},
                                         Point{"ionosphere", "x", 2, "rca-kmeans", 0.601, 0.805}));

}  // namespace
}  // namespace mvlink
