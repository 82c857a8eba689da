#include "methods/common/model_views.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "kernels/rows.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

void require_finite_squares(const View& view) {
    std::visit(
        [&](const auto& X) {
            for (Index row = 0; row < X.rows; ++row) {
                double sum = 0;
                kernels::for_each_entry(X, row, [&](Index, double x) { sum += x * x; });
                if (std::isfinite(sum)) continue;
                throw Error(
                    ErrorCode::input,
                    fmt::format("view \"{}\": the squares of row {} overflow; expected rows like those that the "
                                "model was fitted on",
                                view.name(), view.row_name(row)));
            }
        },
        view.features());
}

}  // namespace

std::vector<ModelView> known_views(const Model& model, const Dataset& data) {
    std::vector<ModelView> known;
    for (const View& view : data.views()) {
        const auto found = model.find_view(view.name(), data.n_views());
        if (!found) continue;
        const Index cols = *found < model.cols.size() ? model.cols[*found] : 0;
        if (cols != view.cols()) {
            throw Error(ErrorCode::input, fmt::format("view \"{}\" has {} columns; the model was fitted on {}",
                                                      view.name(), view.cols(), cols));
        }
        known.push_back({view, *found, model.views[*found]});
    }
    if (known.empty()) {
        throw Error(ErrorCode::input, fmt::format("the data has none of the views that the model was fitted on ({})",
                                                  fmt::join(model.views, ", ")));
    }
    return known;
}

std::vector<ModelView> views_of_model(const Model& model, const Dataset& data) {
    for (const View& view : data.views()) {
        if (model.find_view(view.name(), data.n_views())) continue;
        throw Error(ErrorCode::input, fmt::format("view \"{}\": the model was fitted on the views {}", view.name(),
                                                  fmt::join(model.views, ", ")));
    }
    return known_views(model, data);
}

const View& view_to_label(const Model& model, const Dataset& data, Index cols) {
    const auto views = data.views();
    const auto found = std::find_if(views.begin(), views.end(), [&](const View& view) {
        return model.find_view(view.name(), data.n_views()) == std::size_t{0};
    });
    if (found == views.end()) {
        throw Error(ErrorCode::input,
                    fmt::format("the data has {} views, none of them \"{}\", which the model was fitted on",
                                data.n_views(), model.views.empty() ? "" : model.views.front()));
    }
    const View& view = *found;
    if (cols != view.cols()) {
        throw Error(ErrorCode::input, fmt::format("view \"{}\" has {} columns; the model was fitted on {}", view.name(),
                                                  view.cols(), cols));
    }
    require_finite_squares(view);
    return view;
}

Dataset views_known_to(const Model& model, const Dataset& data) {
    std::vector<std::pair<std::size_t, std::string>> known;  // place in the model, name in the data
    std::vector<std::string> names;
    for (const View& view : data.views()) {
        if (const auto place = model.find_view(view.name(), data.n_views())) known.emplace_back(*place, view.name());
        names.push_back(view.name());
    }
    if (known.empty()) {
        throw Error(ErrorCode::input, fmt::format("the model knows the views {}, but the data has {}",
                                                  fmt::join(model.views, ", "), fmt::join(names, ", ")));
    }
    std::sort(known.begin(), known.end());
    names.clear();
    for (auto& [place, name] : known)
        names.push_back(std::move(name));
    return data.select(names);
}

int clusters_of_model(const Model& model) {
    int clusters = 0;
    const std::string_view text = model.option("n_clusters");
    std::from_chars(text.data(), text.data() + text.size(), clusters);
    if (clusters < 1) {
        throw Error(ErrorCode::input, fmt::format("model of method {}: option n_clusters is missing", model.method));
    }
    return clusters;
}

}  // namespace v1
}  // namespace mvlink
