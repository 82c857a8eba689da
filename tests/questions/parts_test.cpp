#include "questions/beliefs.hpp"
#include "questions/closure.hpp"
#include "questions/progress.hpp"
#include "questions/skeleton_tree.hpp"
#include "questions/support.hpp"
#include "reference/skeleton.hpp"

#include <gmock/gmock.h>

namespace mvlink::test {
namespace {

using namespace mvlink::questions;

TEST(Closure, FollowsFromSameAndDifferentByHand) {
    Closure closure(6);
    EXPECT_TRUE(closure.join(0, 1));
    EXPECT_TRUE(closure.separate(1, 2));
    EXPECT_TRUE(closure.join(2, 3));
    EXPECT_TRUE(closure.apart(0, 3));
    EXPECT_FALSE(closure.known(0, 4));
    EXPECT_FALSE(closure.join(0, 3)) << "it contradicts 1 and 2";
    EXPECT_FALSE(closure.separate(0, 1));
    EXPECT_TRUE(closure.join(4, 3));
    EXPECT_TRUE(closure.apart(4, 1));
    EXPECT_FALSE(closure.known(5, 0));
}

TEST(Wilson, IntervalByHand) {
    const auto [low, high] = wilson(8, 10);  // the textbook case
    EXPECT_NEAR(low, 0.4902, 1e-4);
    EXPECT_NEAR(high, 0.9433, 1e-4);
    EXPECT_EQ(wilson(0, 0), std::pair(0.0, 1.0));
}

class SkeletonProperty : public testing::TestWithParam<int> {};

TEST_P(SkeletonProperty, AgreesWithPlainLoops) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    const Index n = 3 + random.below(60);
    std::vector<std::vector<double>> points;
    Cloud cloud;
    Space space;
    space.cols = 3;
    for (Index i = 0; i < n; ++i) {
        points.push_back({random.normal(), random.normal(), random.normal()});
        space.values.insert(space.values.end(), points.back().begin(), points.back().end());
        space.items.push_back(static_cast<std::int32_t>(i));
        cloud.place.push_back(static_cast<std::int32_t>(i));
        cloud.space.push_back(0);
    }
    cloud.spaces.push_back(space);
    Context context;
    const std::vector<std::int32_t> labels(static_cast<std::size_t>(n), 0);
    const SkeletonTree tree = make_skeleton(cloud, labels, 1, context);
    const reference::Skeleton expected = reference::skeleton(points);
    for (Index i = 0; i < n; ++i) {
        EXPECT_EQ(tree.parent[i], expected.parent[i]) << i;
        EXPECT_NEAR(tree.length[i], expected.length[i], 1e-12) << i;
    }
    EXPECT_EQ(static_cast<Index>(tree.top_down.size()), n);
}
INSTANTIATE_TEST_SUITE_P(Seeds, SkeletonProperty, testing::Range(0, 20));

TEST(Skeleton, EqualPointsAreLinkedWithoutEnd) {
    Cloud cloud;
    Space space;
    space.cols = 1;
    for (std::int32_t i = 0; i < 9; ++i) {
        space.values.push_back(i < 5 ? 0 : 1);
        space.items.push_back(i);
        cloud.place.push_back(i);
        cloud.space.push_back(0);
    }
    cloud.spaces.push_back(space);
    Context context;
    const SkeletonTree tree = make_skeleton(cloud, std::vector<std::int32_t>(9, 0), 1, context);
    EXPECT_EQ(std::count(tree.parent.begin(), tree.parent.end(), -1), 1);
}

TEST(Merge, PeopleWhoAgreeHaveAlphaOneAndAContradictionLowersIt) {
    const Groups groups = make_groups(2, 5, 5, 1);
    const auto numbered = [](std::vector<SessionEvent> events) {
        for (std::size_t i = 0; i < events.size(); ++i)
            events[i].sequence = static_cast<Index>(i) + 1;
        return events;
    };
    std::vector<std::vector<SessionEvent>> sessions{
        numbered({judge(0, 1, Reply::same, "anna"), judge(0, 6, Reply::different, "anna")}),
        numbered({judge(0, 1, Reply::same, "ben"), judge(6, 0, Reply::different, "ben")})};
    MergedAnswers merged = merge_answers(groups.problem, sessions);
    EXPECT_EQ(merged.constraints.size(), 2);
    EXPECT_EQ(merged.shared, 2);
    EXPECT_EQ(merged.agreed, 2);
    EXPECT_DOUBLE_EQ(merged.alpha, 1);
    sessions[1] = numbered({judge(0, 1, Reply::different, "ben"), judge(6, 0, Reply::different, "ben")});
    merged = merge_answers(groups.problem, sessions);
    EXPECT_EQ(merged.agreed, 1);
    // same 1, different 3: observed 2 * 1 * 1 / 1 = 2, expected 2 * 1 * 3 / 3 = 2.
    EXPECT_DOUBLE_EQ(merged.alpha, 0);
    EXPECT_EQ(merged.undecided, 1);
}

}  // namespace
}  // namespace mvlink::test
