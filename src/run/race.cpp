#include "run/race.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr int kFirstFolds = 2;
constexpr double kErrorsBehind = 2;

using Clock = std::chrono::steady_clock;

/// Views and preparation as one text.
std::string features_text(const Candidate& candidate) {
    std::string text = fmt::format("{}", fmt::join(candidate.views, ","));
    for (const PreparationRequest& request : candidate.preparation)
        text += "|" + preparation_text(request);
    return text;
}

/// What the features depend on: methods prepare what nobody says how to prepare.
std::string key_of(const Candidate& candidate) {
    return find_method(candidate.method).preparation + "|" + features_text(candidate);
}

Entrant entrant_of(const Proposal& proposal, CandidateState state) {
    return {
        {proposal.candidate, state, uses_judgements(proposal.candidate.method)}, {}, proposal.margin, proposal.prior};
}

bool has_finished(const Entrant& entrant) {
    return entrant.tried.state == CandidateState::finished;
}

std::optional<std::size_t> best_of(std::span<const Entrant> entrants, bool unguided_only) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (!has_finished(entrants[i]) || (unguided_only && entrants[i].tried.guided)) continue;
        if (!best || entrants[i].tried.agreement.kept > entrants[*best].tried.agreement.kept) best = i;
    }
    return best;
}

}  // namespace

void Race::run(std::span<const Proposal> proposals, const std::function<bool()>& is_over) {
    for (std::size_t i = 0; i < proposals.size(); ++i) {
        const StartScope start(context_, static_cast<int>(i), static_cast<int>(proposals.size()));
        if (context_.cancel_requested() || (is_over && is_over())) {
            entrants_.push_back(entrant_of(proposals[i], CandidateState::not_reached));
        } else {
            enter(proposals[i]);
        }
    }
}

void Race::enter(const Proposal& proposal) {
    const auto begin = Clock::now();
    Entrant entrant = entrant_of(proposal, CandidateState::finished);
    const Candidate& candidate = proposal.candidate;
    try {
        ask({candidate.method, candidate.options, features_of(candidate), candidate.views}, entrant);
    } catch (const Error& error) {
        entrant.tried.state = CandidateState::failed;
        entrant.tried.note = error.what();
    }
    entrant.tried.agreement = agreement_of(exam_.questions(), entrant.kept);
    entrant.tried.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    entrants_.push_back(std::move(entrant));
}

void Race::ask(const Recipe& recipe, Entrant& entrant) {
    if (entrant.tried.guided && exam_.refusal().empty()) return ask_guided(recipe, entrant);
    Sitting sitting;
    ask_without_judgements(exam_, recipe, context_, sitting);
    entrant.kept = std::move(sitting.kept);
    entrant.answers = std::move(sitting.answers);
    entrant.tried.quality = sitting.quality;
    if (!sitting.failure.empty()) {
        entrant.tried.state = CandidateState::failed;
        entrant.tried.note = sitting.failure;
    } else if (sitting.cancelled) {
        entrant.tried.state = CandidateState::not_reached;
    }
}

void Race::ask_guided(const Recipe& recipe, Entrant& entrant) {
    Sitting sitting;
    const int first = std::min(kFirstFolds, exam_.folds());
    for (const auto& [from, to] : {std::pair(0, first), std::pair(first, exam_.folds())}) {
        ask_folds(exam_, recipe, from, to, context_, sitting);
        entrant.kept = sitting.kept;
        if (!sitting.failure.empty()) {
            entrant.tried.state = CandidateState::failed;
            entrant.tried.note = sitting.failure;
            return;
        }
        if (sitting.cancelled) {
            entrant.tried.state = CandidateState::not_reached;
            return;
        }
        if (to < exam_.folds() && is_hopeless(entrant)) {
            entrant.tried.state = CandidateState::dropped;
            return;
        }
    }
    entrant.answers = std::move(sitting.answers);
}

bool Race::is_hopeless(const Entrant& entrant) const {
    const auto best = best_entrant(entrants_);
    if (!best) return false;
    const Difference ahead = paired_difference(exam_.questions(), entrant.kept, entrants_[*best].kept);
    return ahead.mean + kErrorsBehind * ahead.error < 0;
}

const Dataset& Race::features_of(const Candidate& candidate) {
    const std::string key = key_of(candidate);
    const auto known = features_.find(key);
    if (known != features_.end()) return known->second;
    const Dataset rows = exam_.without_judgements();
    const PreparationPlan plan{candidate.preparation, find_method(candidate.method).preparation};
    Context inner = context_.concurrent(context_.seed());
    const Prepared prepared = prepare(plan, candidate.views.empty() ? rows : rows.select(candidate.views), inner);
    return features_.emplace(key, prepared.data).first->second;
}

std::optional<std::size_t> best_entrant(std::span<const Entrant> entrants) {
    return best_of(entrants, false);
}

std::optional<std::size_t> best_unguided(std::span<const Entrant> entrants) {
    return best_of(entrants, true);
}

double answers_compared(const Questions& questions, std::span<const Entrant> entrants, std::size_t chosen) {
    const std::vector<Kept>& best = entrants[chosen].kept;
    double compared = 1;
    for (const Entrant& entrant : entrants) {
        if (!has_finished(entrant)) continue;
        const Difference behind = beyond_chance(questions, best, entrant.kept);
        if (behind.mean > kErrorsBehind * behind.error) continue;
        double differ = 0;
        for (std::size_t j = 0; j < best.size(); ++j)
            differ += best[j] == entrant.kept[j] ? 0 : 1;
        compared += std::min(1.0, 2 * differ / static_cast<double>(std::max<std::size_t>(best.size(), 1)));
    }
    return compared;
}

std::optional<std::size_t> recommended(const Questions& questions, std::span<const Entrant> entrants) {
    std::optional<std::size_t> taken;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (!has_finished(entrants[i])) continue;
        if (!taken) {
            taken = i;
            continue;
        }
        const Difference ahead = beyond_chance(questions, entrants[i].kept, entrants[*taken].kept);
        if (ahead.mean > entrants[i].margin * ahead.error) taken = i;
    }
    return taken;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
