#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Rows grouped by equal entries; +0 equals -0. Groups are numbered by their first row.
struct EqualRows {
    std::vector<std::int32_t> first;     ///< of each group
    std::vector<std::int32_t> group_of;  ///< by row
    std::vector<Index> offsets;          ///< group g has rows members[offsets[g]] .. members[offsets[g + 1])
    std::vector<std::int32_t> members;   ///< increasing within a group

    [[nodiscard]] Index groups() const { return static_cast<Index>(first.size()); }
    [[nodiscard]] std::span<const std::int32_t> rows_of(Index group) const {
        const auto begin = static_cast<std::size_t>(offsets[static_cast<std::size_t>(group)]);
        const auto end = static_cast<std::size_t>(offsets[static_cast<std::size_t>(group) + 1]);
        return std::span(members).subspan(begin, end - begin);
    }
};

/// X has fewer than 2^31 rows.
EqualRows equal_rows(const Features& X, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
