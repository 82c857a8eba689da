#include "questions/beliefs.hpp"
#include "questions/closure.hpp"
#include "questions/holders.hpp"
#include "questions/label_learner.hpp"
#include "questions/progress.hpp"
#include "questions/skeleton_tree.hpp"
#include "questions/support.hpp"
#include "reference/label_process.hpp"
#include "reference/skeleton.hpp"
#include "reference/ward.hpp"

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

/// Random points, as the test's own list and as a cloud.
struct Points {
    std::vector<std::vector<double>> list;
    Cloud cloud;
};

Points random_points(std::uint64_t seed) {
    Random random(seed);
    Points points;
    Space space;
    space.cols = 3;
    const std::int32_t n = 3 + static_cast<std::int32_t>(random.below(60));
    for (std::int32_t i = 0; i < n; ++i) {
        points.list.push_back({random.normal(), random.normal(), random.normal()});
        space.values.insert(space.values.end(), points.list.back().begin(), points.list.back().end());
        space.items.push_back(i);
        points.cloud.place.push_back(i);
        points.cloud.space.push_back(0);
    }
    points.cloud.spaces.push_back(space);
    return points;
}

template <class Expected>
void expect_same_tree(const SkeletonTree& tree, const Expected& expected) {
    for (std::size_t i = 0; i < tree.parent.size(); ++i) {
        EXPECT_EQ(tree.parent[i], expected.parent[i]) << i;
        EXPECT_NEAR(tree.length[i], expected.length[i], 1e-12) << i;
    }
    EXPECT_EQ(tree.top_down.size(), tree.parent.size());
}

TEST_P(SkeletonProperty, AgreesWithPlainLoopsOfWard) {
    const Points points = random_points(static_cast<std::uint64_t>(GetParam()));
    Context context;
    const std::vector<std::int32_t> labels(points.list.size(), 0);
    const SkeletonTree tree = make_skeleton(points.cloud, labels, 1, context);
    expect_same_tree(tree, reference::ward(points.list, tree.parent));
}

TEST_P(SkeletonProperty, OfLargeClustersAgreesWithPlainLoopsOfNearestNeighbours) {
    const Points points = random_points(static_cast<std::uint64_t>(GetParam()));
    Context context;
    const std::vector<std::int32_t> labels(points.list.size(), 0);
    expect_same_tree(make_skeleton(points.cloud, labels, 1, 1, context), reference::skeleton(points.list));
}

TEST_P(SkeletonProperty, OfBothKindsIsOneTree) {
    const Points points = random_points(static_cast<std::uint64_t>(GetParam()));
    Context context;
    const SkeletonTree tree =
        make_skeleton(points.cloud, std::vector<std::int32_t>(points.list.size(), 0), 1, 5, context);
    EXPECT_EQ(std::count(tree.parent.begin(), tree.parent.end(), -1), 1);
    EXPECT_EQ(tree.top_down.size(), tree.parent.size()) << "every item hangs on the top";
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

/// Items on a line, one per unit, in one cluster of the start; every label as it is told.
Base line_of(int n) {
    Base base{Items(Dataset(View::dense("x", n, 1, std::vector<double>(static_cast<std::size_t>(n), 0.0)))),
              {},
              {},
              {},
              1,
              {},
              {},
              {},
              {},
              {},
              {}};
    Space space;
    space.cols = 1;
    for (std::int32_t i = 0; i < n; ++i) {
        space.values.push_back(i);
        space.items.push_back(i);
        base.cloud.place.push_back(i);
        base.cloud.space.push_back(0);
        base.near.push_back(i == 0 ? 1 : i - 1);
        base.near_distance.push_back(1);
    }
    base.cloud.spaces.push_back(space);
    base.start = {Scope::objects, "objects", 1, std::vector<std::int32_t>(static_cast<std::size_t>(n), 0), {}};
    base.tree.top = {0};
    return base;
}

TEST(LabelLearner, ItemsNearAnAskedOneFollowItByHand) {
    const Base base = line_of(40);
    Beliefs beliefs{{}, Closure(40), {}, {}, {}};
    // Asked: 0 to 7, same as the top, and 30 to 37, which are different from it.
    for (Index i = 1; i < 8; ++i) {
        beliefs.pairs.push_back({0, i, {}, 1, 0, 0, 3.0, 0, false, false});
        beliefs.pairs.push_back({30, 29 + i + (i > 0 ? 1 : 0), {}, 1, 0, 0, 3.0, 0, false, false});
    }
    std::vector<std::int32_t> labels(40, 0);
    for (Index i = 30; i < 38; ++i)
        labels[i] = 1;
    std::vector<double> share(40, 0.5);
    Reach reach(base);
    follow_asked(base, beliefs, 2, reach, labels, share);
    EXPECT_EQ(labels[38], 1) << "the end of the line lies beside asked ones of cluster 1";
    EXPECT_EQ(labels[8], 0);
    EXPECT_EQ(labels[18], 0) << "nobody near was asked: it stays";
    EXPECT_NEAR(share[18], 0.5, 1e-3);
    EXPECT_GT(share[38], 0.5);
}

TEST(LabelLearner, OfFewerThanTwelveAskedItemsNothingFollows) {
    const Base base = line_of(20);
    const auto moved_after = [&](Index asked) {
        Beliefs beliefs{{}, Closure(20), {}, {}, {}};
        std::vector<std::int32_t> labels(20, 0);
        for (Index i = 1; i < asked; ++i)
            beliefs.pairs.push_back({0, i, {}, 1, 0, 0, 3.0, 0, false, false});
        for (Index i = 1; i < asked; ++i)
            labels[i] = 1;
        std::vector<double> share(20, 1.0);
        Reach reach(base);
        follow_asked(base, beliefs, 2, reach, labels, share);
        return labels[asked];
    };
    EXPECT_EQ(moved_after(11), 0);
    EXPECT_EQ(moved_after(12), 1) << "the item beside eleven asked ones of cluster 1";
}

/// Items on one spot; 0 is the top. Hanging on it: 5 with 6 (a link of length 1) and, later joined, 7 (2) with 8; 9
/// with 10; 11 with 12; the others alone.
Base three_parts() {
    Base base = line_of(13);
    base.tree.parent = {-1, 0, 0, 0, 0, 0, 5, 5, 7, 0, 9, 0, 11};
    base.tree.length = {0, 1, 1, 1, 1, 3, 1, 2, 1, 3, 1, 3, 1};
    for (std::int32_t item = 0; item < 13; ++item)
        base.tree.top_down.push_back(item);  // every parent has a lower number
    return base;
}

TEST(Holders, APartStaysUntilASecondItemOfItIsKnownToLeaveByHand) {
    const Base base = three_parts();
    Closure known(13);
    std::vector<Index> asked;
    EXPECT_EQ(find_holders(base, asked, known).of, base.tree.parent);
    known.separate(5, 0);
    asked = {0, 5};
    const Holders after_one = find_holders(base, asked, known);
    EXPECT_EQ(after_one.of[5], 0);
    EXPECT_EQ(after_one.of[6], 0) << "hangs on what item 5 was cut off from";
    EXPECT_EQ(after_one.of[7], 0);
    EXPECT_EQ(after_one.of[8], 7);
    EXPECT_DOUBLE_EQ(after_one.p_follow, 0.5);
    known.separate(9, 0);
    known.join(10, 0);
    known.separate(6, 0);
    asked = {0, 5, 9, 10, 6};
    const Holders after_two = find_holders(base, asked, known);
    EXPECT_EQ(after_two.of[6], 5);
    EXPECT_EQ(after_two.of[7], 0) << "joined to item 5 later than the branch of item 6";
    EXPECT_EQ(after_two.of[10], 0) << "known to stay";
    EXPECT_DOUBLE_EQ(after_two.p_follow, 0.5) << "one part followed, one stayed";
    known.separate(8, 0);
    asked.push_back(8);
    EXPECT_EQ(find_holders(base, asked, known).of[7], 5) << "item 8 is in its branch";
}

TEST(Holders, PartsLeaveAtOnceWherePartsWereFoundToFollowByHand) {
    const Base base = three_parts();
    Closure known(13);
    for (const Index item : {5, 9, 11})
        known.separate(item, 0);
    known.join(10, 0);
    std::vector<Index> asked{0, 5, 9, 11, 10};
    for (const Index item : {6, 8}) {
        known.separate(item, 0);
        asked.push_back(item);
    }
    EXPECT_EQ(find_holders(base, asked, known).of[12], 0) << "two followed, one stayed: not more than twice as many";
    known.separate(7, 0);
    asked.push_back(7);
    const Holders holders = find_holders(base, asked, known);
    EXPECT_DOUBLE_EQ(holders.p_follow, 4.0 / 6);
    EXPECT_EQ(holders.of[12], 11) << "three followed";
    EXPECT_EQ(holders.of[10], 0) << "of this part an answer says otherwise";
}

TEST(Holders, NothingStaysBehindInAnotherSpace) {
    Base base = three_parts();
    base.cloud.space[5] = base.cloud.space[6] = 1;
    Closure known(13);
    known.separate(5, 0);
    EXPECT_EQ(find_holders(base, std::vector<Index>{0, 5}, known).of[6], 5);
}

/// Random points in two clusters of the start, everything near everything.
Base base_of(const Points& points, Random& random) {
    const int n = static_cast<int>(points.list.size());
    Base base = line_of(n);
    base.cloud = points.cloud;
    base.start.n_clusters = 2;
    base.tree.top = {0, 1};
    for (int i = 0; i < n; ++i) {
        base.near_distance[i] = 0.5 + random.uniform();
        base.start.labels[i] = i < 2 ? i : static_cast<std::int32_t>(random.below(2));
    }
    return base;
}

TEST(LabelLearner, AskedItemsThatAreFarFromEachOtherSayNothingOfEachOtherByHand) {
    Base base = line_of(90);
    base.start.n_clusters = 2;
    base.tree.top = {0, 30};
    std::vector<std::int32_t> labels(90, 0);
    for (Index i = 30; i < 60; ++i)
        base.start.labels[i] = labels[i] = 1;
    const Reach reach(base);
    const LearnerRule rule = choose_rule(base, {0, 30, 60}, labels, 2, reach);
    // The start is right about all three, so that it counts most: 1 for its label, 0.02 for the other.
    EXPECT_EQ(rule.links, 1);
    for (const Index item : {0, 30, 60})
        EXPECT_NEAR(rule.expected.at(item)[labels[item]], 1 / 1.02, 1e-12);
}

class LearnerProperty : public testing::TestWithParam<int> {};

TEST_P(LearnerProperty, AgreesWithPlainLoopsThatLeaveEachOut) {
    Random random(static_cast<std::uint64_t>(GetParam()), "learner", 0);
    const Points points = random_points(static_cast<std::uint64_t>(GetParam()));
    const Base base = base_of(points, random);
    const Index n = base.count();
    Beliefs beliefs{{}, Closure(n), {}, {}, {}};
    for (Index i = 1; i < n; i += 3)
        beliefs.pairs.push_back({i - 1, i, {}, 1, 0, 0, 3.0, 0, false, false});
    std::vector<std::int32_t> labels = base.start.labels;
    for (const Index item : asked_items(beliefs))
        if (item > 1) labels[item] = static_cast<std::int32_t>(random.below(3));
    Reach reach(base);
    const std::vector<Index> asked = asked_items(beliefs);
    const LearnerRule rule = choose_rule(base, asked, labels, 3, reach);
    reference::LabelProcess process{rule.width, 0.3, {}, {}, {}, {}, 3};
    for (Index i = 0; i < n; ++i) {
        process.distance.emplace_back();
        for (Index j = 0; j < n; ++j) {
            double squares = 0;
            for (int c = 0; c < 3; ++c)
                squares += std::pow(points.list[i][c] - points.list[j][c], 2);
            process.distance[i].push_back(std::sqrt(squares / (base.near_distance[i] * base.near_distance[j])));
        }
        process.mean.push_back({0, 0, 0});
        process.mean[i][labels[base.start.labels[i]]] = rule.links;  // items 0 and 1 are the tops
    }
    for (const Index item : asked) {
        process.asked.push_back(static_cast<int>(item));
        process.label.push_back(labels[item]);
    }
    for (std::size_t i = 0; i < asked.size() && !rule.expected.empty(); ++i) {
        const auto expected =
            reference::LabelProcess::shares(process.values(static_cast<int>(asked[i]), static_cast<int>(i)));
        for (int label = 0; label < 3; ++label)
            EXPECT_NEAR(rule.expected.at(asked[i])[label], expected[label], 1e-9);
    }
    if (asked.size() < 12 || rule.expected.empty()) return;
    const std::vector<std::int32_t> before = labels;
    std::vector<double> share(static_cast<std::size_t>(n), 1.0);
    const Learnt learnt = follow_asked(base, beliefs, 3, reach, labels, share);
    for (const Index item : asked)
        EXPECT_EQ(labels[item], before[item]);
    for (const Doubt& doubt : learnt.doubts) {
        const auto values = reference::LabelProcess::shares(process.values(doubt.item, -1));
        // Beyond what is inaudible (1e-4 of an asked item) the two leave out different parts.
        EXPECT_NEAR(1 - static_cast<double>(doubt.p_wrong), values[labels[doubt.item]], 1e-2) << doubt.item;
        EXPECT_EQ(labels[doubt.nearest], labels[doubt.item]);
        EXPECT_LE(learnt.told[doubt.item], 1);
    }
}
INSTANTIATE_TEST_SUITE_P(Seeds, LearnerProperty, testing::Range(0, 30));

TEST(LabelLearner, NeverChangeAnItemThatWasAskedAbout) {
    const Base base = line_of(10);
    Beliefs beliefs{{}, Closure(10), {}, {}, {}};
    for (Index i = 1; i < 10; ++i)
        beliefs.pairs.push_back({0, i, {}, 1, 0, 0, 3.0, 0, false, false});
    std::vector<std::int32_t> labels{0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    std::vector<double> share(10, 1.0);
    Reach reach(base);
    follow_asked(base, beliefs, 2, reach, labels, share);
    EXPECT_EQ(labels[4], 1) << "asked about, although all neighbours say otherwise";
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

TEST(Merge, AnswersAboutRowsThatDoNotExistAreRefused) {
    const Groups groups = make_groups(2, 5, 5, 1);
    SessionEvent event = judge(0, 888, Reply::same);
    event.sequence = 1;
    EXPECT_THROW(merge_answers(groups.problem, std::vector<std::vector<SessionEvent>>{{event}}), Error);
}

}  // namespace
}  // namespace mvlink::test
