#include "experiments/analysis.hpp"
#include "experiments/text_tables.hpp"
#include "tiny_paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::experiments {
namespace {

/// Two methods at one place, one fold, and the values that the runs are made to have had.
class Verdicts : public testing::Test {
protected:
    Analysis judge(Expectation expected, const std::vector<double>& a, const std::vector<double>& b) {
        experiments_.clear();
        Experiment experiment;
        experiment.name = "e";
        experiment.panels = {{support::tiny_blobs("d"), {5}, {5}}};
        experiment.methods = {{"A", "pck-means", {}}, {"B", "pck-means", {{"closure", "false"}}}};
        experiment.repetitions = static_cast<int>(a.size());
        experiment.claims = {{"A and B.", "", {{"d", {"A", 5}, {"B", 5}, expected}}}};
        experiment.references = {"", 0.01, 0.04, {{"d", "A", 5, reference_, 4}, {"d", "A", 6, 1, 4}}};
        experiments_.push_back(experiment);
        plan_ = make_plan(experiments_, {}, {}, context_);
        std::vector<RunRecord> records;
        for (const auto& values : {a, b}) {
            for (const double value : values) {
                records.emplace_back();
                records.back().measures.f_measure = value;
            }
        }
        return analyse(plan_, plan_.experiments[0], records);
    }
    Verdict verdict(Expectation expected, const std::vector<double>& a, const std::vector<double>& b) {
        return judge(expected, a, b).claims.at(0).verdict;
    }

    Context context_{Context::Settings{.seed = 0, .threads = 1}};
    std::vector<Experiment> experiments_;
    Plan plan_;
    double reference_ = 0.5;
};

TEST_F(Verdicts, OnBetterFollowTheIntervalOfThePairedDifference) {
    // Differences 0.1, 0.11, 0.09: far above 0 although the values themselves scatter.
    EXPECT_EQ(verdict(Expectation::better, {0.3, 0.61, 0.89}, {0.2, 0.5, 0.8}), Verdict::reproduced);
    EXPECT_EQ(verdict(Expectation::better, {0.2, 0.5, 0.8}, {0.3, 0.61, 0.89}), Verdict::not_reproduced);
    // Equal up to 0.001: an advantage worth a claim is excluded.
    EXPECT_EQ(verdict(Expectation::better, {0.501, 0.6, 0.7}, {0.5, 0.601, 0.7}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(Expectation::better, {0.3, 0.9, 0.5}, {0.4, 0.5, 0.6}), Verdict::inconclusive);
}

TEST_F(Verdicts, OnNotWorseAllowForWhatDoesNotMatter) {
    EXPECT_EQ(verdict(Expectation::not_worse, {0.3, 0.61, 0.89}, {0.2, 0.5, 0.8}), Verdict::reproduced);
    EXPECT_EQ(verdict(Expectation::not_worse, {0.5, 0.6, 0.7}, {0.503, 0.602, 0.7025}), Verdict::reproduced);
    EXPECT_EQ(verdict(Expectation::not_worse, {0.2, 0.5, 0.8}, {0.3, 0.61, 0.89}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(Expectation::not_worse, {0.3, 0.9, 0.5}, {0.4, 0.5, 0.6}), Verdict::inconclusive);
}

TEST_F(Verdicts, ADifferenceThatIsCertainButTooSmallToMatterIsSlight) {
    EXPECT_EQ(verdict(Expectation::better, {0.503, 0.602, 0.7025}, {0.5, 0.6, 0.7}), Verdict::slight);
}

TEST(VerdictOnAll, StatesTheShareOfComparisonsThatHold) {
    using enum Verdict;
    const auto of = [](std::vector<Verdict> list) { return verdict_on_all(list); };
    EXPECT_EQ(of({reproduced, reproduced}), reproduced);
    EXPECT_EQ(of({reproduced, reproduced, not_reproduced}), mostly_reproduced) << "one miss does not refute";
    EXPECT_EQ(of({reproduced, not_reproduced}), mixed);
    EXPECT_EQ(of({slight, slight}), slight);
    EXPECT_EQ(of({slight, not_reproduced}), not_reproduced);
    EXPECT_EQ(of({inconclusive, inconclusive}), inconclusive);
    EXPECT_EQ(of({not_reproduced, inconclusive}), mixed);
    EXPECT_EQ(of({}), inconclusive);
}

TEST_F(Verdicts, FormsOfAMethodAreJudgedApartAndOwnClaimsStandApart) {
    experiments_.clear();
    Experiment experiment;
    experiment.name = "e";
    experiment.panels = {{support::tiny_blobs("d"), {5}, {5}}};
    experiment.methods = {{"A", "pck-means", {}}, {"P", "pck-means", {{"mode", "paper"}}}, {"K", "kmeans", {}}};
    experiment.repetitions = 3;
    experiment.claims = {
        {"Constraints help.", "sec. 1", {better("d", {"A", 5}, {"K", 5}), better("d", {"P", 5}, {"K", 5})}},
        {"The printed form loses.", kNotInThePaper, {better("d", {"A", 5}, {"P", 5})}}};
    experiments_.push_back(experiment);
    plan_ = make_plan(experiments_, {}, {}, context_);
    std::vector<RunRecord> records;
    for (const double value : {0.9, 0.91, 0.92, 0.5, 0.51, 0.49, 0.6, 0.61, 0.59}) {
        records.emplace_back();
        records.back().measures.f_measure = value;
    }
    const std::vector<Analysis> analyses{analyse(plan_, plan_.experiments[0], records)};
    ASSERT_EQ(analyses[0].claims.size(), 3U);
    EXPECT_EQ(claim_text(analyses[0].claims[0]), "Constraints help. (mode=corrected)");
    EXPECT_EQ(analyses[0].claims[0].verdict, Verdict::reproduced);
    EXPECT_EQ(claim_text(analyses[0].claims[1]), "Constraints help. (mode=paper)");
    EXPECT_EQ(analyses[0].claims[1].verdict, Verdict::not_reproduced);
    EXPECT_EQ(verdict_table(analyses, false).rows.size(), 2U);
    EXPECT_EQ(verdict_table(analyses, true).rows.size(), 1U);
}

TEST_F(Verdicts, OnEqualAskForAnIntervalWithinTheMargin) {
    EXPECT_EQ(verdict(Expectation::equal, {0.501, 0.6, 0.7}, {0.5, 0.601, 0.7}), Verdict::reproduced);
    EXPECT_EQ(verdict(Expectation::equal, {0.3, 0.61, 0.89}, {0.2, 0.5, 0.8}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(Expectation::equal, {0.3, 0.9, 0.5}, {0.4, 0.5, 0.6}), Verdict::inconclusive);
}

TEST_F(Verdicts, OneRepetitionDecidesNothing) {
    EXPECT_EQ(verdict(Expectation::better, {0.9}, {0.1}), Verdict::inconclusive);
}

TEST_F(Verdicts, AReferenceIsReachedWithinTwoStandardErrorsOrAbove) {
    // Values 0.4, 0.5, 0.6: mean 0.5, own error 0.0577; the reference's 0.1 / sqrt 4 = 0.05 is kept at 0.04.
    const double allowed = 2 * std::hypot(0.1 / std::sqrt(3.0), 0.04);
    for (const auto& [reference, reached] :
         {std::pair(0.5 + allowed - 0.001, true), std::pair(0.5 + allowed + 0.001, false), std::pair(0.1, true)}) {
        reference_ = reference;
        const Analysis analysis = judge(Expectation::better, {0.4, 0.5, 0.6}, {0.1, 0.1, 0.1});
        ASSERT_EQ(analysis.references.size(), 1u) << "the place that was not measured is left out";
        EXPECT_EQ(analysis.references[0].reached, reached) << reference;
        EXPECT_DOUBLE_EQ(analysis.references[0].reference_error, 0.04);
    }
}

TEST(ClaimDetail, DetailNamesTheDatasetsThatMissed) {
    const std::vector<Comparison> comparisons{
        {"iris", {}, {}}, {"wine", {}, {}}, {"wine", {}, {}}, {"protein", {}, {}}};
    const JudgedClaim judged{nullptr,
                             "",
                             {{&comparisons[0], {}, Verdict::reproduced},
                              {&comparisons[1], {}, Verdict::not_reproduced},
                              {&comparisons[2], {}, Verdict::not_reproduced},
                              {&comparisons[3], {}, Verdict::inconclusive}},
                             Verdict::not_reproduced};
    EXPECT_EQ(
        detail_of(judged),
        "1 of 4 comparisons; differences +0.000 to +0.000, median +0.000; not reproduced on wine (2); inconclusive "
        "on protein");
}

TEST(TableForms, TextIsEscapedInEveryForm) {
    const TextTable table{"50 % of A_b", {"m", "x|y"}, {{"<a> & b", "0.5 ± 0.1"}}};
    EXPECT_EQ(markdown(table), "50 % of A_b\n\n| m | x\\|y |\n|---|---|\n| \\<a> & b | 0.5 ± 0.1 |\n\n");
    EXPECT_THAT(latex(table), testing::HasSubstr("<a> \\& b & 0.5 $\\pm$ 0.1 \\\\"));
    EXPECT_THAT(latex(table), testing::HasSubstr("50 \\% of A\\_b"));
    EXPECT_THAT(html_table(table), testing::HasSubstr("&lt;a&gt; &amp; b</td>"));
}

}  // namespace
}  // namespace mvlink::experiments
