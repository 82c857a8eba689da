#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <algorithm>

namespace mvlink::conformance {
namespace {

TEST_P(Conformance, ConstraintsOfWeightZeroAreAbsent) {
    const Material made = material(method);
    const Dataset bare = assembled(method, made.views);
    std::vector<Constraint> some = judgements(method, made, 12), all = judgements(method, made, 24);
    for (std::size_t i = some.size(); i < all.size(); ++i) {
        all[i].weight = 0;
    }
    EXPECT_TRUE(same_bits(run(constrained(bare, some)), run(constrained(bare, all))));
}

TEST_P(Conformance, OrderAndOrientationOfConstraintsDoNotMatter) {
    const Material made = material(method);
    const Dataset bare = assembled(method, made.views);
    const std::vector<Constraint> given = judgements(method, made);
    std::vector<Constraint> turned(given.rbegin(), given.rend());
    for (std::size_t i = 0; i < turned.size(); i += 2) {
        std::swap(turned[i].a, turned[i].b);
    }
    turned.push_back(turned.front());  // a duplicate adds nothing
    EXPECT_TRUE(same_bits(run(constrained(bare, given)), run(constrained(bare, turned))));
}

TEST_P(Conformance, ConstraintsThatAreIgnoredChangeNothingButTheReport) {
    if (method.needs.constraints != ConstraintUse::ignored) GTEST_SKIP() << "uses them";
    const Material made = material(method);
    const Dataset bare = assembled(method, made.views);
    EXPECT_TRUE(same_bits(run(bare), run(constrained(bare, judgements(method, made)))));
}

TEST_P(Conformance, NoConstraintsAtAllGiveAResultOrAnError) {
    expect_result_or_error(assembled(method, material(method).views));
}

TEST_P(Conformance, ContradictoryConstraintsGiveAResultOrAnError) {
    const Material made = material(method, 18);
    std::vector<Constraint> all = judgements(method, made, 20);
    for (std::size_t i = 0; i < 20; ++i) {
        Constraint other = all[i];
        other.link = other.link == Link::must ? Link::cannot : Link::must;
        all.push_back(other);
    }
    expect_result_or_error(constrained(assembled(method, made.views), all));
}

TEST_P(Conformance, MustLinksThatJoinAllRowsGiveAResultOrAnError) {
    const Material made = material(method, 18);
    std::vector<Constraint> all;
    for (Index row = 1; row < 18; ++row) {
        all.push_back({{0, row - 1}, {0, row}, Link::must, 1});
    }
    expect_result_or_error(constrained(assembled(method, made.views), all));
    all.push_back({{0, 0}, {0, 17}, Link::cannot, 1});  // and one that the others deny
    expect_result_or_error(constrained(assembled(method, made.views), all));
}

TEST_P(Conformance, CannotLinksBetweenAllRowsGiveAResultOrAnError) {
    const Material made = material(method, 12);
    std::vector<Constraint> all;
    for (Index a = 0; a < 12; ++a) {
        for (Index b = a + 1; b < 12; ++b) {
            all.push_back({{0, a}, {0, b}, Link::cannot, 1});
        }
    }
    expect_result_or_error(constrained(assembled(method, made.views), all));
}

TEST_P(Conformance, WeightsOfAnySizeGiveAResultOrAnError) {
    const Material made = material(method, 24);
    for (const double weight : {1e-300, 1e9, 1e150, 1e308}) {
        SCOPED_TRACE(weight);
        std::vector<Constraint> all = judgements(method, made);
        for (Constraint& constraint : all) {
            constraint.weight = weight;
        }
        expect_result_or_error(constrained(assembled(method, made.views), all));
    }
}

TEST_P(Conformance, JudgementsOnObjectsCountOnce) {
    if (method.needs.max_views == 1 || method.needs.mapping == MappingNeed::none) GTEST_SKIP() << "knows no objects";
    const Material made = material(method);
    std::vector<ConstraintSpec> specs;
    for (Index row = 0; row + 3 < 30; ++row) {
        const bool must = row % 2 == 0;
        specs.push_back({{"", row}, {"", must ? row + 3 : row + 1}, must ? Link::must : Link::cannot, 1, "here"});
    }
    const Dataset data = assembled(method, made.views).with_constraints(std::span<const ConstraintSpec>(specs));
    const Result result = run(data);
    expect_valid(result, data, method);
    EXPECT_EQ(result.constraints.must.given + result.constraints.cannot.given, static_cast<Index>(specs.size()));
}

}  // namespace
}  // namespace mvlink::conformance
