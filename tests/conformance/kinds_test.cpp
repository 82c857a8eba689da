#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace mvlink::conformance {
namespace {

/// Every kind of view holds the same numbers (they are exact in float), and all state is double: what differs is the
/// order of sums.
void expect_rounding(const Result& a, const Result& b) {
    ASSERT_EQ(a.partitions.size(), b.partitions.size());
    for (std::size_t p = 0; p < a.partitions.size(); ++p) {
        EXPECT_EQ(a.partitions[p].labels, b.partitions[p].labels) << a.partitions[p].name;
    }
    EXPECT_NEAR(a.objective.back(), b.objective.back(), 1e-6 * std::abs(a.objective.back()));
}

/// Sparse rows may be worked on in another way (NMF sweeps the factors more often where X has many entries), so that a
/// run stops elsewhere within its tolerance and numbers the clusters otherwise.
void expect_same_groups(const Result& a, const Result& b) {
    ASSERT_EQ(a.partitions.size(), b.partitions.size());
    for (std::size_t p = 0; p < a.partitions.size(); ++p) {
        EXPECT_TRUE(same_groups(a.partitions[p].labels, b.partitions[p].labels)) << a.partitions[p].name;
    }
    EXPECT_NEAR(a.objective.back(), b.objective.back(), 1e-4 * std::abs(a.objective.back()));
}

/// A metric that is chosen by the kind of the rows is fixed, so that both kinds have the same.
Texts one_metric(const MethodInfo& method) {
    for (const OptionInfo& option : method.options) {
        const auto& choices = option.choices;
        const bool is_metric = std::find(choices.begin(), choices.end(), "euclidean") != choices.end();
        if (is_metric && option.default_text == "auto") return {{option.name, "euclidean"}};
    }
    return {};
}

TEST_P(Conformance, SparseRowsGiveTheAnswerOfDenseOnes) {
    const Dataset sparse = problem(method, Kind::sparse64);
    if (!method.needs.sparse) {
        const Outcome refused = attempt(sparse);
        ASSERT_TRUE(refused.error) << "sparse rows are accepted, though the registry says that they are not";
        EXPECT_EQ(refused.error->code(), ErrorCode::input);
        EXPECT_THAT(refused.error->what(), testing::HasSubstr("is sparse; method " + method.name));
        return;
    }
    const Result result = run(sparse, one_metric(method));
    expect_valid(result, sparse, method);
    expect_same_groups(run(problem(method), one_metric(method)), result);
}

TEST_P(Conformance, FloatRowsGiveTheAnswerOfDoubleOnes) {
    const Dataset data = problem(method, Kind::dense32);
    const Result result = run(data);
    expect_valid(result, data, method);
    expect_rounding(run(problem(method)), result);
    if (!method.needs.sparse) return;
    expect_rounding(run(problem(method, Kind::sparse64)), run(problem(method, Kind::sparse32)));
}

TEST_P(Conformance, TheOrderOfValuesInMemoryDoesNotMatter) {
    const Dataset data = problem(method, Kind::columns64);
    const Result result = run(data);
    expect_valid(result, data, method);
    expect_rounding(run(problem(method)), result);
}

TEST_P(Conformance, PredictionsAreTheSameForEveryKindOfRow) {
    if (!method.predicts) GTEST_SKIP() << "does not label new rows";
    const Result result = run(problem(method));
    const Material fresh = material(method, 40, 9, 3);
    const auto expected = predicted(result.model, assembled(method, fresh.views));
    for (const Kind kind : {Kind::dense32, Kind::columns64, Kind::sparse64, Kind::sparse32}) {
        const bool sparse = kind == Kind::sparse64 || kind == Kind::sparse32;
        if (sparse && !method.needs.sparse) continue;
        const auto found = predicted(result.model, assembled(method, fresh.views, kind));
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t p = 0; p < found.size(); ++p) {
            EXPECT_EQ(found[p].labels, expected[p].labels);
        }
    }
}

}  // namespace
}  // namespace mvlink::conformance
