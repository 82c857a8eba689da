#include <mvlink/evidence.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mvlink {
inline namespace v1 {

std::string_view to_string(CandidateState state) noexcept {
    switch (state) {
        case CandidateState::finished:
            return "finished";
        case CandidateState::dropped:
            return "dropped";
        case CandidateState::failed:
            return "failed";
        case CandidateState::not_reached:
            return "not-reached";
    }
    return "";
}

std::string preparation_text(const PreparationRequest& request) {
    const std::string steps = request.steps.empty() ? "none" : fmt::format("{}", fmt::join(request.steps, ","));
    return request.view.empty() ? steps : request.view + ":" + steps;
}

std::string describe(const Candidate& candidate) {
    std::string text = candidate.method, size;
    for (const auto& [name, value] : candidate.options) {
        if (name == "n_clusters") {
            size = ", k = " + value;
        } else {
            text += fmt::format(" {}={}", name, value);
        }
    }
    for (const PreparationRequest& request : candidate.preparation)
        text += ", " + preparation_text(request);
    if (!candidate.views.empty()) text += fmt::format(", views {}", fmt::join(candidate.views, "+"));
    return text + size;
}

}  // namespace v1
}  // namespace mvlink
