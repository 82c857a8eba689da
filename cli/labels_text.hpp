#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <string>
#include <vector>

namespace mvlink::cli {

/// id,label,confidence of every row, for standard output. With several views or clusterings, the view or clustering
/// comes first, unless rows are objects that have labels of their own.
std::string label_lines(const Dataset& data, const std::vector<Partition>& partitions);

}  // namespace mvlink::cli
