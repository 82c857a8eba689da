#pragma once

#include <mvlink/context.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>
#include <mvlink/view.hpp>

#include "prepare/specification.hpp"

#include <string_view>
#include <vector>

/// Each step: fitting it to a view, and applying the fitted step to a view.
namespace mvlink {
inline namespace v1 {
namespace preparation {

/// Throws Error{input} if the rows do not fit the step; adds to `warnings` what a user should know.
PreparationStep fit_step(const Step& step, const View& view, std::vector<Warning>& warnings, Context& context);
/// The rows that the step was fitted on, with the step applied.
View apply_to_training_rows(const PreparationStep& fitted, const View& view, std::vector<Warning>& warnings,
                            Context& context);
/// The rows with the step applied; adds to `warnings` what a user should know.
View apply_step(const PreparationStep& fitted, const View& view, std::vector<Warning>& warnings, Context& context);

/// An array of a fitted step. Throws Error{input} if a model lacks it or gives it another shape (-1: any).
const NamedArray& array_of(const PreparationStep& fitted, std::string_view name, Index rows, Index cols);

PreparationStep fit_standardize(const Step& step, const View& view, Context& context);
PreparationStep fit_minmax(const Step& step, const View& view, Context& context);
/// (x - shift) / scale, for both.
View apply_shift_and_scale(const PreparationStep& fitted, const View& view, std::vector<Warning>& warnings,
                           Context& context);

View apply_l2(const View& view, Context& context);

PreparationStep fit_tfidf(const Step& step, const View& view, Context& context);
View apply_tfidf(const PreparationStep& fitted, const View& view, Context& context);

PreparationStep fit_pca(const Step& step, const View& view, Context& context);
View apply_pca(const PreparationStep& fitted, const View& view, Context& context);

PreparationStep fit_spectral(const Step& step, const View& view, std::vector<Warning>& warnings, Context& context);
/// The coordinates that were learnt: a training row is looked up, not placed like a new one.
View embedded_training_rows(const PreparationStep& fitted, const View& view);
View apply_spectral(const PreparationStep& fitted, const View& view, Context& context);
/// Neighbours by unscaled columns are neighbours in the widest column.
void warn_if_unscaled(const Step& step, const View& view, std::vector<Warning>& warnings, Context& context);

/// The view as a dense one, if that is small; reported in `warnings`. `step` is for messages.
View written_out(const View& view, std::string_view step, std::vector<Warning>& warnings, Context& context);

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
