#pragma once

#include <mvlink/matrix.hpp>

#include <cstddef>

namespace mvlink {
inline namespace v1 {

/// Rows, columns and views are counted with signs; containers of the standard library without: values[at(row)].
constexpr std::size_t at(Index i) {
    return static_cast<std::size_t>(i);
}

}  // namespace v1
}  // namespace mvlink
