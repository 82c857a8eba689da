#pragma once

#include "experiments/engine.hpp"
#include "experiments/statistics.hpp"

#include <mvlink/experiments.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Differences smaller than this are not worth a claim.
constexpr double kMargin = 0.02;

/// Of one comparison, and of a claim with these comparisons.
Verdict verdict_on(Expectation expected, const Estimate& difference);
Verdict verdict_on_all(std::span<const Verdict> comparisons);

struct Curve {
    std::vector<std::vector<std::vector<Estimate>>> points;  ///< [measure][part][value]; the first part is the mean
    double seconds = 0;                                      ///< mean of a run

    [[nodiscard]] const std::vector<Estimate>& mean(std::size_t measure = 0) const { return points[measure][0]; }
};

struct ComparisonOutcome {
    const Comparison* comparison = nullptr;
    Estimate difference;  ///< a - b, paired
    Verdict verdict = Verdict::inconclusive;
};

/// A claim, or what it says about one form of a method: comparisons of the form as printed and of the corrected one are
/// judged apart.
struct JudgedClaim {
    const Claim* claim = nullptr;
    std::string form = {};  ///< "mode=paper" or "mode=corrected"; empty: its comparisons are about one form
    std::vector<ComparisonOutcome> comparisons;
    Verdict verdict = Verdict::inconclusive;
};

struct ReferenceOutcome {
    const Reference* reference = nullptr;
    Estimate ours;
    double reference_error = 0;
    bool reached = false;  ///< at most two standard errors of the difference below, or better
};

/// An experiment with its numbers: a repetition (the mean over its folds) is one independent value.
struct Analysis {
    const PlannedExperiment* planned = nullptr;
    std::vector<std::vector<Curve>> curves;  ///< [panel][method]
    std::vector<JudgedClaim> claims;
    std::vector<ReferenceOutcome> references;

    [[nodiscard]] const Experiment& experiment() const noexcept { return *planned->experiment; }
};

Analysis analyse(const Plan& plan, const PlannedExperiment& planned, const std::vector<RunRecord>& records);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
