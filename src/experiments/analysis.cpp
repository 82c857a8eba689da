#include "experiments/analysis.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

Verdict verdict_on_better(const Estimate& difference) {
    if (difference.low > 0) return Verdict::reproduced;
    return difference.high < kMargin ? Verdict::not_reproduced : Verdict::inconclusive;
}

Verdict verdict_on_equal(const Estimate& difference) {
    if (difference.low > -kMargin && difference.high < kMargin) return Verdict::reproduced;
    const bool differs = difference.low > kMargin || difference.high < -kMargin;
    return differs ? Verdict::not_reproduced : Verdict::inconclusive;
}

Verdict verdict_on_all(const std::vector<ComparisonOutcome>& comparisons) {
    const auto is = [](Verdict verdict) {
        return [verdict](const ComparisonOutcome& outcome) { return outcome.verdict == verdict; };
    };
    if (comparisons.empty()) return Verdict::inconclusive;
    if (std::all_of(comparisons.begin(), comparisons.end(), is(Verdict::reproduced))) return Verdict::reproduced;
    const bool contradicted = std::any_of(comparisons.begin(), comparisons.end(), is(Verdict::not_reproduced));
    return contradicted ? Verdict::not_reproduced : Verdict::inconclusive;
}

class Analyst {
public:
    Analyst(const Plan& plan, const PlannedExperiment& planned, const std::vector<RunRecord>& records)
        : plan_(plan), planned_(planned), experiment_(*planned.experiment), records_(records) {}

    Analysis analyse() const {
        Analysis analysis{&planned_, {}, {}, {}};
        for (const PlannedPanel& panel : planned_.panels) {
            analysis.curves.emplace_back();
            for (const auto& cells : panel.cells)
                analysis.curves.back().push_back(curve_of(cells, static_cast<int>(panel.parts.size())));
        }
        for (const Claim& claim : experiment_.claims) {
            JudgedClaim judged = judge(claim);
            if (!judged.comparisons.empty()) analysis.claims.push_back(std::move(judged));
        }
        for (const Reference& reference : experiment_.references.cells) {
            if (const Place place = find(reference.dataset, {reference.method, reference.x}, reference.part);
                place.cell)
                analysis.references.push_back(compare(reference, place));
        }
        return analysis;
    }

private:
    /// Where a number comes from; null if this point was not measured: another sweep, or --quick.
    struct Place {
        const Cell* cell = nullptr;
        int part = -1;  ///< negative: all
    };

    [[nodiscard]] std::string measure_or_first(const std::string& measure) const {
        return measure.empty() ? experiment_.measures.front() : measure;
    }

    [[nodiscard]] std::vector<double> all_values(const Place& place, const std::string& measure) const {
        std::vector<double> values;
        for (int repetition = 0; repetition < planned_.repetitions; ++repetition) {
            for (int fold = 0; fold < place.cell->folds_run(); ++fold)
                values.push_back(value_of(records_[place.cell->run(repetition, fold)], measure, place.part));
        }
        return values;
    }

    [[nodiscard]] std::vector<double> repetition_means(const Place& place, const std::string& measure) const {
        const std::vector<double> values = all_values(place, measure);
        const auto folds = static_cast<std::size_t>(place.cell->folds_run());
        std::vector<double> means(values.size() / folds, 0.0);
        for (std::size_t i = 0; i < values.size(); ++i)
            means[i / folds] += values[i] / static_cast<double>(folds);
        return means;
    }

    [[nodiscard]] Curve curve_of(const std::vector<std::size_t>& cells, int parts) const {
        Curve curve;
        for (const std::string& measure : experiment_.measures) {
            curve.points.emplace_back();
            for (int part = -1; part < parts; ++part) {
                curve.points.back().emplace_back();
                for (const std::size_t cell : cells)
                    curve.points.back().back().push_back(
                        estimate(repetition_means({&plan_.cells[cell], part}, measure)));
            }
        }
        Index runs = 0;
        for (const std::size_t number : cells) {
            const Cell& cell = plan_.cells[number];
            for (int run = 0; run < planned_.repetitions * cell.folds_run(); ++run, ++runs)
                curve.seconds += records_[cell.first_run + static_cast<std::size_t>(run)].seconds;
        }
        curve.seconds /= static_cast<double>(std::max<Index>(runs, 1));
        return curve;
    }

    [[nodiscard]] Place find(const std::string& dataset, const Side& side, const std::string& part) const {
        for (const PlannedPanel& panel : planned_.panels) {
            const auto x = std::find(panel.values.begin(), panel.values.end(), side.x);
            const auto named = std::find(panel.parts.begin(), panel.parts.end(), part);
            if (panel.name != dataset || x == panel.values.end() || (!part.empty() && named == panel.parts.end()))
                continue;
            for (std::size_t method = 0; method < panel.cells.size(); ++method) {
                if (experiment_.methods[method].label != side.method) continue;
                const std::size_t cell = panel.cells[method][x - panel.values.begin()];
                return {&plan_.cells[cell], part.empty() ? -1 : static_cast<int>(named - panel.parts.begin())};
            }
        }
        return {};
    }

    [[nodiscard]] JudgedClaim judge(const Claim& claim) const {
        JudgedClaim judged{&claim, {}, Verdict::inconclusive};
        for (const Comparison& comparison : claim.comparisons) {
            const Place a = find(comparison.dataset, comparison.a, comparison.part);
            const Place b = find(comparison.dataset, comparison.b, comparison.part);
            if (a.cell == nullptr || b.cell == nullptr) continue;
            const std::string measure = measure_or_first(comparison.measure);
            std::vector<double> differences = repetition_means(a, measure);
            const std::vector<double> others = repetition_means(b, measure);
            for (std::size_t i = 0; i < differences.size(); ++i)
                differences[i] -= others[i];
            const Estimate difference = estimate(differences);
            const bool better = comparison.expected == Expectation::better;
            judged.comparisons.push_back(
                {&comparison, difference, better ? verdict_on_better(difference) : verdict_on_equal(difference)});
        }
        judged.verdict = verdict_on_all(judged.comparisons);
        return judged;
    }

    /// If the source gives no standard error per cell, only their range, ours is used instead: the spread of our runs
    /// over the root of the number of theirs, kept within that range.
    [[nodiscard]] ReferenceOutcome compare(const Reference& reference, const Place& place) const {
        const ReferenceSet& set = experiment_.references;
        const std::string measure = measure_or_first(reference.measure);
        const double spread =
            standard_deviation(all_values(place, measure)) / std::sqrt(static_cast<double>(reference.runs));
        const double taken = std::clamp(std::isnan(spread) ? set.most_error : spread, set.least_error, set.most_error);
        const double error = reference.error >= 0 ? reference.error : taken;
        const Estimate ours = estimate(repetition_means(place, measure));
        const double own_error = std::isnan(ours.error) ? 0 : ours.error;
        const double allowed = 2 * std::hypot(own_error, error);
        return {&reference, ours, error, ours.mean >= reference.value - allowed};
    }

    const Plan& plan_;
    const PlannedExperiment& planned_;
    const Experiment& experiment_;
    const std::vector<RunRecord>& records_;
};

}  // namespace

Analysis analyse(const Plan& plan, const PlannedExperiment& planned, const std::vector<RunRecord>& records) {
    return Analyst(plan, planned, records).analyse();
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
