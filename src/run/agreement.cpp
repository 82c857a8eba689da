#include "run/agreement.hpp"

#include "run/true_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr double kLeastDoubt = 0.5;  // of a judgement, squared

/// Some of the judgements that were asked, and what units they form.
struct Part {
    double asked = 0, kept = 0, must = 0;
    std::map<Index, double> size_of_unit;

    void add(Index unit, bool is_kept, bool is_must) {
        asked += 1;
        kept += is_kept ? 1 : 0;
        must += is_must ? 1 : 0;
        size_of_unit[unit] += 1;
    }
    [[nodiscard]] double share() const { return asked > 0 ? kept / asked : 0; }
    /// How many independent judgements they are worth.
    [[nodiscard]] double independent() const {
        double squares = 0;
        for (const auto& [unit, size] : size_of_unit)
            squares += size * size;
        return squares > 0 ? asked * asked / squares : 0;
    }
};

/// The judgements that were asked, by what they say and by what the answer says.
struct Parts {
    Part must, cannot;
    Part together, apart;

    Parts(const Questions& questions, std::span<const Kept> kept) {
        for (std::size_t j = 0; j < kept.size(); ++j) {
            if (kept[j] == Kept::not_asked) continue;
            const bool is_must = questions.must[j] != 0, is_kept = kept[j] == Kept::yes;
            (is_must ? must : cannot).add(questions.unit[j], is_kept, is_must);
            (is_must == is_kept ? together : apart).add(questions.unit[j], is_kept, is_must);
        }
    }
    [[nodiscard]] double types() const { return (must.asked > 0 ? 1 : 0) + (cannot.asked > 0 ? 1 : 0); }
    [[nodiscard]] double kept() const { return types() > 0 ? (must.share() + cannot.share()) / types() : 0; }
};

Tally tally_of(const Part& part) {
    if (part.asked == 0) return {};
    const double worth = part.independent() / part.asked;
    return {part.must * worth, (part.asked - part.must) * worth};
}

/// Of the mean of both shares, as if every judgement were right: how far its interval reaches below and above.
Interval reach_of(const Parts& parts, double errors) {
    double below = 0, above = 0;
    for (const Part* type : {&parts.must, &parts.cannot}) {
        if (type->asked == 0) continue;
        const Interval interval = wilson(type->share(), type->independent(), errors);
        below += std::pow((type->share() - interval.low) / parts.types(), 2);
        above += std::pow((interval.high - type->share()) / parts.types(), 2);
    }
    return {std::sqrt(below), std::sqrt(above)};
}

/// Agreement beyond chance, and by how much each judgement moves it.
struct Kappa {
    double value = 0;
    double chance = 1;  ///< disagreement by chance
    std::vector<double> influence;
};

/// Of the judgements in `asked`. With the shares p of must-links and q of pairs that the answer puts together,
/// disagreement by chance is p (1 - q) + (1 - p) q.
Kappa kappa_of(const Questions& questions, std::span<const Kept> kept, std::span<const std::size_t> asked) {
    const auto n = static_cast<double>(asked.size());
    const auto is_must = [&](std::size_t j) { return questions.must[j] != 0 ? 1.0 : 0.0; };
    const auto is_together = [&](std::size_t j) { return kept[j] == Kept::yes ? is_must(j) : 1 - is_must(j); };
    double p = 0, q = 0, lost = 0;
    for (const std::size_t j : asked) {
        p += is_must(j) / n;
        q += is_together(j) / n;
        lost += (kept[j] == Kept::yes ? 0 : 1) / n;
    }
    Kappa kappa;
    // Nothing to disagree about, if all are of one kind and kept.
    kappa.chance = std::max(p * (1 - q) + (1 - p) * q, 1 / n);
    kappa.value = 1 - lost / kappa.chance;
    for (const std::size_t j : asked) {
        const double more_lost = (kept[j] == Kept::yes ? 0 : 1) - lost;
        const double more_chance = (is_must(j) - p) * (1 - 2 * q) + (is_together(j) - q) * (1 - 2 * p);
        kappa.influence.push_back((lost / kappa.chance * more_chance - more_lost) / kappa.chance);
    }
    return kappa;
}

}  // namespace

Interval wilson(double share, double n, double errors) {
    if (n <= 0) return {};
    const double z2 = errors * errors;
    const double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
    const double half = errors / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

double share_kept(const Questions& questions, std::span<const Kept> kept) {
    return Parts(questions, kept).kept();
}

Agreement agreement_of(const Questions& questions, std::span<const Kept> kept, double compared) {
    const Parts parts(questions, kept);
    Agreement result{static_cast<Index>(parts.must.asked), static_cast<Index>(parts.cannot.asked), parts.must.share(),
                     parts.cannot.share()};
    if (parts.types() == 0) return result;
    result.kept = parts.kept();
    result.low = std::max(0.0, result.kept - reach_of(parts, errors_of_best(compared)).low);
    result.high = std::min(1.0, result.kept + reach_of(parts, errors_of_best(1)).high);
    if (parts.types() < 2) return result;
    const double together = parts.together.asked / (parts.together.asked + parts.apart.asked);
    const double highest = highest_true_agreement(tally_of(parts.together), tally_of(parts.apart), together);
    result.high = std::max(result.high, highest);
    return result;
}

Difference mean_gain(const Questions& questions, std::span<const double> gains) {
    double asked = 0, sum = 0;
    for (const double gain : gains) {
        if (std::isnan(gain)) continue;
        asked += 1;
        sum += gain;
    }
    if (asked == 0) return {};
    const double mean = sum / asked;
    std::map<Index, double> residual_of_unit;
    for (std::size_t j = 0; j < gains.size(); ++j) {
        if (!std::isnan(gains[j])) residual_of_unit[questions.unit[j]] += gains[j] - mean;
    }
    double squares = kLeastDoubt;
    for (const auto& [unit, residual] : residual_of_unit)
        squares += residual * residual;
    return {mean, std::sqrt(squares) / asked};
}

Difference paired_difference(const Questions& questions, std::span<const Kept> a, std::span<const Kept> b) {
    std::vector<double> gains(a.size(), std::nan(""));
    for (std::size_t j = 0; j < a.size(); ++j) {
        if (a[j] != Kept::not_asked && b[j] != Kept::not_asked)
            gains[j] = static_cast<double>(a[j]) - static_cast<double>(b[j]);
    }
    return mean_gain(questions, gains);
}

Difference beyond_chance(const Questions& questions, std::span<const Kept> a, std::span<const Kept> b) {
    std::vector<std::size_t> asked;
    for (std::size_t j = 0; j < a.size(); ++j) {
        if (a[j] != Kept::not_asked && b[j] != Kept::not_asked) asked.push_back(j);
    }
    if (asked.empty()) return {};
    const Kappa of_a = kappa_of(questions, a, asked), of_b = kappa_of(questions, b, asked);
    std::map<Index, double> influence_of_unit;
    for (std::size_t i = 0; i < asked.size(); ++i)
        influence_of_unit[questions.unit[asked[i]]] += of_a.influence[i] - of_b.influence[i];
    double squares = kLeastDoubt / std::pow(std::min(of_a.chance, of_b.chance), 2);
    for (const auto& [unit, influence] : influence_of_unit)
        squares += influence * influence;
    return {of_a.value - of_b.value, std::sqrt(squares) / static_cast<double>(asked.size())};
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
