#include <mvlink/propagation.hpp>

#include <mvlink/error.hpp>

#include "support/propagation_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mvlink {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::string refusal(const std::function<void()>& call, ErrorCode code) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    return "";
}

Dataset three_views(const std::vector<Constraint>& constraints, std::vector<Mapping> mappings) {
    Random random(1);
    std::vector<View> views;
    for (const char* name : {"a", "b", "c"})
        views.push_back(support::dense_view<double>(support::random_table(8, 2, random), name));
    return Dataset(views).with_mappings(std::move(mappings)).with_constraints(std::span<const Constraint>(constraints));
}

TEST(PropagationRefuses, AMappingThatContradictsCannotLinksWithTheSmallestChain) {
    const Dataset data = three_views({{{0, 0}, {0, 1}, Link::cannot, 1},
                                      {{0, 5}, {0, 6}, Link::cannot, 1},
                                      {{1, 2}, {1, 3}, Link::must, 1},
                                      {{2, 4}, {2, 5}, Link::must, 1}},
                                     {{0, 1, {{0, 2}, {1, 3}, {5, 6}, {6, 7}}}, {1, 2, {{6, 4}, {7, 5}}}});
    Context context;
    const std::string said = refusal([&] { (void)propagation(data, {.n_clusters = 2}, context); }, ErrorCode::input);
    EXPECT_THAT(said,
                HasSubstr("row 0 of view \"a\" and row 1 of view \"a\" are cannot-linked, but row 0 of view \"a\" is "
                          "mapped to row 2 of view \"b\" is must-linked with row 3 of view \"b\" is mapped to row "
                          "1 of view \"a\""));
    EXPECT_THAT(said, AllOf(HasSubstr("contradicts: 2"), HasSubstr("closure=false")));
    EXPECT_NO_THROW((void)propagation(data, {.n_clusters = 2, .closure = false}, context));
}

TEST(PropagationRefuses, NotConstraintsOfOneViewThatContradictEachOther) {
    const Dataset data = three_views({{{0, 0}, {0, 1}, Link::cannot, 1}, {{0, 0}, {0, 1}, Link::must, 1}},
                                     {{0, 1, {{4, 2}}}, {1, 2, {{6, 4}}}});
    Context context;
    const std::vector<Warning> warnings = propagation(data, {.n_clusters = 2}, context).warnings;
    EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(),
                            [](const Warning& warning) { return warning.code == "constraints-contradict"; }));
    EXPECT_NO_THROW((void)propagation(data, {.n_clusters = 2, .closure = true}, context));
}

TEST(PropagationRefuses, WhatDoesNotFit) {
    Context context;
    const auto with = [&](const Dataset& data, const PropagationOptions& options, ErrorCode code) {
        return refusal([&] { (void)propagation(data, options, context); }, code);
    };
    const Dataset mapped = three_views({}, {{0, 1, {{0, 0}}}});
    EXPECT_THAT(with(three_views({}, {}), {.n_clusters = 2}, ErrorCode::input), HasSubstr("cmvnmf"));
    EXPECT_THAT(with(mapped, {.n_clusters = 9}, ErrorCode::input),
                HasSubstr("9 clusters for the 8 rows of view \"a\""));
    EXPECT_THAT(with(mapped, {.n_clusters = 2, .threshold = OneOrEach<double>(std::vector<double>{0.5, 0.6})},
                     ErrorCode::input),
                HasSubstr("threshold: 2 values for 3 views"));
    for (const double bad : {0.0, -1.0, 1.5}) {
        EXPECT_THAT(with(mapped, {.n_clusters = 2, .threshold = OneOrEach<double>(bad)}, ErrorCode::usage),
                    HasSubstr("threshold"));
    }
    EXPECT_THAT(with(mapped, {.n_clusters = 2, .base_options = {{"memory", "keep"}}}, ErrorCode::usage),
                HasSubstr("base.memory: pck-means has no such option"));
    EXPECT_THAT(with(mapped, {.n_clusters = 2, .base_options = {{"tol", "-1"}}}, ErrorCode::usage),
                HasSubstr("base.tol: -1 is out of range"));
    EXPECT_THAT([] { three_views({}, {{0, 1, {{0, 99}}}}); }, ThrowsMessage<Error>(HasSubstr("row 99 of view \"b\"")));
    EXPECT_THAT([] { three_views({}, {{0, 7, {{0, 1}}}}); }, ThrowsMessage<Error>(HasSubstr("views 0 and 7")));
    EXPECT_THAT([] { three_views({}, {{1, 1, {{0, 1}}}}); }, ThrowsMessage<Error>(HasSubstr("two different ones")));
}

}  // namespace
}  // namespace mvlink
