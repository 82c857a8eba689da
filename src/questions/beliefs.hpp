#pragma once

#include <mvlink/questions.hpp>

#include "questions/base.hpp"
#include "questions/closure.hpp"
#include "questions/doubt_model.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// All answers about one pair of items.
struct PairEvidence {
    Index a = 0, b = 0;          ///< a < b
    std::vector<Index> answers;  ///< numbers in the list of effective answers, oldest first
    int same = 0, different = 0, not_sure = 0;
    double said = 0;       ///< log odds of "same" by the answers alone
    double expected = 0;   ///< log odds of "same" by the distances alone
    bool refuted = false;  ///< it contradicts stronger answers
    bool given = false;    ///< came with the dataset

    [[nodiscard]] double total() const noexcept { return said + expected; }
    [[nodiscard]] bool decided() const noexcept { return said != 0; }
    [[nodiscard]] bool says_same() const noexcept { return said > 0; }
    /// The answers outweigh what was expected, and nothing stronger contradicts them.
    [[nodiscard]] bool holds() const noexcept { return decided() && !refuted && (total() > 0) == (said > 0); }
    /// Probability that what the answers say is wrong.
    [[nodiscard]] double p_wrong() const noexcept;
};

/// What is believed after the answers: which of them hold, and what they entail.
struct Beliefs {
    std::vector<PairEvidence> pairs;  ///< in the order of their first answers
    Closure closure;
    DoubtModel doubt;
    std::vector<PersonReport> people;  ///< by name
    std::unordered_map<std::uint64_t, Index> number_of;

    /// The evidence about a pair; null if nobody was asked.
    [[nodiscard]] const PairEvidence* find(Index a, Index b) const;
    [[nodiscard]] double error_rate(const std::string& person) const;
};

/// A pure function of its arguments. Strong answers are believed before weak ones; one that contradicts what is
/// believed already is refuted.
Beliefs believe(const Base& base, std::span<const Answer> answers, double error_rate);

/// Log odds that two items are the same, by distance alone.
double expected_log_odds(const Base& base, const DoubtModel& doubt, Index a, Index b);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
