#include "run/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

bool has_feature_below_zero(const View& view) {
    return view.visit([]<class Rows>(const Rows& X) {
        if constexpr (Rows::kSparse) {
            return std::any_of(X.values.begin(), X.values.end(), [](auto value) { return value < 0; });
        } else {
            for (Index row = 0; row < X.rows; ++row) {
                for (Index col = 0; col < X.cols; ++col) {
                    if (X.at(row, col) < 0) return true;
                }
            }
            return false;
        }
    });
}

bool is_asked_for(const View& view, const std::vector<PreparationRequest>& requests) {
    return std::any_of(requests.begin(), requests.end(), [&](const PreparationRequest& request) {
        return request.view.empty() || request.view == view.name();
    });
}

}  // namespace

std::vector<PreparationRequest> preparation_for(Choice& choice, const RunRequest& request, const Dataset& data) {
    std::vector<PreparationRequest> wanted = request.preparation;
    // A user who names the method is responsible for the features; a model brings its own preparation.
    const bool is_free = request.method == kAuto && request.start.model == nullptr;
    if (!is_free || !find_method(choice.method).needs.nonnegative) return wanted;
    for (const View& view : data.views()) {
        if (is_asked_for(view, request.preparation) || !has_feature_below_zero(view)) continue;
        wanted.push_back({view.name(), {"minmax"}});
        choice.reason += fmt::format("; view {} has negative features, so minmax is added", view.name());
    }
    return wanted;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
