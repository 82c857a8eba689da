#include "run/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr double kNormal95 = 1.959963984540054;
constexpr double kLeastDoubt = 0.5;  // of a judgement, squared

/// Judgements of one type that were asked, and what units they form.
struct ShareOfType {
    double asked = 0, kept = 0;
    std::map<Index, double> size_of_unit;

    [[nodiscard]] double share() const { return asked > 0 ? kept / asked : 0; }
    [[nodiscard]] double independent() const {
        double squares = 0;
        for (const auto& [unit, size] : size_of_unit)
            squares += size * size;
        return squares > 0 ? asked * asked / squares : 0;
    }
};

ShareOfType share_of_type(const Questions& questions, std::span<const Kept> kept, bool must) {
    ShareOfType type;
    for (std::size_t j = 0; j < kept.size(); ++j) {
        if (kept[j] == Kept::not_asked || (questions.must[j] != 0) != must) continue;
        type.asked += 1;
        type.kept += kept[j] == Kept::yes ? 1 : 0;
        type.size_of_unit[questions.unit[j]] += 1;
    }
    return type;
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

Interval wilson(double share, double n) {
    if (n <= 0) return {};
    const double z2 = kNormal95 * kNormal95;
    const double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
    const double half = kNormal95 / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Agreement agreement_of(const Questions& questions, std::span<const Kept> kept) {
    const ShareOfType must = share_of_type(questions, kept, true), cannot = share_of_type(questions, kept, false);
    Agreement result{static_cast<Index>(must.asked), static_cast<Index>(cannot.asked), must.share(), cannot.share()};
    const double types = (must.asked > 0 ? 1 : 0) + (cannot.asked > 0 ? 1 : 0);
    if (types == 0) return result;
    double below = 0, above = 0;
    for (const ShareOfType* type : {&must, &cannot}) {
        if (type->asked == 0) continue;
        const Interval interval = wilson(type->share(), type->independent());
        result.kept += type->share() / types;
        below += std::pow((type->share() - interval.low) / types, 2);
        above += std::pow((interval.high - type->share()) / types, 2);
    }
    result.low = std::max(0.0, result.kept - std::sqrt(below));
    result.high = std::min(1.0, result.kept + std::sqrt(above));
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
