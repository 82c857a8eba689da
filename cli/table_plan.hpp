#pragma once

#include <mvlink/table.hpp>

#include <string>

namespace mvlink::cli {

/// What every column of the table was taken for, before it is used.
std::string describe_table(const TableSource& table);

/// Prints it: to standard error where standard output is for something else.
void tell_table_plan(const TableSource& table, bool to_error);

}  // namespace mvlink::cli
