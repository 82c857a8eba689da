#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/registry.hpp>

#include "support/real_data.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

/// The spectral family on data of chen2019, compared with an independent prototype: graphs of 5 neighbours, local
/// scaling.
namespace mvlink {
namespace {

struct Point {
    std::string data;
    std::string method;
    int classes;
    double least, most;  // of the mean accuracy over the seeds
};

void PrintTo(const Point& point, std::ostream* out) {
    *out << point.method << " on " << point.data;
}

class SpectralOnRealData : public testing::TestWithParam<Point> {};

TEST_P(SpectralOnRealData, ReachesThePrototype) {
    MVLINK_NEEDS_REAL_DATA();
    const Point& point = GetParam();
    Context reading;
    const Problem problem = read_problem({.folder = support::real_data() / point.data}, reading);
    const auto truth = read_labels(support::real_data() / point.data / "labels.txt").labels;
    constexpr int kSeeds = 2;
    double sum = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Context context(Context::Settings{.seed = seed});
        const std::vector<OptionText> options{{"n_clusters", std::to_string(point.classes)}, {"n_neighbors", "5"}};
        const Result result = run_method(point.method, problem.data, options, context);
        sum += accuracy(truth, result.partitions.back().labels) / kSeeds;
    }
    RecordProperty("accuracy", fmt::format("{:.3f}", sum));
    EXPECT_GT(sum, point.least);
    EXPECT_LT(sum, point.most);
}

// The prototype has .872, .834 (rows scaled to length 1; .848 without) and .964 (5 rounds; .968
// here; all rounds end at .928) on handwritten digits; .574 and .599 on images.
INSTANTIATE_TEST_SUITE_P(Table, SpectralOnRealData,
                         testing::Values(Point{"mfeat", "spectral", 10, 0.85, 0.90},
                                         Point{"mfeat", "amgl", 10, 0.81, 0.88},
                                         Point{"mfeat", "coreg-spectral", 10, 0.90, 0.99},
                                         Point{"caltech101-7", "spectral", 7, 0.53, 0.62},
                                         Point{"caltech101-7", "amgl", 7, 0.57, 0.67}));

}  // namespace
}  // namespace mvlink
