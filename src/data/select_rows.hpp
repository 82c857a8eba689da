#pragma once

#include <mvlink/dataset.hpp>

#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// The given rows of one view, in this order; ids and column names are left out.
View select_rows(const View& view, std::span<const Index> rows);
/// The same under another name.
View select_rows(const View& view, std::span<const Index> rows, const std::string& name);

/// The given rows of every view, increasing, with the mapping, constraints and groups among them. Objects that only a
/// row left out joins are then two.
Dataset select_rows(const Dataset& data, const std::vector<std::vector<Index>>& rows_of_views);

}  // namespace v1
}  // namespace mvlink
