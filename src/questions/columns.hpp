#pragma once

#include <mvlink/view.hpp>

#include <span>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// The given columns of a view, ascending; sparse views stay sparse.
View only_columns(const View& view, std::span<const Index> columns);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
