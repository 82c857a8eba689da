#include "io/text.hpp"

#include <mvlink/io.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace {

/// The position of each id; a duplicate is an error.
std::unordered_map<std::string_view, std::size_t> positions_of(std::span<const std::string> ids,
                                                               const std::string& file) {
    std::unordered_map<std::string_view, std::size_t> position_of;
    for (const std::string& id : ids) {
        if (position_of.try_emplace(id, position_of.size()).second) continue;
        io::refuse("{}: id \"{}\" occurs twice; expected distinct ids", file, id);
    }
    return position_of;
}

}  // namespace

std::vector<std::int32_t> labels_in_order(std::span<const std::string> ids, const std::string& other,
                                          const Truth& labels, const std::string& file) {
    if (labels.ids.empty() || std::equal(ids.begin(), ids.end(), labels.ids.begin(), labels.ids.end())) {
        return labels.labels;
    }
    positions_of(ids, other);
    const auto position_of = positions_of(labels.ids, file);
    std::vector<std::int32_t> ordered;
    for (const std::string& id : ids) {
        const auto found = position_of.find(id);
        if (found == position_of.end()) {
            io::refuse("{} has no id \"{}\", but {} has; expected labels of the same rows", file, id, other);
        }
        ordered.push_back(labels.labels[found->second]);
    }
    return ordered;
}

}  // namespace v1
}  // namespace mvlink
