#pragma once

#include <mvlink/dataset.hpp>

#include <span>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// The given rows of every view, in this order, without ids and constraints; views that had equally many rows and were
/// mapped stay mapped row by row.
Dataset select_rows(const Dataset& data, std::span<const Index> rows);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
