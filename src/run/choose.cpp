#include "run/steps.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr std::string_view kClusters = "n_clusters";

bool takes_several_numbers(const MethodInfo& method) {
    return std::any_of(method.options.begin(), method.options.end(),
                       [](const OptionInfo& option) { return option.name == kClusters && option.is_list; });
}

void require_one_number(const MethodInfo& method, const OptionText& option) {
    if (option.name != kClusters || option.value.find(',') == std::string::npos || takes_several_numbers(method))
        return;
    const auto all = methods();
    const auto other = std::find_if(all.begin(), all.end(), takes_several_numbers);
    throw Error(
        ErrorCode::usage,
        fmt::format("n_clusters {}: one number per clustering, but {} makes one clustering; give one number{}",
                    option.value, method.name, other == all.end() ? "" : ", or a method such as " + other->name));
}

void check_for_method(const std::string& name, const std::vector<OptionText>& options) {
    const MethodInfo& method = find_method(name);
    for (const OptionText& option : options)
        require_one_number(method, option);
    check_options(name, options);
}

/// If no method accepts the value, throws the error of the first method that has the option.
void check_for_any_method(const OptionText& option) {
    std::optional<Error> why;
    std::vector<std::string> names;
    for (const MethodInfo& method : methods()) {
        bool has_it = false;
        for (const OptionInfo& known : method.options) {
            names.push_back(known.name);
            has_it = has_it || known.name == option.name;
        }
        if (!has_it) continue;
        try {
            check_options(method.name, std::vector{option});
            return;
        } catch (const Error& error) {
            if (!why) why = error;
        }
    }
    if (why) throw Error(*why);
    const std::string nearest = nearest_name(option.name, names);
    throw Error(ErrorCode::usage, fmt::format("option \"{}\" does not exist in any method{}", option.name,
                                              nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest)));
}

}  // namespace

void check_request(const RunRequest& request) {
    if (request.validate < 0 || request.validate == 1) {
        throw Error(ErrorCode::usage,
                    fmt::format("validate: found {} folds; expected 0 (off) or at least 2", request.validate));
    }
    if (request.method != kAuto) return check_for_method(request.method, request.options);
    // The method depends on the data, so each option must suit at least one method.
    for (const OptionText& option : request.options)
        check_for_any_method(option);
}

Choice resolve_method(std::string_view method, const Dataset& data) {
    if (method == kAuto) return choose_method(data);
    return {find_method(method).name, ""};
}

namespace pipeline {

std::vector<OptionText> options_for(const Choice& choice, const RunRequest& request) {
    std::vector<OptionText> options = request.options;
    const auto is_clusters = [](const OptionText& option) { return option.name == kClusters; };
    if (std::none_of(options.begin(), options.end(), is_clusters)) {
        if (std::string clusters = clusters_of_start(request.start); !clusters.empty())
            options.push_back({std::string(kClusters), std::move(clusters)});
    }
    try {
        check_for_method(choice.method, options);
    } catch (const Error& error) {
        if (request.method != kAuto) throw;
        throw error.at(fmt::format("auto chose {} ({})", choice.method, choice.reason));
    }
    return options;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
