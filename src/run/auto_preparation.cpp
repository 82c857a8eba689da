#include "run/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

bool is_asked_for(const View& view, const std::vector<PreparationRequest>& requests) {
    return std::any_of(requests.begin(), requests.end(), [&](const PreparationRequest& request) {
        return request.view.empty() || request.view == view.name();
    });
}

}  // namespace

std::vector<PreparationRequest> preparation_for(Choice& choice, const std::vector<PreparationRequest>& asked,
                                                const Dataset& data) {
    std::vector<PreparationRequest> wanted = asked;
    if (!find_method(choice.method).needs.nonnegative) return wanted;
    for (const View& view : data.views()) {
        if (is_asked_for(view, asked) || !has_feature_below_zero(view)) continue;
        wanted.push_back({view.name(), {"minmax"}});
        choice.reason += fmt::format("; view {} has negative features, so minmax is added", view.name());
    }
    return wanted;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
