#include <mvlink/cmvnmf.hpp>
#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/sampling.hpp>

#include "support/real_data.hpp"

#include <gtest/gtest.h>

/// A percentage of the pairs between views answered, accuracy of each view: compared with an independent prototype on
/// other draws.
namespace mvlink {
namespace {

struct Point {
    std::string data;
    std::vector<std::string> views;
    int classes;
    double percent;
    Mode mode;
    int draws;
    double least, most;  // of the mean accuracy over views and draws
};

void PrintTo(const Point& point, std::ostream* out) {
    *out << point.data << " at " << point.percent << " %, " << enum_name(point.mode);
}

class CmvnmfOnRealData : public testing::TestWithParam<Point> {};

TEST_P(CmvnmfOnRealData, ReachesThePrototype) {
    MVLINK_NEEDS_REAL_DATA();
    const Point& point = GetParam();
    const auto folder = support::real_data() / point.data;
    Context context;
    const Problem problem = read_problem({.folder = folder, .select = point.views, .unmapped = true}, context);
    std::vector<std::vector<std::int32_t>> truth;
    for (const std::string& view : point.views) {
        const auto own = folder / ("labels_" + view + ".txt");
        truth.push_back(read_labels(std::filesystem::exists(own) ? own : folder / "labels.txt").labels);
    }
    double sum = 0;
    for (int draw = 0; draw < point.draws; ++draw) {
        const auto number = static_cast<std::uint64_t>(draw);
        const auto pairs = sample_constraints(truth, {.percent = point.percent}, Random(number, "draw", 0));
        Context own(Context::Settings{.seed = number});
        const Result result = cmvnmf(problem.data.with_constraints(std::span<const Constraint>(pairs)),
                                     {.n_clusters = point.classes, .mode = point.mode}, own);
        for (std::size_t v = 0; v < truth.size(); ++v)
            sum += accuracy(truth[v], result.partitions[v].labels) / static_cast<double>(truth.size());
    }
    const double mean = sum / point.draws;
    RecordProperty("accuracy", std::to_string(mean));
    EXPECT_GT(mean, point.least);
    EXPECT_LT(mean, point.most);
}

const std::vector<std::string> kNews{"bbc", "guardian", "reuters"}, kDigits{"fou", "pix", "zer"};

INSTANTIATE_TEST_SUITE_P(Table, CmvnmfOnRealData,
                         testing::Values(Point{"3sources", kNews, 6, 1, Mode::corrected, 3, 0.93, 1.01},
                                         Point{"3sources", kNews, 6, 5, Mode::corrected, 3, 0.97, 1.01},
                                         Point{"3sources", kNews, 6, 5, Mode::paper, 10, 0.55, 0.75},
                                         Point{"mfeat", kDigits, 10, 0.25, Mode::corrected, 1, 0.82, 1.01},
                                         Point{"mfeat", kDigits, 10, 5, Mode::paper, 2, 0.70, 0.95}));

}  // namespace
}  // namespace mvlink
