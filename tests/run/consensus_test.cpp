#include "run/consensus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mvlink {
namespace {

using pipeline::Entrant;
using pipeline::Kept;
using pipeline::likeness;
using pipeline::most_like_the_plausible;
using pipeline::Questions;

using Labels = std::vector<std::int32_t>;

/// 40 judgements by turns must-links and cannot-links, each independent of the others.
Questions forty_questions() {
    Questions questions;
    for (int i = 0; i < 40; ++i) {
        questions.must.push_back(i % 2 == 0 ? 1 : 0);
        questions.unit.push_back(i);
    }
    return questions;
}

/// Keeps the first `kept` of the judgements and answers every fold alike.
Entrant entrant(int kept, const Labels& answer, std::vector<std::string> views = {}) {
    Entrant made{{{"kmeans", {}, {}, std::move(views)}, CandidateState::finished}, std::vector<Kept>(40, Kept::no)};
    std::fill_n(made.kept.begin(), kept, Kept::yes);
    made.answers = {answer};
    return made;
}

const Labels kHalves{0, 0, 0, 0, 1, 1, 1, 1};
const Labels kOddAndEven{0, 1, 0, 1, 0, 1, 0, 1};

std::size_t taken(const std::vector<Entrant>& entrants) {
    return *most_like_the_plausible(forty_questions(), entrants);
}

TEST(Likeness, IsTheMeanOverFoldsOfTheAdjustedRandIndex) {
    Entrant guided = entrant(20, kHalves);
    guided.answers = {kHalves, kOddAndEven};
    const Entrant unguided = entrant(20, kHalves);
    // By hand: halves against odd and even has 4 pairs together in both, of 12 and 12 among 28: (4 - 36/7) / (12 -
    // 36/7).
    EXPECT_NEAR(likeness(guided, unguided), (1 - 1.0 / 6) / 2, 1e-12);
    EXPECT_NEAR(likeness(guided, guided), 1, 1e-12);
    EXPECT_DOUBLE_EQ(likeness(guided, unguided), likeness(unguided, guided));
}

TEST(MostLikeThePlausible, TakesTheBestWhereJudgementsAreClear) {
    EXPECT_EQ(taken({entrant(10, kHalves), entrant(10, kHalves), entrant(38, kOddAndEven)}), 2U);
}

TEST(MostLikeThePlausible, TakesWhatSeveralAgreeOnWhereJudgementsAreNot) {
    // By hand: one judgement behind is .82 errors, which leaves a plausibility of .51. Two that are the same then
    // expect .51 + .51 - 1/6 = .85, the best 1 - 2 * .51 / 6 = .83.
    EXPECT_EQ(taken({entrant(24, kHalves), entrant(24, kHalves), entrant(25, kOddAndEven)}), 0U);
    EXPECT_EQ(taken({entrant(24, kHalves), entrant(25, kOddAndEven)}), 1U) << "alone it does not";
}

TEST(MostLikeThePlausible, TakesTheFirstOfEqualOnes) {
    EXPECT_EQ(taken({entrant(24, kHalves), entrant(24, kHalves)}), 0U);
    EXPECT_FALSE(most_like_the_plausible(forty_questions(), {}).has_value());
}

TEST(MostLikeThePlausible, CountsAPriorAsMuchAsTwoOfTheKind) {
    std::vector<Entrant> entrants{entrant(24, kHalves), entrant(24, kOddAndEven)};
    EXPECT_EQ(taken(entrants), 0U);
    entrants[1].prior = 2;
    EXPECT_EQ(taken(entrants), 1U);
}

TEST(MostLikeThePlausible, LeavesOutWhatDidNotFinish) {
    std::vector<Entrant> entrants{entrant(24, kHalves), entrant(24, kOddAndEven), entrant(38, kOddAndEven)};
    entrants[2].tried.state = CandidateState::dropped;
    EXPECT_EQ(taken(entrants), 0U);
}

TEST(MostLikeThePlausible, TakesOneViewOnlyIfItIsAheadByItsMargin) {
    Entrant one_view = entrant(30, kOddAndEven, {"text"});
    EXPECT_EQ(taken({entrant(20, kHalves), one_view}), 1U);
    one_view.margin = 100;
    EXPECT_EQ(taken({entrant(20, kHalves), one_view}), 0U);
}

}  // namespace
}  // namespace mvlink
