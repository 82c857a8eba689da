#pragma once

#include "io/table/read_table.hpp"

#include <memory>
#include <stdexcept>
#include <string>

namespace mvlink::test {

using io::table::ReadTable;

inline ReadTable table_of(const std::string& text, const TableOptions& options = {}, const std::string& recipe = {}) {
    Context context;
    auto kept = std::make_shared<std::string>(text);
    return io::table::read_table({{kept->data(), kept->size()}, "records.csv", kept}, options, recipe, context);
}

inline ColumnKind kind_of(const ReadTable& table, const std::string& name) {
    for (const TableColumn& column : table.source->columns) {
        if (column.name == name) return column.kind;
    }
    throw std::runtime_error("no column " + name);
}

}  // namespace mvlink::test
