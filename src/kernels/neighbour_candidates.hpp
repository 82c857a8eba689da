#pragma once

#include <mvlink/context.hpp>

#include "kernels/near_lists.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Of every row, some of those that it lists or that list it: up to kMost new ones and as many old ones, drawn at
/// random.
class JoinCandidates {
public:
    static constexpr Index kMost = 32;

    /// New entries that are drawn become old.
    JoinCandidates(NearLists& lists, std::uint64_t seed, Context& context);
    static double bytes(Index rows) { return static_cast<double>(rows) * 2 * (kMost * sizeof(std::int32_t) + 1); }

    [[nodiscard]] std::span<const std::int32_t> fresh(Index row) const { return fresh_.of(row); }
    [[nodiscard]] std::span<const std::int32_t> old(Index row) const { return old_.of(row); }

private:
    struct Kind {
        std::vector<std::int32_t> places;
        std::vector<std::uint8_t> counts;

        explicit Kind(Index rows)
            : places(static_cast<std::size_t>(rows * kMost)), counts(static_cast<std::size_t>(rows), 0) {}
        [[nodiscard]] std::span<const std::int32_t> of(Index row) const {
            return std::span(places).subspan(row * kMost, counts[row]);
        }
    };
    class Draw;

    void draw(const NearLists& lists, std::uint64_t seed, Index begin, Index end);
    void settle(NearLists& lists, Context& context) const;

    Kind fresh_, old_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
