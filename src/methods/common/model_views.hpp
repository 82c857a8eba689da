#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// A view of the data, its number in the model, and what the model calls it.
struct ModelView {
    const View& view;
    std::size_t number;
    std::string name;
};

/// The views of the data that the model knows, in the order of the data: by name, or where the model knows one and the
/// data have one, whatever its name. None of them, or other numbers of columns: Error{input}.
std::vector<ModelView> known_views(const Model& model, const Dataset& data);

/// The same where the model must know all views of the data: Error{input} for the first that it does not know.
std::vector<ModelView> views_of_model(const Model& model, const Dataset& data);

/// The view of the data that a model of one view can label, with as many columns as it was fitted on: the one named
/// like the model's, or the only one. Error{input} where there is none, or where the squares of a row overflow: it
/// would be as near to one cluster as to any other.
const View& view_to_label(const Model& model, const Dataset& data, Index cols);

/// The option n_clusters of the model; Error{input} where it is missing or no number above 0.
int clusters_of_model(const Model& model);

}  // namespace v1
}  // namespace mvlink
