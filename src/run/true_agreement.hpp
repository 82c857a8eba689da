#pragma once

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// Judgements about pairs that an answer puts together, or apart; in independent judgements, so not whole numbers.
struct Tally {
    double must = 0, cannot = 0;
};

/// The highest agreement with the truth that such judgements leave open (97.5 %), if some of them may be wrong. The
/// agreement is the mean of the share of true must-links that the answer puts together and the share of true
/// cannot-links that it puts apart; `together` is the share of pairs that it puts together.
///
/// A judgement is wrong with probability e. Of the pairs that the answer puts together a share t is true must-links, so
/// a judgement about one of them is a must-link with probability e + (1 - 2e) t; likewise for pairs apart. Nobody knows
/// e: its prior is that of calibrated weights (docs/methods/pck-means.md). The shares have Jeffreys' prior.
double highest_true_agreement(const Tally& of_together, const Tally& of_apart, double together);

/// How many standard errors away the lower end of a 95 % interval is that holds for the best of `compared` independent
/// answers (Bonferroni); not always a whole number.
double errors_of_best(double compared);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
