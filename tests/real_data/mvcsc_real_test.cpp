#include <mvlink/constraints.hpp>
#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/registry.hpp>

#include "support/real_data.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

/// MVCSC on data of chen2019, with pairs of objects drawn at random: a share R of n^2.
namespace mvlink {
namespace {

struct Point {
    std::string data;
    int classes;
    double percent;  // R
    std::vector<OptionText> options;
    double least;  // of the mean accuracy over the draws
};

void PrintTo(const Point& point, std::ostream* out) {
    *out << point.data << " with " << point.percent << " %";
}

class MvcscOnRealData : public testing::TestWithParam<Point> {};

TEST_P(MvcscOnRealData, ReachesThePrototype) {
    MVLINK_NEEDS_REAL_DATA();
    const Point& point = GetParam();
    Context reading;
    const Problem problem = read_problem({.folder = support::real_data() / point.data}, reading);
    const auto truth = read_labels(support::real_data() / point.data / "labels.txt").labels;
    const auto n = static_cast<double>(truth.size());
    const auto count = static_cast<Index>(point.percent / 100 * n * n);
    constexpr int kDraws = 2;
    double sum = 0;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
        const auto pairs = sample_constraints(truth, 0, {.count = count}, Random(draw));
        const Dataset data = problem.data.with_constraints(std::span<const Constraint>(pairs));
        Context context(Context::Settings{.seed = draw});
        std::vector<OptionText> options = point.options;
        options.push_back({"n_clusters", std::to_string(point.classes)});
        sum += accuracy(truth, run_method("mvcsc", data, options, context).partitions.back().labels) / kDraws;
    }
    RecordProperty("accuracy", fmt::format("{:.3f}", sum));
    EXPECT_GT(sum, point.least);
}

INSTANTIATE_TEST_SUITE_P(Points, MvcscOnRealData,
                         testing::Values(Point{"mfeat", 10, 0.1, {{"n_neighbors", "5"}}, 0.97},
                                         Point{"caltech101-7", 7, 0.1, {{"n_neighbors", "5"}}, 0.93}));

}  // namespace
}  // namespace mvlink
