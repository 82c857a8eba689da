#include "questions/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr double kFewMayMove = 0.02;
constexpr std::size_t kAhead = 20;
constexpr Index kLongSession = 150;  // people get tired: studies advise a break

/// What the next answers may move: the most rewarding tests, as if each were independent of the others.
double expected_moves(const Base& base, const Grouping& grouping) {
    std::vector<double> gains;
    for (const std::int32_t item : base.safest_first) {
        if (!grouping.linked[item] || grouping.p_wrong[item] <= 0) continue;
        const Index size = grouping.sizes[grouping.labels[item]];
        const Index movable = std::min<Index>(grouping.below[item], size - grouping.below[item]);
        gains.push_back(expected_wrong(grouping.p_wrong[item]) * static_cast<double>(std::max<Index>(movable, 1)));
    }
    for (const Piece& piece : grouping.pieces)
        gains.push_back((1 - piece.p_home) * static_cast<double>(piece.size));
    const std::size_t kept = std::min(kAhead, gains.size());
    std::partial_sort(gains.begin(), gains.begin() + static_cast<std::ptrdiff_t>(kept), gains.end(), std::greater<>());
    const double sum = std::accumulate(gains.begin(), gains.begin() + static_cast<std::ptrdiff_t>(kept), 0.0);
    return std::min(1.0, sum / static_cast<double>(std::max<Index>(base.count(), 1)));
}

double share_in_doubt(const Grouping& grouping) {
    double doubt = 0;
    for (const double confidence : grouping.confidence)
        doubt += 1 - confidence;
    return doubt / static_cast<double>(std::max<std::size_t>(grouping.confidence.size(), 1));
}

std::string recommendation_of(const SessionProgress& progress) {
    const double percent = 100 * progress.may_move;
    switch (progress.advice) {
        case StopAdvice::finished:
            return "Nothing is left to ask: every answer follows from those given.";
        case StopAdvice::resolve_conflicts:
            return "Some answers contradict each other: look at them first.";
        case StopAdvice::may_stop:
            return fmt::format("About {:.1f} % of the rows are in doubt: you can stop.", percent);
        case StopAdvice::go_on:
            break;
    }
    const bool tired = progress.answers >= kLongSession;
    return fmt::format(
        "About {:.0f} % of the rows are in doubt; the next 20 answers are expected "
        "to move {:.1f} %{}.",
        percent, 100 * progress.next_twenty, tired ? "; take a break" : "");
}

}  // namespace

std::pair<double, double> wilson(Index hits, Index n) {
    if (n == 0) return {0, 1};
    constexpr double z = 1.959963984540054;
    const double count = static_cast<double>(n);
    const double p = static_cast<double>(hits) / count;
    const double centre = p + z * z / (2 * count);
    const double spread = z * std::sqrt(p * (1 - p) / count + z * z / (4 * count * count));
    const double scale = 1 + z * z / count;
    return {std::max(0.0, (centre - spread) / scale), std::min(1.0, (centre + spread) / scale)};
}

SessionProgress progress_of(std::span<const Part> parts, std::span<const Answer> answers, Index n_conflicts,
                            bool something_to_ask) {
    SessionProgress progress;
    progress.answers = static_cast<Index>(answers.size());
    for (const Answer& answer : answers) {
        ++(answer.verdict == Reply::same        ? progress.same
           : answer.verdict == Reply::different ? progress.different
                                                : progress.not_sure);
        if (answer.kind != QuestionKind::audit || answer.verdict == Reply::not_sure) continue;
        ++progress.audits;
        const bool same_in_all = answer.verdict == Reply::same && answer.same_in.empty();
        if ((answer.p_same >= 0.5) == same_in_all) ++progress.audits_agreed;
    }
    std::tie(progress.agreement_low, progress.agreement_high) = wilson(progress.audits_agreed, progress.audits);
    for (const Part& part : parts) {
        progress.may_move += share_in_doubt(part.grouping) / static_cast<double>(parts.size());
        progress.next_twenty += expected_moves(part.base, part.grouping) / static_cast<double>(parts.size());
    }
    progress.conflicts = n_conflicts;
    progress.advice = n_conflicts > 0                   ? StopAdvice::resolve_conflicts
                      : !something_to_ask               ? StopAdvice::finished
                      : progress.may_move < kFewMayMove ? StopAdvice::may_stop
                                                        : StopAdvice::go_on;
    progress.recommendation = recommendation_of(progress);
    return progress;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
