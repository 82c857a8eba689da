#pragma once

#include <mvlink/io.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// How learnt metrics are presented: the features that count most, by name.
namespace mvlink {
inline namespace v1 {
namespace io {

/// The name of a feature of the view that the method saw, or "column 3" if it has none.
std::string feature_name(const Run& run, std::size_t feature);
/// The same for a view of several.
std::string feature_name(const Run& run, const std::string& view, Index column);

/// Positions of the values of largest magnitude, at most `most`, the largest first; of equal ones the first.
std::vector<std::size_t> largest_positions(std::span<const double> values, std::size_t most);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
