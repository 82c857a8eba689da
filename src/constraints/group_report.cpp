#include "constraints/group_report.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// An object of a group in a cluster.
struct Member {
    std::int32_t group, label;
    Index object;
    auto operator<=>(const Member&) const = default;
};

/// Marks the groups of which two objects share a cluster of the view.
void mark_violated(const Dataset& data, int view, std::span<const std::int32_t> labels, std::vector<char>& violated) {
    std::vector<Member> members;
    for (std::size_t row = 0; row < labels.size(); ++row) {
        const Index object = data.objects().of({view, static_cast<Index>(row)});
        const std::int32_t group = data.group_rule()->group[object];
        if (group >= 0 && labels[row] >= 0) members.push_back({group, labels[row], object});
    }
    std::sort(members.begin(), members.end());
    for (std::size_t i = 1; i < members.size(); ++i) {
        const Member &one = members[i - 1], &two = members[i];
        if (one.group == two.group && one.label == two.label && one.object != two.object) violated[two.group] = 1;
    }
}

}  // namespace

GroupCounts count_groups(const Dataset& data, std::span<const std::span<const std::int32_t>> labels) {
    GroupCounts counts;
    if (data.group_rule() == nullptr) return counts;
    const GroupRule& rule = *data.group_rule();
    counts.rule = rule.name;
    counts.largest = largest_group(rule).size;
    std::vector<Index> sizes(rule.values.size(), 0);
    for (const std::int32_t group : rule.group) {
        if (group >= 0) ++sizes[group];
    }
    std::vector<char> violated(rule.values.size(), 0);
    for (int view = 0; view < data.n_views(); ++view)
        mark_violated(data, view, labels[view], violated);
    for (std::size_t group = 0; group < sizes.size(); ++group) {
        if (sizes[group] < 2) continue;
        ++counts.given;
        ++(violated[group] != 0 ? counts.violated : counts.satisfied);
    }
    return counts;
}

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
