#include "method_arguments.hpp"

#include "text.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr auto kGroup = "Method";

OptionText parse_set(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw Error(ErrorCode::usage, fmt::format("--set {}: expected name=value, such as --set max_iter=50", text));
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void require_whole_numbers(const std::string& clusters) {
    for (const std::string& part : split(clusters, ',')) {
        const std::size_t first = !part.empty() && part.front() == '-' ? 1 : 0;
        if (part.size() == first || part.find_first_not_of("0123456789", first) != std::string::npos) {
            throw Error(ErrorCode::usage, fmt::format("-k {}: expected a whole number of clusters", clusters));
        }
    }
}

bool takes_several_numbers(const MethodInfo& method) {
    return std::any_of(method.options.begin(), method.options.end(),
                       [](const OptionInfo& option) { return option.name == "n_clusters" && option.is_list; });
}

void require_one_number(const MethodArguments& arguments) {
    if (arguments.is_auto() || arguments.clusters.find(',') == std::string::npos) return;
    if (takes_several_numbers(find_method(arguments.method))) return;
    const auto all = methods();
    const auto other = std::find_if(all.begin(), all.end(), takes_several_numbers);
    throw Error(ErrorCode::usage,
                fmt::format("-k {}: one number per clustering, but {} makes one clustering; give one number{}",
                            arguments.clusters, arguments.method,
                            other == all.end() ? "" : ", or a method such as " + other->name));
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
    throw Error(
        ErrorCode::usage,
        fmt::format("option \"{}\" does not exist in any method{}; mvlink methods NAME lists the options of a method",
                    option.name, nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest)));
}

}  // namespace

void add_method_arguments(CLI::App& app, MethodArguments& arguments) {
    app.add_option(
           "-k", arguments.clusters,
           "Number of clusters. Methods that find several clusterings also take one number per clustering: 3,4.")
        ->option_text("K")
        ->group(kGroup);
    app.add_option(
           "--method", arguments.method,
           "The method; mvlink methods lists them. Default: auto, which chooses one that suits the data and says why.")
        ->option_text("NAME")
        ->group(kGroup);
    app.add_option("--set", arguments.sets, "An option of the method; mvlink methods NAME lists them. Can be repeated.")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false)
        ->group(kGroup);
}

void add_preparation_argument(CLI::App& app, MethodArguments& arguments) {
    app.add_option(
           "--prep", arguments.preparations,
           "Preparation of the features: none, standardize, minmax, l2, tfidf or pca=D, separated by commas; for one "
           "view, view:step. Can be repeated. Default: that of the method, see mvlink methods NAME.")
        ->option_text("[VIEW:]STEPS")
        ->allow_extra_args(false)
        ->group(kGroup);
}

std::vector<PreparationRequest> preparation_requests(const MethodArguments& arguments) {
    std::vector<PreparationRequest> requests;
    for (const std::string& text : arguments.preparations) {
        requests.push_back(parse_preparation(text));
    }
    return requests;
}

bool has_option(const std::vector<OptionText>& options, const std::string& name) {
    return std::any_of(options.begin(), options.end(), [&](const OptionText& option) { return option.name == name; });
}

std::vector<OptionText> option_texts(const MethodArguments& arguments) {
    std::vector<OptionText> options;
    if (!arguments.clusters.empty()) {
        require_whole_numbers(arguments.clusters);
        options.push_back({"n_clusters", arguments.clusters});
    }
    for (const std::string& set : arguments.sets) {
        OptionText option = parse_set(set);
        if (has_option(options, option.name)) {
            const bool twice = option.name != "n_clusters" || arguments.clusters.empty();
            throw Error(ErrorCode::usage,
                        fmt::format("--set {}: {}", set, twice ? "the option was given before" : "-k sets it already"));
        }
        options.push_back(std::move(option));
    }
    return options;
}

void check_method(const MethodArguments& arguments, const std::vector<OptionText>& options) {
    if (!arguments.is_auto()) find_method(arguments.method);
    require_one_number(arguments);
    if (!arguments.is_auto()) return check_options(arguments.method, options);
    // The method depends on the data, so each option must suit at least one method.
    for (const OptionText& option : options)
        check_for_any_method(option);
}

void check_choice(const MethodArguments& arguments, const Choice& choice, const std::vector<OptionText>& options) {
    MethodArguments chosen = arguments;
    chosen.method = choice.method;
    try {
        check_method(chosen, options);
    } catch (const Error& error) {
        throw error.at(fmt::format("auto chose {} ({})", choice.method, choice.reason));
    }
}

}  // namespace mvlink::cli
