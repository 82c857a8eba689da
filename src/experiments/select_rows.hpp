#pragma once

#include <mvlink/dataset.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// The given rows of every view, in this order, without ids and constraints; views that had equally many rows and were
/// mapped stay mapped row by row.
Dataset select_rows(const Dataset& data, std::span<const Index> rows);
/// The labels of the given rows, in this order.
std::vector<std::int32_t> select_labels(std::span<const std::int32_t> labels, std::span<const Index> rows);
/// The columns in which no value is negative; their names are lost.
View nonnegative_columns(const View& view);
/// The first columns of a dense view, as many as hold this share of the variance of all.
View leading_columns(const View& view, double variance_share);
/// The columns several times side by side; copy c has the row orders[c][i] in row i.
View side_by_side(const View& view, std::span<const std::vector<Index>> orders);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
