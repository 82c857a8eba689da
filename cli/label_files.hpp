#pragma once

#include <mvlink/io.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace mvlink::cli {

/// Labels of the same rows in the same order, one list per file. Files that name their rows are matched by these ids,
/// the others line by line. Throws Error{input} if they are not of the same rows.
std::vector<std::vector<std::int32_t>> read_matching_labels(const std::vector<std::string>& files);

}  // namespace mvlink::cli
