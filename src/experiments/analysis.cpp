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
    if (difference.low > 0) return difference.mean >= kMargin ? Verdict::reproduced : Verdict::slight;
    return difference.high < kMargin ? Verdict::not_reproduced : Verdict::inconclusive;
}

Verdict verdict_on_equal(const Estimate& difference) {
    if (difference.low > -kMargin && difference.high < kMargin) return Verdict::reproduced;
    const bool differs = difference.low > kMargin || difference.high < -kMargin;
    return differs ? Verdict::not_reproduced : Verdict::inconclusive;
}

Verdict verdict_on_not_worse(const Estimate& difference) {
    if (difference.low > -kMargin) return Verdict::reproduced;
    return difference.high < -kMargin ? Verdict::not_reproduced : Verdict::inconclusive;
}

constexpr std::string_view kPaperForm = "mode=paper", kCorrectedForm = "mode=corrected";

Verdict verdict_on_claim(const std::vector<ComparisonOutcome>& comparisons) {
    std::vector<Verdict> verdicts;
    for (const ComparisonOutcome& outcome : comparisons)
        verdicts.push_back(outcome.verdict);
    return verdict_on_all(verdicts);
}

/// One of these, or empty for a method without this choice.
std::string form_of(const MethodSpec& method) {
    const auto& known = find_method(method.method).options;
    const auto is_mode = [](const auto& option) { return option.name == "mode" || option.name == "base.mode"; };
    if (std::none_of(known.begin(), known.end(), is_mode)) return {};
    const auto mode = std::find_if(method.options.begin(), method.options.end(), is_mode);
    return std::string(mode != method.options.end() && mode->value == "paper" ? kPaperForm : kCorrectedForm);
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
            for (JudgedClaim& judged : judge(claim))
                analysis.claims.push_back(std::move(judged));
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

    /// Of the method whose quality the comparison is about: the first side that has forms.
    [[nodiscard]] std::string form_of_comparison(const Comparison& comparison) const {
        for (const Side* side : {&comparison.a, &comparison.b}) {
            const auto method = std::find_if(experiment_.methods.begin(), experiment_.methods.end(),
                                             [&](const MethodSpec& known) { return known.label == side->method; });
            if (method == experiment_.methods.end()) continue;
            if (const std::string form = form_of(*method); !form.empty()) return form;
        }
        return {};
    }

    [[nodiscard]] std::optional<ComparisonOutcome> outcome_of(const Comparison& comparison) const {
        const Place a = find(comparison.dataset, comparison.a, comparison.part);
        const Place b = find(comparison.dataset, comparison.b, comparison.part);
        if (a.cell == nullptr || b.cell == nullptr) return std::nullopt;
        const std::string measure = measure_or_first(comparison.measure);
        std::vector<double> differences = repetition_means(a, measure);
        const std::vector<double> others = repetition_means(b, measure);
        for (std::size_t i = 0; i < differences.size(); ++i)
            differences[i] -= others[i];
        const Estimate difference = estimate(differences);
        return ComparisonOutcome{&comparison, difference, verdict_on(comparison.expected, difference)};
    }

    /// One entry, or one for each form of the method if comparisons are about both.
    [[nodiscard]] std::vector<JudgedClaim> judge(const Claim& claim) const {
        std::vector<std::pair<std::string, ComparisonOutcome>> outcomes;
        bool paper = false, corrected = false;
        for (const Comparison& comparison : claim.comparisons) {
            const auto outcome = outcome_of(comparison);
            if (!outcome) continue;
            outcomes.emplace_back(is_own(claim) ? "" : form_of_comparison(comparison), *outcome);
            paper = paper || outcomes.back().first == kPaperForm;
            corrected = corrected || outcomes.back().first == kCorrectedForm;
        }
        std::vector<JudgedClaim> all;
        for (auto& [form, outcome] : outcomes) {
            const std::string_view own = form == kPaperForm || !corrected ? kPaperForm : kCorrectedForm;
            auto place = std::find_if(all.begin(), all.end(), [&](const auto& judged) { return judged.form == own; });
            if (place == all.end()) place = all.insert(all.end(), {&claim, std::string(own), {}, {}});
            place->comparisons.push_back(outcome);
        }
        for (JudgedClaim& judged : all) {
            judged.verdict = verdict_on_claim(judged.comparisons);
            if (!paper) judged.form.clear();
        }
        return all;
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

Verdict verdict_on(Expectation expected, const Estimate& difference) {
    switch (expected) {
        case Expectation::better:
            return verdict_on_better(difference);
        case Expectation::equal:
            return verdict_on_equal(difference);
        case Expectation::not_worse:
            break;
    }
    return verdict_on_not_worse(difference);
}

Verdict verdict_on_all(std::span<const Verdict> comparisons) {
    const auto count = [&](Verdict verdict) { return std::count(comparisons.begin(), comparisons.end(), verdict); };
    const auto all = static_cast<std::ptrdiff_t>(comparisons.size());
    const std::ptrdiff_t held = count(Verdict::reproduced), open = count(Verdict::inconclusive);
    if (all == 0 || open == all) return Verdict::inconclusive;
    if (held == all) return Verdict::reproduced;
    if (3 * held >= 2 * all) return Verdict::mostly_reproduced;
    if (held > 0) return Verdict::mixed;
    if (count(Verdict::slight) == all) return Verdict::slight;
    return open == 0 ? Verdict::not_reproduced : Verdict::mixed;
}

Analysis analyse(const Plan& plan, const PlannedExperiment& planned, const std::vector<RunRecord>& records) {
    return Analyst(plan, planned, records).analyse();
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
