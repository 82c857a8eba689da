#include "label_files.hpp"

#include <mvlink/error.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

void require_equal_lengths(const std::vector<std::string>& files, const std::vector<Truth>& read) {
    for (std::size_t i = 1; i < files.size(); ++i) {
        const std::size_t first = read.front().labels.size(), found = read[i].labels.size();
        if (found == first) continue;
        throw Error(ErrorCode::input, fmt::format("{} has {} labels and {} has {}; expected labels of the same rows",
                                                  files.front(), first, files[i], found));
    }
}

/// If two files list the rows in different orders, the order of a file without ids is unknown.
void require_known_order(const std::vector<std::string>& files, const std::vector<Truth>& read, std::size_t first,
                         std::size_t second) {
    const auto nameless = std::find_if(read.begin(), read.end(), [](const Truth& t) { return t.ids.empty(); });
    if (nameless == read.end()) return;
    throw Error(
        ErrorCode::input,
        fmt::format("{} has no ids, and {} and {} list their rows in different orders; expected the same order, or "
                    "an id column in every file",
                    files[nameless - read.begin()], files[first], files[second]));
}

}  // namespace

std::vector<std::vector<std::int32_t>> read_matching_labels(const std::vector<std::string>& files) {
    std::vector<Truth> read;
    for (const std::string& file : files)
        read.push_back(read_labels(file));
    require_equal_lengths(files, read);
    const auto named = std::find_if(read.begin(), read.end(), [](const Truth& t) { return !t.ids.empty(); });
    const auto first = static_cast<std::size_t>(named - read.begin());
    std::vector<std::vector<std::int32_t>> labels;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const bool reordered = i > first && !read[i].ids.empty() && read[i].ids != named->ids;
        if (reordered) require_known_order(files, read, first, i);
        labels.push_back(reordered ? labels_in_order(named->ids, files[first], read[i], files[i]) : read[i].labels);
    }
    return labels;
}

}  // namespace mvlink::cli
