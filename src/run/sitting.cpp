#include "run/sitting.hpp"

#include "methods/registry/repeated_method.hpp"
#include "runtime/thread_pool.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr int kFewStarts = 2;

/// The features of the recipe with the judgements that a dataset of the exam has.
Dataset features_with(const Recipe& recipe, const Dataset& data) {
    if (recipe.views.empty()) return recipe.features.with_constraints(data.constraints());
    const Dataset chosen = data.select(recipe.views);
    return recipe.features.with_constraints(chosen.constraints());
}

std::optional<int> whole_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

void prepare_to_repeat(const Recipe& recipe, Context& context, Sitting& sitting) {
    Context inner = context.concurrent(context.seed());
    try {
        sitting.run =
            repeated_method(recipe.method, recipe.features, with_few_starts(recipe.method, recipe.options), inner);
    } catch (const Error& error) {
        sitting.failure = error.what();
    }
}

/// The rows of every cluster that has any.
std::vector<double> sizes_of_clusters(const Partition& partition) {
    std::vector<double> sizes(std::max(partition.n_clusters, 0), 0.0);
    for (const std::int32_t label : partition.labels)
        ++sizes[label];
    return sizes;
}

/// Mean confidence, of each cluster of m rows (m - 1) / m: one of its rows fixes the centre, so a row alone is certain
/// of nothing. Otherwise as many clusters as rows would always be the best. Nor is one cluster, which has no second.
double certainty(const Result& result) {
    double sum = 0, count = 0;
    for (const Partition& partition : result.partitions) {
        count += static_cast<double>(partition.confidence.size());
        const std::vector<double> sizes = sizes_of_clusters(partition);
        const auto used = std::count_if(sizes.begin(), sizes.end(), [](double size) { return size > 0; });
        if (used < 2) continue;
        for (Index i = 0; i < static_cast<Index>(partition.confidence.size()); ++i)
            sum += partition.confidence[i] * (1 - 1 / sizes[partition.labels[i]]);
    }
    return count > 0 ? sum / count : 0;
}

}  // namespace

bool uses_judgements(std::string_view method) {
    return find_method(method).needs.constraints != ConstraintUse::ignored;
}

std::vector<OptionText> with_few_starts(const std::string& method, std::vector<OptionText> options) {
    constexpr std::string_view kStarts = "n_init";
    const auto is_starts = [&](const auto& option) { return option.name == kStarts; };
    const auto& known = find_method(method).options;
    const auto declared = std::find_if(known.begin(), known.end(), is_starts);
    if (declared == known.end()) return options;
    auto given = std::find_if(options.begin(), options.end(), is_starts);
    const std::string value = given == options.end() ? declared->default_text : given->value;
    // `auto` stays: how many starts it means follows from the judgements.
    const auto starts = whole_number(value);
    if (!starts || *starts <= kFewStarts) return options;
    if (given == options.end()) given = options.insert(options.end(), OptionText{std::string(kStarts), ""});
    given->value = std::to_string(kFewStarts);
    return options;
}

void ask_folds(const Exam& exam, const Recipe& recipe, int first, int last, Context& context, Sitting& sitting) {
    if (!sitting.run) prepare_to_repeat(recipe, context, sitting);
    if (!sitting.failure.empty()) return;
    sitting.answers.resize(exam.folds());
    std::mutex mutex;
    int done = first;
    context.pool().run(last - first, [&](Index task) {
        const int fold = first + static_cast<int>(task);
        if (context.cancel_requested()) return;
        Context inner = context.concurrent(context.seed());
        std::optional<Result> result;
        std::string failure;
        try {
            result = sitting.run(features_with(recipe, exam.without_fold(fold)), inner);
        } catch (const Error& error) {
            failure = error.what();
        }
        const std::lock_guard lock(mutex);
        if (result && result->stop_reason != StopReason::cancelled) {
            exam.mark(*result, fold, sitting.kept);
            sitting.answers[fold] = exam.labels_of(*result);
        }
        if (!failure.empty()) sitting.failure = failure;
        context.cancelled({++done, exam.folds(), share_kept(exam.questions(), sitting.kept)});
    });
    sitting.cancelled = context.cancel_requested();
}

void ask_without_judgements(const Exam& exam, const Recipe& recipe, Context& context, Sitting& sitting) {
    Context inner = context.concurrent(context.seed());
    // One that ignores judgements runs once, as it would run in earnest. Others are to be compared with runs of few
    // starts.
    const std::vector<OptionText> options =
        uses_judgements(recipe.method) ? with_few_starts(recipe.method, recipe.options) : recipe.options;
    try {
        const Result result =
            run_method(recipe.method, features_with(recipe, exam.without_judgements()), options, inner);
        exam.mark(result, -1, sitting.kept);
        sitting.answers = {exam.labels_of(result)};
        sitting.quality = certainty(result);
    } catch (const Error& error) {
        sitting.failure = error.what();
    }
    sitting.cancelled = context.cancelled({1, 1, share_kept(exam.questions(), sitting.kept)});
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
