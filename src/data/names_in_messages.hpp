#pragma once

#include <mvlink/view.hpp>

#include <string>

namespace mvlink {
inline namespace v1 {

/// A column as a message names it: its name in quotes, or its number.
inline std::string column_text(const View& view, Index column) {
    const auto names = view.column_names();
    return column < static_cast<Index>(names.size()) ? "\"" + std::string(names[column]) + "\""
                                                     : std::to_string(column);
}

/// A row as a message names it: its id in quotes, or its number.
inline std::string row_text(const View& view, Index row) {
    return view.has_ids() ? "\"" + view.row_name(row) + "\"" : std::to_string(row);
}

}  // namespace v1
}  // namespace mvlink
