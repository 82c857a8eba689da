#include <mvlink/error.hpp>

#include "data/require_instance.hpp"
#include "questions/beliefs.hpp"
#include "questions/constraints_of.hpp"
#include "questions/history.hpp"
#include "questions/respects.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace mvlink {
inline namespace v1 {

using namespace questions;

namespace {

constexpr double kErrorRate = 0.05;  // of a person of whom nothing is known

/// Items that no distance relates to each other: answers speak for themselves.
Base unrelated(const Dataset& data) {
    Base base{Items(data), {}, {}, {}, 0, {}, {}, {}, {}, {}, {}};
    const std::size_t n = static_cast<std::size_t>(base.items.count());
    base.cloud.place.assign(n, 0);
    base.cloud.space.resize(n);
    std::iota(base.cloud.space.begin(), base.cloud.space.end(), std::int32_t{0});
    base.tree.parent.assign(n, -1);
    return base;
}

/// The last "same" or "different" of every person about a pair: {same, different}.
std::pair<double, double> votes_of(const PairEvidence& pair, std::span<const Answer> answers) {
    std::map<std::string, Reply> last;
    for (const Index number : pair.answers) {
        if (answers[number].verdict != Reply::not_sure) last[answers[number].person] = answers[number].verdict;
    }
    std::pair<double, double> votes{0, 0};
    for (const auto& [person, verdict] : last)
        (verdict == Reply::same ? votes.first : votes.second) += 1;
    return votes;
}

/// What Krippendorff's alpha is made of.
struct Votes {
    double observed = 0, same = 0, different = 0;
};

void count_votes(const Beliefs& beliefs, std::span<const Answer> answers, Votes& votes, MergedAnswers& merged) {
    for (const PairEvidence& pair : beliefs.pairs) {
        const auto [yes, no] = votes_of(pair, answers);
        if (yes + no < 2) continue;
        ++merged.shared;
        if (yes == 0 || no == 0) ++merged.agreed;
        votes.observed += 2 * yes * no / (yes + no - 1);
        votes.same += yes;
        votes.different += no;
    }
}

/// For two values: 1 - observed disagreement / disagreement expected by chance.
double alpha_of(const Votes& votes) {
    const double n = votes.same + votes.different;
    const double expected = n > 1 ? 2 * votes.same * votes.different / (n - 1) : 0;
    return expected > 0 ? 1 - votes.observed / expected : 1;
}

}  // namespace

MergedAnswers merge_answers(const Problem& problem, std::span<const std::vector<SessionEvent>> sessions) {
    std::vector<Answer> answers;
    for (const auto& events : sessions) {
        History history;
        for (const SessionEvent& event : events) {
            history.check(event);
            history.add(event);
        }
        const std::vector<Answer> effective = history.effective();
        answers.insert(answers.end(), effective.begin(), effective.end());
    }
    for (const Answer& answer : answers) {
        require_instance(problem.data, answer.a);
        require_instance(problem.data, answer.b);
    }
    const Base base = unrelated(problem.data);
    MergedAnswers merged;
    std::vector<std::vector<Constraint>> constraints;
    Votes votes;
    // Beyond the clusterings that are named there is one of which nothing is said: what is the same in 2 only is
    // different there, however many clusterings there were.
    const int highest = highest_respect(answers);
    for (int respect = 0; respect < std::max(highest + 1, 1); ++respect) {
        const std::vector<Answer> heard = answers_in(answers, respect);
        const Beliefs beliefs = believe(base, heard, kErrorRate);
        constraints.push_back(constraints_of(beliefs, base.items, problem.data));
        if (respect == 0) merged.people = beliefs.people;
        if (respect > 0 && respect == highest) break;
        count_votes(beliefs, heard, votes, merged);
        for (const PairEvidence& pair : beliefs.pairs) {
            if (pair.same + pair.different > 0 && !pair.holds()) ++merged.undecided;
        }
    }
    merged.constraints = joined_constraints(constraints);
    merged.alpha = alpha_of(votes);
    return merged;
}

}  // namespace v1
}  // namespace mvlink
