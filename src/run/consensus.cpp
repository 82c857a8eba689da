#include "run/consensus.hpp"

#include <mvlink/measures.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

bool is_about_all_views(const Entrant& entrant) {
    return entrant.tried.candidate.views.empty();
}

/// Of these entrants, the one that agrees most with the judgements beyond chance, the earlier of equal ones.
std::size_t best_beyond_chance(const Questions& questions, std::span<const Entrant> entrants,
                               std::span<const std::size_t> places) {
    std::size_t best = places.front();
    for (const std::size_t i : places) {
        if (beyond_chance(questions, entrants[i].kept, entrants[best].kept).mean > 0) best = i;
    }
    return best;
}

/// Up to a factor. It falls with the square of the errors, twice as fast as the density of a normal difference would:
/// docs/results/defaults compares.
double plausibility(const Questions& questions, const Entrant& best, const Entrant& entrant) {
    const Difference behind = beyond_chance(questions, best.kept, entrant.kept);
    const double errors = behind.error > 0 ? behind.mean / behind.error : 0;
    return entrant.prior * std::exp(-errors * errors);
}

/// The place of the entrant with the largest expected likeness to the truth, the earlier of equal ones.
std::size_t most_alike(const Questions& questions, std::span<const Entrant> entrants,
                       std::span<const std::size_t> places) {
    const Entrant& best = entrants[best_beyond_chance(questions, entrants, places)];
    std::vector<double> plausible;
    for (const std::size_t i : places)
        plausible.push_back(plausibility(questions, best, entrants[i]));
    std::size_t taken = places.front();
    double most = -INFINITY;
    for (const std::size_t i : places) {
        double expected = 0;
        for (std::size_t j = 0; j < places.size(); ++j)
            expected += plausible[j] * likeness(entrants[i], entrants[places[j]]);
        if (expected <= most) continue;
        most = expected;
        taken = i;
    }
    return taken;
}

}  // namespace

double likeness(const Entrant& a, const Entrant& b) {
    const std::size_t folds = std::max(a.answers.size(), b.answers.size());
    // Who ignores judgements answers all folds alike.
    const auto answer = [](const Entrant& entrant, std::size_t fold) -> const std::vector<std::int32_t>& {
        return entrant.answers[entrant.answers.size() == 1 ? 0 : fold];
    };
    double sum = 0;
    for (std::size_t fold = 0; fold < folds; ++fold)
        sum += adjusted_rand_index(answer(a, fold), answer(b, fold));
    return folds > 0 ? sum / static_cast<double>(folds) : 0;
}

std::optional<std::size_t> most_like_the_plausible(const Questions& questions, std::span<const Entrant> entrants) {
    std::vector<std::size_t> of_all_views, of_one_view;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        if (entrants[i].tried.state == CandidateState::finished)
            (is_about_all_views(entrants[i]) ? of_all_views : of_one_view).push_back(i);
    }
    if (of_all_views.empty()) return recommended(questions, entrants);
    std::size_t taken = most_alike(questions, entrants, of_all_views);
    for (const std::size_t i : of_one_view) {
        const Difference ahead = beyond_chance(questions, entrants[i].kept, entrants[taken].kept);
        if (ahead.mean > entrants[i].margin * ahead.error) taken = i;
    }
    return taken;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
