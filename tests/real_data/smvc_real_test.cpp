#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/smvc.hpp>

#include "support/real_data.hpp"

#include <gtest/gtest.h>

namespace mvlink {
namespace {

Problem read(const std::string& name, Context& context) {
    ReadRequest request;
    request.folder = support::real_data() / name;
    return read_problem(request, context);
}

double accuracy(const Problem& problem, const Result& result, const std::string& partition, const std::string& truth) {
    for (const Score& found : score(problem, result.partitions)) {
        if (found.partition == partition && found.truth == truth) return found.measures.acc;
    }
    return -1;
}

TEST(SmvcOnRealData, FindsArmsAndLegsOfTheStickFigures) {
    MVLINK_NEEDS_REAL_DATA();
    Context context;
    const Problem problem = read("stickfigures", context);
    const Result result = smvc(problem.data, {.n_clusters = 3, .image = "20x20"}, context);
    EXPECT_EQ(accuracy(problem, result, "clustering1", "upper"), 1);
    EXPECT_EQ(accuracy(problem, result, "clustering2", "lower"), 1);
}

TEST(SmvcOnRealData, OneClusteringOfIrisIsThatOfThePaper) {
    MVLINK_NEEDS_REAL_DATA();
    Context context;
    const Problem problem = read("iris", context);
    const Result result = smvc(problem.data, {.n_clusters = 3, .n_clusterings = 1}, context);
    EXPECT_GE(accuracy(problem, result, "clustering1", "labels"), 0.93);
}

}  // namespace
}  // namespace mvlink
