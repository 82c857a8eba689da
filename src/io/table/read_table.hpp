#pragma once

#include "io/bytes.hpp"

#include <mvlink/io.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// A table as the parts of a problem. Row i of every view is object i.
struct ReadTable {
    std::shared_ptr<const TableSource> source;
    std::vector<View> views;
    std::optional<Truth> truth = {};
    std::vector<ConstraintSpec> known = {};    ///< what the column of known classes says
    std::optional<GroupRule> group_rule = {};  ///< what the column of groups says
    std::vector<Warning> warnings = {};
};

/// Recognises the columns and learns the recipe; or, with a recipe (as JSON), applies it.
ReadTable read_table(const Bytes& file, const TableOptions& options, const std::string& recipe, Context& context);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
