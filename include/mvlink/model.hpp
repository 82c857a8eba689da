#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/options.hpp>
#include <mvlink/view.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// A named table of numbers, row after row; a vector has one row.
struct NamedArray {
    std::string name;
    Index rows = 0;
    Index cols = 0;
    std::vector<double> values;
};

/// Whole numbers under a name: the objects of training rows.
struct NamedIntegers {
    std::string name;
    std::vector<Index> values;
};

/// One step of a preparation, as --prep spells it, and what it learnt from the training rows.
struct PreparationStep {
    std::string step;  ///< "standardize", "pca=10"
    std::vector<NamedArray> arrays;
};

/// How one view is prepared before a method sees it.
struct ViewPreparation {
    std::string view;
    Index cols = 0;  ///< its number of features before
    std::vector<PreparationStep> steps;
};

/// Everything that predict and a warm start need. Plain arrays under names that the method chose ("centroids"), so that
/// one file format serves every method and reading one never executes anything.
struct MVLINK_API Model {
    static constexpr int kFormatVersion = 2;  ///< of models with tables or integers; without them it is 1

    std::string method;
    std::vector<OptionText> options;
    std::vector<std::string> views;  ///< the names of the views, in the method's order
    std::vector<Index> cols;         ///< and their numbers of features, as the method saw them
    std::vector<NamedArray> arrays;
    std::vector<ViewPreparation> preparation = {};  ///< of the views that are prepared; the others are used as they are
    std::vector<View> tables = {};                  ///< rows kept in their own kind: dense or sparse, float or double
    std::vector<NamedIntegers> integers = {};
    std::string recipe = {};  ///< JSON: how a table of any columns becomes the views; empty: they were given as numbers
    /// Of the columns of every view, before preparation; empty where they have none, or where the recipe makes them.
    std::vector<std::vector<std::string>> column_names = {};

    /// Throws Error{input} if the model has no such array or it has another shape (-1: any).
    [[nodiscard]] const NamedArray& array(std::string_view name, Index n_rows = -1, Index n_cols = -1) const;
    /// Throws Error{input} if the model has no such table or it has another shape (-1: any).
    [[nodiscard]] const View& table(std::string_view name, Index n_rows = -1, Index n_cols = -1) const;
    /// Throws Error{input} if the model has no such integers, another number of them, or one that is not in 0 .. limit
    /// - 1.
    [[nodiscard]] std::span<const Index> integer_array(std::string_view name, Index count, Index limit) const;
    /// The number of features that rows of this view must have, before preparation.
    [[nodiscard]] Index input_cols(std::size_t view) const;
    [[nodiscard]] bool has_array(std::string_view name) const noexcept;
    [[nodiscard]] bool has_table(std::string_view name) const noexcept;
    /// The value of an option that the method had; empty where it had none of that name.
    [[nodiscard]] std::string_view option(std::string_view name) const noexcept;
    /// Which of the model's views a view of the data means: the one of the same name. Where the model knows one view
    /// and the data have one, that one, whatever its name.
    [[nodiscard]] std::optional<std::size_t> find_view(std::string_view name, int views_of_data) const noexcept;
};

}  // namespace v1
}  // namespace mvlink
