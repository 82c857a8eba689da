#include "run/steps.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr std::string_view kClusters = "n_clusters", kClusterings = "n_clusterings";

auto is_called(std::string_view name) {
    return [name](const auto& option) { return option.name == name; };
}

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

/// One number of clusters per clustering also says how many clusterings there are.
std::vector<OptionText> with_counted_clusterings(const MethodInfo& method, std::vector<OptionText> options) {
    const auto clusters = std::find_if(options.begin(), options.end(), is_called(kClusters));
    if (clusters == options.end() || std::any_of(options.begin(), options.end(), is_called(kClusterings)) ||
        std::none_of(method.options.begin(), method.options.end(), is_called(kClusterings)))
        return options;
    const auto commas = std::count(clusters->value.begin(), clusters->value.end(), ',');
    if (commas > 0) options.push_back({std::string(kClusterings), std::to_string(commas + 1)});
    return options;
}

/// As they are run: checked, and with what follows from them.
std::vector<OptionText> checked_for_method(const std::string& name, std::vector<OptionText> options) {
    const MethodInfo& method = find_method(name);
    for (const OptionText& option : options)
        require_one_number(method, option);
    options = with_counted_clusterings(method, std::move(options));
    check_options(name, options);
    return options;
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
    if (request.method != kAuto) {
        checked_for_method(request.method, request.options);
        return;
    }
    // The method depends on the data, so each option must suit at least one method.
    for (const OptionText& option : request.options)
        check_for_any_method(option);
}

Choice resolve_method(std::string_view method, const Dataset& data) {
    if (method == kAuto) return choose_method(data);
    return {find_method(method).name, "", true};
}

namespace pipeline {

bool makes_several_clusterings(std::string_view method) {
    return method != kAuto && find_method(method).returns.clusterings;
}

std::vector<OptionText> options_for(const Choice& choice, const RunRequest& request) {
    std::vector<OptionText> options = request.options;
    if (std::none_of(options.begin(), options.end(), is_called(kClusters))) {
        if (std::string clusters = clusters_of_start(request.start); !clusters.empty())
            options.push_back({std::string(kClusters), std::move(clusters)});
    }
    try {
        return checked_for_method(choice.method, std::move(options));
    } catch (const Error& error) {
        if (request.method != kAuto) throw;
        throw error.at(fmt::format("auto chose {} ({})", choice.method, choice.reason));
    }
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
