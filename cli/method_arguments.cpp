#include "method_arguments.hpp"

#include "text.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr auto kMethodGroup = "Method";

std::vector<int> sizes_between(int first, int last) {
    std::vector<int> sizes(static_cast<std::size_t>(last - first) + 1);
    std::iota(sizes.begin(), sizes.end(), first);
    return sizes;
}

OptionText parse_set(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw Error(ErrorCode::usage, fmt::format("--set {}: expected name=value, such as --set max_iter=50", text));
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

/// "2..12" and "auto" as the numbers that they mean; empty: a number, or one per clustering.
std::vector<int> parse_sizes(const std::string& clusters) {
    constexpr int kMostSizes = 1000;
    if (clusters == "auto") return sizes_between(2, 12);
    const std::size_t dots = clusters.find("..");
    if (dots == std::string::npos) return {};
    const auto number = [&](const std::string& text) {
        if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos) {
            throw Error(ErrorCode::usage, fmt::format("-k {}: expected a range such as 2..12", clusters));
        }
        return std::stoi(text);
    };
    const int first = number(clusters.substr(0, dots)), last = number(clusters.substr(dots + 2));
    if (first < 1 || last < first || last - first >= kMostSizes) {
        throw Error(ErrorCode::usage, fmt::format("-k {}: expected a range from 1 on, such as 2..12", clusters));
    }
    return sizes_between(first, last);
}

void require_whole_numbers(const std::string& clusters) {
    for (const std::string& part : split(clusters, ',')) {
        const std::size_t first = !part.empty() && part.front() == '-' ? 1 : 0;
        if (part.size() == first || part.find_first_not_of("0123456789", first) != std::string::npos) {
            throw Error(ErrorCode::usage, fmt::format("-k {}: expected a whole number of clusters", clusters));
        }
    }
}

}  // namespace

void add_method_arguments(CLI::App& app, MethodArguments& arguments) {
    app.add_option("-k", arguments.clusters,
                   "Number of clusters: 3. A range, 2..12, or auto (the same) chooses by held-out judgements. Methods "
                   "that find "
                   "several clusterings also take one number per clustering: 3,4.")
        ->option_text("K")
        ->group(kMethodGroup);
    app.add_option(
           "--method", arguments.method,
           "The method; mvlink methods lists them. Default: auto, which chooses one that suits the data and says why.")
        ->option_text("NAME")
        ->group(kMethodGroup);
    app.add_option("--set", arguments.sets, "An option of the method; mvlink methods NAME lists them. Can be repeated.")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false)
        ->group(kMethodGroup);
}

void add_validate_argument(CLI::App& app, MethodArguments& arguments) {
    app.add_option(
           "--validate", arguments.validate,
           "In how many folds judgements are held out to see how well they are predicted, or off. Default: 5. It "
           "costs about as many further runs, with few restarts and on a sample if there are many rows.")
        ->option_text("FOLDS|off")
        ->group(kMethodGroup);
}

void add_preparation_argument(CLI::App& app, MethodArguments& arguments) {
    app.add_option(
           "--prep", arguments.preparations,
           "Preparation of the features: none, standardize, minmax, l2, tfidf, pca=D or spectral=D, separated by "
           "commas; for one view, view:step. Can be repeated. Default: that of the method, see mvlink methods NAME.")
        ->option_text("[VIEW:]STEPS")
        ->allow_extra_args(false)
        ->group(kMethodGroup);
}

bool has_option(const std::vector<OptionText>& options, const std::string& name) {
    return std::any_of(options.begin(), options.end(), [&](const OptionText& option) { return option.name == name; });
}

namespace {

int parse_folds(const std::string& text) {
    if (text == "off") return 0;
    constexpr int kMostFolds = 1000;
    const bool is_number =
        !text.empty() && text.size() < 5 && text.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || std::stoi(text) < 2 || std::stoi(text) > kMostFolds) {
        throw Error(ErrorCode::usage,
                    fmt::format("--validate {}: expected a number of folds from 2 to {}, or off", text, kMostFolds));
    }
    return std::stoi(text);
}

/// Every --set, and -k as n_clusters. Throws Error{usage} where they are not name=value or contradict each other.
std::vector<OptionText> option_texts(const MethodArguments& arguments) {
    std::vector<OptionText> options;
    if (!arguments.clusters.empty() && parse_sizes(arguments.clusters).empty()) {
        require_whole_numbers(arguments.clusters);
        options.push_back({"n_clusters", arguments.clusters});
    }
    for (const std::string& set : arguments.sets) {
        OptionText option = parse_set(set);
        const bool is_size = option.name == "n_clusters" && !arguments.clusters.empty();
        if (is_size || has_option(options, option.name)) {
            const bool twice = !is_size;
            throw Error(ErrorCode::usage,
                        fmt::format("--set {}: {}", set, twice ? "the option was given before" : "-k sets it already"));
        }
        options.push_back(std::move(option));
    }
    return options;
}

}  // namespace

RunRequest to_run_request(const MethodArguments& arguments) {
    RunRequest request{.method = arguments.method, .options = option_texts(arguments)};
    request.sizes = parse_sizes(arguments.clusters);
    if (!arguments.validate.empty()) request.validate = parse_folds(arguments.validate);
    check_request(request);
    for (const std::string& text : arguments.preparations) {
        request.preparation.push_back(parse_preparation(text));
    }
    return request;
}

}  // namespace mvlink::cli
