#pragma once

#include "methods/kmeans/pck/few_costs.hpp"
#include "methods/kmeans/problem/constraint_index.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The constraints of rows that have few, implied ones included, listed one after the other: a sweep in random
/// order waits for memory, and this layout needs the least.
class NearTies {
public:
    struct Tie {
        std::int32_t other;  // position
        bool must;
        double weight;
    };

    NearTies() = default;
    explicit NearTies(const ConstraintIndex& index);

    /// Whether the row has few constraints, so that ties() are all of them.
    [[nodiscard]] bool complete(Index position) const { return range(position).complete; }
    [[nodiscard]] bool all_complete() const { return all_complete_; }
    [[nodiscard]] std::span<const Tie> ties(Index position) const {
        return {ties_.data() + range(position).begin, range(position).count};
    }

    /// Call it some rows, and again fewer rows, ahead of a visit: prefetches the memory that the visit will read.
    void expect_early(Index position) const { __builtin_prefetch(&range(position)); }
    void expect(Index position) const { __builtin_prefetch(ties_.data() + range(position).begin); }

private:
    struct Range {
        std::uint32_t begin;
        std::uint16_t count;
        bool complete;
    };
    static constexpr std::size_t kMost = FewCosts::kMost;

    [[nodiscard]] const Range& range(Index position) const { return ranges_[position]; }
    bool collect(const ConstraintIndex& index, Index position);
    bool add(Index other, bool must, double weight, std::size_t begin);

    std::vector<Range> ranges_;
    std::vector<Tie> ties_;
    bool all_complete_ = true;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
