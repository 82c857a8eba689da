#pragma once

#include <mvlink/context.hpp>
#include <mvlink/registry.hpp>

#include "methods/common/repeated_run.hpp"
#include "run/exam.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// One way to answer, with the features as its method sees them.
struct Recipe {
    std::string method;
    std::vector<OptionText> options;
    Dataset features;                     ///< of the rows of the exam, prepared; its judgements do not matter
    std::vector<std::string> views = {};  ///< of the exam; empty: all
};

bool uses_judgements(std::string_view method);

/// The options with at most as many starts as a run that only compares may have.
std::vector<OptionText> with_few_starts(const std::string& method, std::vector<OptionText> options);

/// What became of a sitting.
struct Sitting {
    std::vector<Kept> kept;                          ///< one per judgement; of the folds that were asked
    std::vector<std::vector<std::int32_t>> answers;  ///< labels of the objects, by fold; without judgements one
    std::string failure;                             ///< why the method gave no answer; empty: it did
    double quality = 0;                              ///< of a run without judgements: how certain its labels are
    bool cancelled = false;
    RepeatedRun run = {};  ///< of the recipe, once a fold has been asked
};

/// Runs the recipe once for each fold from `first` to `last` - 1 without that fold, side by side.
void ask_folds(const Exam& exam, const Recipe& recipe, int first, int last, Context& context, Sitting& sitting);
/// Runs the recipe once without any judgement, and marks them all.
void ask_without_judgements(const Exam& exam, const Recipe& recipe, Context& context, Sitting& sitting);

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
