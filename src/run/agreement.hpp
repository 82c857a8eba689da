#pragma once

#include <mvlink/evidence.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// Whether a judgement was kept by a run that did not see it.
enum class Kept : signed char { not_asked = -1, no = 0, yes = 1 };

/// What is asked: one entry per judgement. Judgements of one unit stand or fall together.
struct Questions {
    std::vector<char> must;
    std::vector<Index> unit;
};

struct Interval {
    double low = 0, high = 1;
};

/// Wilson's interval of a share that was seen in `n` trials, of so many standard errors; n may be a fraction. n = 0:
/// everything.
Interval wilson(double share, double n, double errors);

/// Both shares, their mean, and the 95 % interval of the agreement with the truth. Its lower end takes every judgement
/// as right: Wilson's intervals of the two shares, joined by squares (Zou and Donner's MOVER), wider if the answer is
/// the best of so many independent ones that were compared. Its upper end allows for wrong ones
/// (highest_true_agreement). Units of different sizes are worth (sum of sizes)^2 / sum of squares independent
/// judgements (Kish).
Agreement agreement_of(const Questions& questions, std::span<const Kept> kept, double compared = 1);
/// The mean of both shares alone.
double share_kept(const Questions& questions, std::span<const Kept> kept);

/// How much larger the share is that a keeps of the judgements that both were asked than the share that b keeps. Each
/// judgement counts the same: where must-links are few, a mean of two shares is mostly their noise. The standard error
/// takes units as independent, and is that of half a judgement at least: few answers that agree prove little.
struct Difference {
    double mean = 0;
    double error = 0;
};
Difference paired_difference(const Questions& questions, std::span<const Kept> a, std::span<const Kept> b);
/// How much larger the agreement beyond chance (Cohen's kappa) is of a than of b, on the judgements that both were
/// asked: 1 - disagreement / what clusters of the same sizes would disagree by chance. Over all pairs of rows this is
/// the adjusted Rand index, so on judgements of pairs drawn at random it estimates it. A plain share does not: where
/// nearly all judgements are cannot-links, it prefers many small clusters. The error is that of the linear part, over
/// units.
Difference beyond_chance(const Questions& questions, std::span<const Kept> a, std::span<const Kept> b);
/// The paired difference of gains, one per judgement; not a number: it was not asked.
Difference mean_gain(const Questions& questions, std::span<const double> gains);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
