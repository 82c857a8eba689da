#include "run/verdict.hpp"

#include "run/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

double percent_of(double share) {
    return std::round(100 * share);
}

HeldOut evidence_for(const Race& race, const Exam& exam, std::size_t chosen) {
    HeldOut found;
    found.judgements = exam.judgements();
    found.rows = exam.sampled_rows();
    if (exam.judgements() > 0) found.reason = exam.refusal();
    const auto& entrants = race.entrants();
    found.tried = 0;
    for (const Entrant& entrant : entrants) {
        found.seconds += entrant.tried.seconds;
        found.tried += entrant.tried.state == CandidateState::finished ? 1 : 0;
    }
    found.uses_judgements = entrants[chosen].tried.guided;
    if (!exam.refusal().empty()) return found;
    found.folds = exam.folds();
    found.guided = entrants[chosen].tried.agreement;
    if (const auto unguided = best_unguided(entrants)) {
        found.unguided = entrants[*unguided].tried.agreement;
        found.without = describe(entrants[*unguided].tried.candidate);
    }
    return found;
}

/// Per number of clusters and judgement: the share of the entrants that keep it.
std::map<int, std::vector<double>> shares_of_sizes(std::span<const Entrant> entrants) {
    std::map<int, std::vector<const Entrant*>> finished;
    std::size_t most = 1;
    for (const Entrant& entrant : entrants) {
        if (entrant.tried.state != CandidateState::finished) continue;
        auto& of_size = finished[size_of(entrant.tried.candidate)];
        of_size.push_back(&entrant);
        most = std::max(most, of_size.size());
    }
    std::map<int, std::vector<double>> shares;
    for (const auto& [size, of_size] : finished) {
        if (of_size.size() < most) continue;
        std::vector<double>& kept = shares[size];
        kept.assign(of_size.front()->kept.size(), 0.0);
        for (const Entrant* entrant : of_size) {
            for (std::size_t j = 0; j < kept.size(); ++j)
                kept[j] += (entrant->kept[j] == Kept::yes ? 1.0 : 0.0) / static_cast<double>(most);
        }
    }
    return shares;
}

}  // namespace

std::string share_text(const Agreement& agreement) {
    return fmt::format("{:.0f} % of {} held-out judgements ({:.0f} to {:.0f})", percent_of(agreement.kept),
                       agreement.must + agreement.cannot, percent_of(agreement.low), percent_of(agreement.high));
}

std::string reason_for(const Race& race, const Exam& exam, std::size_t chosen) {
    const auto& entrants = race.entrants();
    const HeldOut found = evidence_for(race, exam, chosen);
    if (!found.measured()) return found.reason;
    std::string text = fmt::format("of {} candidates, {} keeps {}", found.tried,
                                   describe(entrants[chosen].tried.candidate), share_text(found.guided));
    if (!entrants[chosen].tried.guided) {
        const auto best = best_entrant(entrants);
        if (best && *best != chosen) {
            text += fmt::format("; {} keeps {:.0f} %, which is no clear difference",
                                describe(entrants[*best].tried.candidate),
                                percent_of(entrants[*best].tried.agreement.kept));
        }
    } else if (!found.without.empty()) {
        text += fmt::format(", {} without guidance {:.0f} %", found.without, percent_of(found.unguided.kept));
    }
    return text;
}

Decision decision_for(const Race& race, const Exam& exam, std::size_t chosen, const RunRequest& request) {
    Decision decision{request, {}};
    for (const Entrant& entrant : race.entrants())
        decision.candidates.push_back(entrant.tried);
    TriedCandidate& taken = decision.candidates[chosen];
    taken.chosen = true;
    decision.request.method = taken.candidate.method;
    decision.request.options = taken.candidate.options;
    decision.request.preparation = taken.candidate.preparation;
    decision.request.sizes.clear();
    decision.views = taken.candidate.views;
    decision.held_out = evidence_for(race, exam, chosen);
    decision.choice = {taken.candidate.method, reason_for(race, exam, chosen)};
    return decision;
}

std::optional<SizeChoice> best_size(const Questions& questions, std::span<const Entrant> entrants) {
    const std::map<int, std::vector<double>> shares = shares_of_sizes(entrants);
    int best = 0;
    double most = -1;
    for (const auto& [size, kept] : shares) {
        const double mean = mean_gain(questions, kept).mean;
        if (mean > most) best = size;
        most = std::max(most, mean);
    }
    if (best == 0) return std::nullopt;
    SizeChoice choice;
    for (const auto& [size, kept] : shares) {
        std::vector<double> gains = shares.at(best);
        std::transform(gains.begin(), gains.end(), kept.begin(), gains.begin(), std::minus<>());
        const Difference behind = mean_gain(questions, gains);
        if (behind.mean <= behind.error) choice.close.push_back(size);
    }
    choice.size = choice.close.front();
    return choice;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
