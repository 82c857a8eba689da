#include "run/verdict.hpp"

#include "run/candidates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

// Compared with others in docs/results/defaults.
constexpr double kPreferenceForFew = 1.5;
constexpr double kHeldBySizes = 0.9;

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
    found.guided =
        agreement_of(exam.questions(), entrants[chosen].kept, answers_compared(exam.questions(), entrants, chosen));
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

/// How many errors apart the violated must-links and the violated cannot-links are. With too few clusters cannot-links
/// are violated, with too many must-links.
double imbalance(const Questions& questions, std::span<const double> kept) {
    double difference = 0, sum = 0.5;  // half a judgement of doubt
    for (std::size_t j = 0; j < kept.size(); ++j) {
        difference += (questions.must[j] != 0 ? 1 : -1) * (1 - kept[j]);
        sum += 1 - kept[j];
    }
    return difference / std::sqrt(sum);
}

/// How many errors a number of clusters is behind the one that keeps most.
double errors_behind(const Questions& questions, std::span<const double> most, std::span<const double> kept) {
    std::vector<double> gains(most.begin(), most.end());
    std::transform(gains.begin(), gains.end(), kept.begin(), gains.begin(), std::minus<>());
    const Difference behind = mean_gain(questions, gains);
    return behind.mean / behind.error;
}

/// By number of clusters, up to a factor: both errors count as those of a normal distribution, each by half, since the
/// best of many is flattered and both are of the same judgements.
std::map<int, double> plausibilities(const Questions& questions, const std::map<int, std::vector<double>>& shares) {
    std::map<int, double> plausible;
    const std::vector<double>* most = nullptr;
    for (const auto& [size, kept] : shares) {
        if (most == nullptr || mean_gain(questions, kept).mean > mean_gain(questions, *most).mean) most = &kept;
    }
    for (const auto& [size, kept] : shares) {
        const double behind = errors_behind(questions, *most, kept), off = imbalance(questions, kept);
        plausible[size] = std::exp(-(behind * behind + off * off) / 4) / std::pow(size, kPreferenceForFew);
    }
    return plausible;
}

/// "; the view price was left out: held-out judgements are kept better without it"; empty if none was.
std::string left_out_text(const Dataset& data, const std::vector<std::string>& kept) {
    std::vector<std::string> out;
    for (const View& view : data.views()) {
        if (std::find(kept.begin(), kept.end(), view.name()) == kept.end()) out.push_back(view.name());
    }
    if (kept.empty() || out.empty()) return {};
    const bool one = out.size() == 1;
    return fmt::format("; the view{} {} {} left out: held-out judgements are kept better without {}", one ? "" : "s",
                       fmt::join(out, ", "), one ? "was" : "were", one ? "it" : "them");
}

}  // namespace

std::string share_text(const Agreement& agreement) {
    return fmt::format("{:.0f} % of {} held-out judgements (truth {:.0f} to {:.0f})", percent_of(agreement.kept),
                       agreement.must + agreement.cannot, percent_of(agreement.low), percent_of(agreement.high));
}

std::string reason_for(const Race& race, const Exam& exam, std::size_t chosen) {
    const auto& entrants = race.entrants();
    const HeldOut found = evidence_for(race, exam, chosen);
    if (!found.measured()) return found.reason;
    std::string text = fmt::format("of {} candidates, {} keeps {}", found.tried,
                                   describe(entrants[chosen].tried.candidate), share_text(found.guided));
    if (entrants[chosen].tried.guided && !found.without.empty())
        text += fmt::format(", {} without guidance {:.0f} %", found.without, percent_of(found.unguided.kept));
    const auto best = best_entrant(entrants);
    if (best && *best != chosen && entrants[*best].tried.agreement.kept > entrants[chosen].tried.agreement.kept) {
        text +=
            fmt::format("; {} keeps {:.0f} %, which is no clear difference", describe(entrants[*best].tried.candidate),
                        percent_of(entrants[*best].tried.agreement.kept));
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
    decision.choice = {taken.candidate.method,
                       reason_for(race, exam, chosen) + left_out_text(exam.data(), taken.candidate.views),
                       request.method != kAuto};
    return decision;
}

std::optional<SizeChoice> best_size(const Questions& questions, std::span<const Entrant> entrants) {
    const std::map<int, double> plausibility = plausibilities(questions, shares_of_sizes(entrants));
    if (plausibility.empty()) return std::nullopt;
    std::vector<std::pair<double, int>> order;
    double all = 0;
    for (const auto& [size, plausible] : plausibility) {
        order.emplace_back(-plausible, size);
        all += plausible;
    }
    std::sort(order.begin(), order.end());
    SizeChoice choice{order.front().second, {}};
    double held = 0;
    for (const auto& [minus_plausible, size] : order) {
        if (held >= kHeldBySizes * all) break;
        held -= minus_plausible;
        choice.close.push_back(size);
    }
    std::sort(choice.close.begin(), choice.close.end());
    return choice;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
