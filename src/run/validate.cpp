#include "run/validate.hpp"

#include "run/steps.hpp"

#include <mvlink/constraints.hpp>

#include <fmt/format.h>

#include <chrono>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr std::string_view kUnguided = "kmeans";

void measure_guided(const Exam& exam, const Recipe& recipe, Context& context, HeldOut& found) {
    Sitting sitting;
    ask_folds(exam, recipe, 0, exam.folds(), context, sitting);
    if (sitting.cancelled) {
        found.reason = "interrupted before all judgements had been held out";
    } else if (!sitting.failure.empty()) {
        found.reason =
            fmt::format("{} gave no answer without some of the judgements ({})", recipe.method, sitting.failure);
    } else {
        found.folds = exam.folds();
        found.guided = agreement_of(exam.questions(), sitting.kept);
    }
}

OptionText clusters_of(const std::vector<OptionText>& options) {
    for (const OptionText& option : options) {
        if (option.name == "n_clusters") return option;
    }
    return {"n_clusters", "8"};
}

HeldOut measured(const Dataset& data, const std::string& method, const std::vector<OptionText>& options, int folds,
                 Context& context) {
    HeldOut found;
    const Exam exam(data, folds, context);
    found.judgements = exam.judgements();
    found.rows = exam.sampled_rows();
    found.uses_judgements = uses_judgements(method);
    found.reason = exam.refusal();
    if (!found.reason.empty()) return found;
    const Recipe recipe{method, options, exam.data()};
    measure_unguided(exam, recipe, context, found);
    if (context.cancel_requested()) {
        found.reason = "interrupted before all judgements had been held out";
    } else if (!found.uses_judgements && found.without == method) {
        found.folds = exam.folds();
        found.guided = found.unguided;
    } else {
        measure_guided(exam, recipe, context, found);
    }
    return found;
}

}  // namespace

void measure_unguided(const Exam& exam, const Recipe& recipe, Context& context, HeldOut& found) {
    Sitting sitting;
    ask_without_judgements(exam, recipe, context, sitting);
    found.without = recipe.method;
    if (!sitting.failure.empty() && recipe.features.n_views() == 1) {
        sitting = {};
        const Recipe plain{std::string(kUnguided), {clusters_of(recipe.options)}, recipe.features, recipe.views};
        ask_without_judgements(exam, plain, context, sitting);
        found.without = kUnguided;
    }
    if (!sitting.failure.empty()) found.without.clear();
    found.unguided = agreement_of(exam.questions(), sitting.kept);
}

HeldOut held_out_agreement(const Dataset& data, const std::string& method, const std::vector<OptionText>& options,
                           int folds, Context& context) {
    if (folds == 0 || data.constraints().empty()) return {};
    const auto begin = std::chrono::steady_clock::now();
    HeldOut found;
    if (makes_several_clusterings(method)) {
        found.judgements = count_judgements(data);
        found.reason = kAboutAny;
    } else {
        const PhaseScope phase(context, "held-out");
        found = measured(data, method, options, folds, context);
    }
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return found;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
