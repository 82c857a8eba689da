#pragma once

#include <mvlink/evidence.hpp>

#include "run/candidates.hpp"
#include "run/sitting.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// A candidate, what it kept and what it answered.
struct Entrant {
    TriedCandidate tried;
    std::vector<Kept> kept;
    double margin = kMargin;
    double prior = 1;
    std::vector<std::vector<std::int32_t>> answers = {};  ///< labels of the objects, by fold; one for all if unguided
};

/// Candidates that are asked the same judgements. They run one after another, in the order in which they are preferred;
/// one that is far behind the best after the first folds is dropped. Which are finished decides everything: no clock.
class Race {
public:
    Race(const Exam& exam, Context& context) : exam_(exam), context_(context) {}

    /// Runs those that have not run yet, until `is_over` says so before one of them begins.
    void run(std::span<const Proposal> proposals, const std::function<bool()>& is_over = {});
    [[nodiscard]] const std::vector<Entrant>& entrants() const noexcept { return entrants_; }
    [[nodiscard]] std::vector<Entrant>& entrants() noexcept { return entrants_; }
    [[nodiscard]] bool interrupted() const { return context_.cancel_requested(); }

private:
    void enter(const Proposal& proposal);
    void ask(const Recipe& recipe, Entrant& entrant);
    void ask_guided(const Recipe& recipe, Entrant& entrant);
    [[nodiscard]] bool is_hopeless(const Entrant& entrant) const;
    const Dataset& features_of(const Candidate& candidate);

    const Exam& exam_;
    Context& context_;
    std::vector<Entrant> entrants_;
    std::map<std::string, Dataset> features_;  // by views and preparation: prepared once
};

/// The finished entrant that keeps most, the earlier of equal ones; nothing if none finished.
std::optional<std::size_t> best_entrant(std::span<const Entrant> entrants);
/// Of the finished entrants that ignore judgements, the one that keeps most.
std::optional<std::size_t> best_unguided(std::span<const Entrant> entrants);

/// How many independent answers the chosen one is the best of. It counts as one. Others count that agree with the
/// judgements beyond chance no less than two errors below it, since by other judgements each of them might have been
/// chosen: twice the share of judgements on which they differ from it, at most one.
double answers_compared(const Questions& questions, std::span<const Entrant> entrants, std::size_t chosen);

/// The entrant to recommend among many, of which some are nearly the same. The first is taken, and given up for a later
/// one that agrees more with the same judgements beyond chance, by more than the margin of that one in standard errors
/// of the difference.
std::optional<std::size_t> recommended(const Questions& questions, std::span<const Entrant> entrants);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
