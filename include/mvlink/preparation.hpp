#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Preparation of the features before any method sees them: standardize, minmax, l2, tfidf, pca=D, spectral=D, in any
/// sequence.
///
///   Prepared prepared = prepare({.requests = {parse_preparation("standardize,pca=10")}}, data, context);
///   Result result = run_method("kmeans", prepared.data, options, context);
///   add_preparation(prepared, result);  // the model remembers it, predict applies it
namespace mvlink {
inline namespace v1 {

/// What one --prep asks for: steps for one view, or for every view that no other request names.
struct PreparationRequest {
    std::string view;                ///< empty: every view
    std::vector<std::string> steps;  ///< as text, "pca=10"; empty: none
};

/// Reads "[view:]step[,step..]". Unknown steps (the nearest name is suggested), steps given twice and bad numbers:
/// Error{usage}.
MVLINK_API PreparationRequest parse_preparation(std::string_view text);

struct PreparationPlan {
    std::vector<PreparationRequest> requests = {};  ///< at most one per view, and one for all others
    std::string otherwise = "none";                 ///< for views that no request names: the default of the method
    /// Apply what this model learnt instead of fitting again: a warm start keeps its clusters only in the space in
    /// which they were found. Requests must then ask for the same steps.
    const Model* model = nullptr;
};

/// A dataset as a method sees it.
struct Prepared {
    Dataset data;  ///< mappings and constraints as before; a view that is not prepared is shared
    std::vector<ViewPreparation> preparation;  ///< what was learnt, for each view that has steps
    std::vector<Warning> warnings;
    double seconds = 0;
};

/// A sparse view that would take more than this as a dense one is refused, with advice, instead of converted.
constexpr std::size_t kMostBytesWrittenOut = std::size_t{256} << 20;

/// Fits every step on the rows that come out of the step before it, and applies it. Views that do not exist and steps
/// asked for twice: Error{usage}. Data that do not fit a step: Error{input} naming view, row and column.
MVLINK_API Prepared prepare(const PreparationPlan& plan, const Dataset& data, Context& context);

/// The dataset as the model's method saw its training rows. The views are found by name; where the model knows one view
/// and the data have one, the name does not matter. Rows of another number of columns: Error{input}.
MVLINK_API Prepared apply_preparation(const Model& model, const Dataset& data, Context& context);

/// Adds the preparation to the model of a result, and its warnings and time to those of the method.
MVLINK_API void add_preparation(const Prepared& prepared, Result& result);

/// "standardize, pca=10", or "none".
MVLINK_API std::string steps_text(const ViewPreparation& preparation);

}  // namespace v1
}  // namespace mvlink
