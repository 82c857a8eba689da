#include "prepare/specification.hpp"

#include <mvlink/error.hpp>
#include <mvlink/preparation.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace preparation {
namespace {

constexpr std::array<std::string_view, 6> kNames{"standardize", "minmax", "l2", "tfidf", "pca", "spectral"};  // as Kind
constexpr std::string_view kNone = "none";

bool takes_dimensions(Kind kind) {
    return kind == Kind::pca || kind == Kind::spectral;
}

[[noreturn]] void refuse(std::string_view text, const std::string& what) {
    throw Error(ErrorCode::usage, fmt::format("preparation \"{}\": {}", text, what));
}

[[noreturn]] void refuse_unknown(std::string_view text, std::string_view name) {
    std::vector<std::string> known{std::string(kNone)};
    known.insert(known.end(), kNames.begin(), kNames.end());
    const std::string nearest = nearest_name(name, known);
    for (std::size_t kind = 0; kind < kNames.size(); ++kind) {
        if (takes_dimensions(static_cast<Kind>(kind))) known[kind + 1] += "=D";
    }
    refuse(text,
           fmt::format("step \"{}\" does not exist{}; expected one or more of {}", name,
                       nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest), fmt::join(known, ", ")));
}

Index parse_dimensions(std::string_view text, std::string_view number) {
    Index dimensions = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), dimensions);
    if (error != std::errc() || end != number.data() + number.size() || dimensions < 1 ||
        dimensions > std::numeric_limits<std::int32_t>::max()) {
        refuse(text, fmt::format("\"{}\" is not a number of dimensions; expected a whole number >= 1", number));
    }
    return dimensions;
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

}  // namespace

Step parse_step(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) refuse_unknown(text, name);
    Step step{static_cast<Kind>(found - kNames.begin()), 0, std::string(text)};
    if (takes_dimensions(step.kind)) {
        if (equals == std::string_view::npos) {
            refuse(text, fmt::format("the number of dimensions is missing; expected {0}=D, such as {0}=10", name));
        }
        step.dimensions = parse_dimensions(text, text.substr(equals + 1));
        step.text = fmt::format("{}={}", name, step.dimensions);
    } else if (equals != std::string_view::npos) {
        refuse(text, fmt::format("{} does not take a number", name));
    }
    return step;
}

}  // namespace preparation

PreparationRequest parse_preparation(std::string_view text) {
    using namespace preparation;
    PreparationRequest request;
    std::string_view steps = text;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        request.view = text.substr(0, colon);
        steps = text.substr(colon + 1);
        if (request.view.empty()) refuse(text, "a view without a name; expected view:step, or a step for every view");
    }
    std::vector<Kind> seen;
    const std::vector<std::string_view> parts = split(steps);
    for (const std::string_view part : parts) {
        if (part.empty()) refuse(text, "an empty step; expected one such as standardize");
        if (part == kNone) {
            if (parts.size() > 1) refuse(text, "none cannot be combined with other steps");
            continue;
        }
        const Step step = parse_step(part);
        if (std::find(seen.begin(), seen.end(), step.kind) != seen.end()) {
            refuse(text, fmt::format("step {} is given twice; expected each once",
                                     kNames[static_cast<std::size_t>(step.kind)]));
        }
        seen.push_back(step.kind);
        request.steps.push_back(step.text);
    }
    return request;
}

}  // namespace v1
}  // namespace mvlink
