#pragma once

#include <mvlink/context.hpp>
#include <mvlink/view.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace preparation {

/// The same sparse view, with every entry of some columns stored, zeros too. `full` marks these
/// columns.
View with_full_columns(const View& view, const std::vector<bool>& full, Context& context);

/// The number of entries that such a view has at most.
double entries_with_full_columns(const View& view, const std::vector<bool>& full);

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
