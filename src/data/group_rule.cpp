#include <mvlink/group_rule.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace mvlink {
inline namespace v1 {

LargestGroup largest_group(const GroupRule& rule) {
    std::vector<Index> sizes(rule.values.size(), 0);
    for (const std::int32_t group : rule.group) {
        if (group >= 0) ++sizes[group];
    }
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    if (largest == sizes.end() || *largest == 0) return {};
    return {static_cast<std::int32_t>(largest - sizes.begin()), *largest};
}

GroupRule group_rule_of(std::string name, const std::vector<std::string>& values) {
    GroupRule rule{std::move(name), {}, {}};
    rule.group.reserve(values.size());
    std::unordered_map<std::string_view, std::int32_t> number_of;
    for (const std::string& value : values) {
        if (value.empty()) {
            rule.group.push_back(-1);
            continue;
        }
        const auto [found, is_new] = number_of.try_emplace(value, static_cast<std::int32_t>(rule.values.size()));
        if (is_new) rule.values.push_back(value);
        rule.group.push_back(found->second);
    }
    return rule;
}

}  // namespace v1
}  // namespace mvlink
