#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Every cluster holds at most one object of each group, as in "at most one record of each source". It means the same
/// as a cannot-link between every two objects of a group, but nobody has to list these pairs.
struct GroupRule {
    std::string name;                 ///< of the column or file that says it, for messages
    std::vector<std::int32_t> group;  ///< one per object: a position in `values`, or -1 for none
    std::vector<std::string> values;  ///< what the groups are called
};

/// The group with most objects, the first of equal ones.
struct LargestGroup {
    std::int32_t group = -1;  ///< -1: no object is in a group
    Index size = 0;
};
MVLINK_API LargestGroup largest_group(const GroupRule& rule);

/// Groups from one value per object, numbered as they appear; an empty value is in no group.
MVLINK_API GroupRule group_rule_of(std::string name, const std::vector<std::string>& values);

}  // namespace v1
}  // namespace mvlink
