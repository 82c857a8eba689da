#pragma once

#include "serve/pair.hpp"

#include <mvlink/constraint.hpp>
#include <mvlink/result.hpp>

#include <nlohmann/json.hpp>

#include <span>

namespace mvlink::serve {

/// Every cluster of a view: its size, what marks it, rows that are typical and rows that are in doubt; and pairs of
/// clusters that may be one. Distances are between standardized rows.
nlohmann::json describe_clusters(const Dataset& data, int view, const Partition& partition,
                                 std::span<const Constraint> constraints, const Items& items);

}  // namespace mvlink::serve
