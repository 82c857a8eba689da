#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// Refuses, before any work, factors that memory does not hold: in every view `row_factors` matrices with a row of k
/// numbers per row, and a few with one per column.
void require_memory_for_factors(std::string_view method, const Dataset& data, Index k, Index row_factors,
                                const Context& context);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
