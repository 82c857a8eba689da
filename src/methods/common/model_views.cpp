#include "methods/common/model_views.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace mvlink {
inline namespace v1 {

std::vector<ModelView> views_of_model(const Model& model, const Dataset& data) {
    std::vector<ModelView> pairs;
    for (const View& view : data.views()) {
        const bool only_one = data.n_views() == 1 && model.views.size() == 1;
        const auto found =
            only_one ? model.views.begin() : std::find(model.views.begin(), model.views.end(), view.name());
        if (found == model.views.end()) {
            throw Error(ErrorCode::input, fmt::format("view \"{}\": the model was fitted on the views {}", view.name(),
                                                      fmt::join(model.views, ", ")));
        }
        const auto at = static_cast<std::size_t>(found - model.views.begin());
        if (at >= model.cols.size() || model.cols[at] != view.cols()) {
            throw Error(ErrorCode::input,
                        fmt::format("view \"{}\" has {} columns; the model was fitted on {}", view.name(), view.cols(),
                                    at < model.cols.size() ? model.cols[at] : 0));
        }
        pairs.push_back({view, *found});
    }
    return pairs;
}

const View& view_to_label(const Model& model, const Dataset& data, Index cols) {
    const std::string name = model.views.empty() ? "" : model.views.front();
    const auto found = data.n_views() == 1 ? std::optional(0) : data.find_view(name);
    if (!found) {
        throw Error(ErrorCode::input,
                    fmt::format("the data have {} views, none of them \"{}\", which the model was fitted on",
                                data.n_views(), name));
    }
    const View& view = data.view(*found);
    if (cols != view.cols()) {
        throw Error(ErrorCode::input, fmt::format("view \"{}\" has {} columns; the model was fitted on {}", view.name(),
                                                  view.cols(), cols));
    }
    return view;
}

int clusters_of_model(const Model& model) {
    int clusters = 0;
    for (const OptionText& option : model.options) {
        if (option.name != "n_clusters") continue;
        std::from_chars(option.value.data(), option.value.data() + option.value.size(), clusters);
    }
    if (clusters < 1) {
        throw Error(ErrorCode::input, fmt::format("model of method {}: option n_clusters is missing", model.method));
    }
    return clusters;
}

}  // namespace v1
}  // namespace mvlink
