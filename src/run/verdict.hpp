#pragma once

#include <mvlink/run.hpp>

#include "run/race.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// The decision for one entrant of a race, with everything that was tried and what the judgements say.
Decision decision_for(const Race& race, const Exam& exam, std::size_t chosen, const RunRequest& request);

/// "kmeans, standardize, k = 3 keeps 77 % of 60 held-out judgements (truth 68 to 92)".
std::string share_text(const Agreement& agreement);
/// Why the entrant was chosen, in one sentence.
std::string reason_for(const Race& race, const Exam& exam, std::size_t chosen);

/// The most plausible number of clusters, from entrants of which each runs for every number, and the fewest numbers
/// that hold 90 % of what is plausible. A number is plausible if its entrants together keep about as many judgements as
/// those of the best, if they violate as many must-links as cannot-links, and if it is small. A number that an entrant
/// did not finish is out.
struct SizeChoice {
    int size = 0;
    std::vector<int> close;
};
std::optional<SizeChoice> best_size(const Questions& questions, std::span<const Entrant> entrants);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
