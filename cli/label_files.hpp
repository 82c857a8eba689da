#pragma once

#include <mvlink/io.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mvlink::cli {

/// Labels of the same rows in the same order, one list per file. Files that name their rows are matched by these ids,
/// the others line by line. Throws Error{input} if they are not of the same rows.
std::vector<std::vector<std::int32_t>> read_matching_labels(const std::vector<std::string>& files);

/// The labels of `file` in the order of `ids`, which are those of `other`. Labels without ids stay as they are.
std::vector<std::int32_t> in_order_of(std::span<const std::string> ids, const std::string& other, const Truth& labels,
                                      const std::string& file);

}  // namespace mvlink::cli
