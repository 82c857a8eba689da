#include "experiments/material.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/sampling.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::uint64_t kMostFolds = 1000;

using Truths = std::vector<std::vector<std::int32_t>>;

std::vector<Index> labelled_rows(const std::vector<std::int32_t>& truth) {
    std::vector<Index> rows;
    for (std::size_t row = 0; row < truth.size(); ++row) {
        if (truth[row] >= 0) rows.push_back(static_cast<Index>(row));
    }
    return rows;
}

ViewSampleOptions sample_options(const Setting& setting) {
    ViewSampleOptions options{.place = setting.place, .must_share = setting.must_share};
    (setting.wrong_keeps_kinds ? options.wrong_must_share : options.wrong_share) = setting.wrong_share;
    if (setting.per_row >= 0) {
        options.per_row = setting.per_row;
    } else if (setting.percent >= 0) {
        options.percent = setting.percent;
    } else {
        options.count = setting.constraints;
    }
    return options;
}

/// Each clustering gives its share of the constraints, the first ones one more if the division leaves a remainder.
std::vector<Constraint> from_clusterings(const Truths& truths, const Setting& setting, const std::string& purpose,
                                         std::uint64_t index, std::uint64_t seed) {
    std::vector<Constraint> constraints;
    const auto clusterings = static_cast<Index>(truths.size());
    for (Index clustering = 0; clustering < clusterings; ++clustering) {
        const Index count =
            setting.constraints / clusterings + (clustering < setting.constraints % clusterings ? 1 : 0);
        Random random(seed, fmt::format("{}/{}", purpose, clustering), index);
        const auto drawn =
            sample_constraints(truths[clustering], 0, {count, setting.must_share, setting.wrong_share}, random);
        constraints.insert(constraints.end(), drawn.begin(), drawn.end());
    }
    return constraints;
}

void keep_kinds(Kinds kinds, std::vector<Constraint>& constraints) {
    if (kinds == Kinds::both) return;
    const Link kept = kinds == Kinds::must ? Link::must : Link::cannot;
    std::erase_if(constraints, [&](const Constraint& constraint) { return constraint.link != kept; });
}

/// Removes the test fold from what is known.
std::vector<Index> hide_fold(const std::vector<Index>& rows, int folds, int fold, Random random,
                             std::vector<std::int32_t>& known) {
    std::vector<Index> test;
    const auto lists = make_folds(static_cast<Index>(rows.size()), folds, random);
    for (const Index place : lists[fold]) {
        test.push_back(rows[place]);
        known[test.back()] = -1;
    }
    return test;
}

}  // namespace

Draw draw(const Material& material, const Setting& setting, int folds, int repetition, int fold, std::uint64_t seed) {
    const Trial& trial = *material.trials[repetition];
    const auto of_repetition = static_cast<std::uint64_t>(repetition);
    const std::uint64_t of_fold = of_repetition * kMostFolds + static_cast<std::uint64_t>(fold);
    const std::string& name = material.recipe.name;
    const std::string purpose = (folds > 0 ? "reproduce/draw/" : "reproduce/draw-all/") + name;

    Draw drawn;
    drawn.measured = labelled_rows(trial.truths[0]);
    if (material.clusterings) {
        drawn.constraints = from_clusterings(trial.truths, setting, purpose, of_fold, seed);
    } else {
        Truths known = trial.truths;
        if (folds > 0) {
            drawn.measured = hide_fold(drawn.measured, folds, fold,
                                       Random(seed, "reproduce/folds/" + name, of_repetition), known[0]);
        }
        drawn.constraints = sample_constraints(known, sample_options(setting), Random(seed, purpose, of_fold));
    }
    keep_kinds(setting.kinds, drawn.constraints);
    constexpr int kUnused = 11;  // a seed that also fits the numbers of JSON
    drawn.seed = Random(seed, "reproduce/run/" + name, of_fold).bits() >> kUnused;
    return drawn;
}

Index fewest_labelled(const Material& material) {
    Index fewest = std::numeric_limits<Index>::max();
    for (const auto& trial : material.trials) {
        fewest = std::min(fewest, static_cast<Index>(labelled_rows(trial->truths[0]).size()));
    }
    return fewest;
}

namespace {

/// Pairs of known rows that may be drawn; only those of two views, if asked for.
Index pairs_of(const Trial& trial, PairPlace place) {
    Index pairs = 0, before = 0;
    for (const auto& truth : trial.truths) {
        const auto rows = static_cast<Index>(labelled_rows(truth).size());
        if (place != PairPlace::between) pairs += rows * (rows - 1) / 2;
        if (place != PairPlace::within) pairs += rows * before;
        before += rows;
    }
    return pairs;
}

}  // namespace

Index most_constraints(const Material& material, const Setting& setting, int folds) {
    if (folds > 0 || material.clusterings) {
        Index rows = fewest_labelled(material);
        if (folds > 0) rows -= (rows + folds - 1) / folds;
        return rows * (rows - 1) / 2;
    }
    Index fewest = std::numeric_limits<Index>::max();
    for (const auto& trial : material.trials)
        fewest = std::min(fewest, pairs_of(*trial, setting.place));
    return fewest;
}

double constraints_per_row(const Material& material, PairPlace place, double percent) {
    const Trial& trial = *material.trials.front();
    Index rows = 0;
    for (const auto& truth : trial.truths)
        rows += static_cast<Index>(truth.size());
    return percent / 100 * static_cast<double>(pairs_of(trial, place)) / static_cast<double>(rows);
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
