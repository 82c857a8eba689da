#pragma once

#include "kernels/moved_rows.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// move_rows() of lists that become known in any order, by ranges of rows: each is applied as soon as all rows before
/// it are, so that the sums are the same, bit for bit.
class MovesInOrder {
public:
    MovesInOrder(const Features& X, LabelSums sums, Context& context)
        : X_(X), sums_(std::move(sums)), context_(context) {}

    /// From any thread. `moved` is valid until all rows are taken.
    void take(Index begin, Index end, std::span<const MovedRow> moved);
    /// After all rows.
    [[nodiscard]] LabelSums& sums() { return sums_; }

private:
    struct Waiting {
        Index end;
        std::span<const MovedRow> moved;
    };
    const Features& X_;
    LabelSums sums_;
    Context& context_;
    std::mutex mutex_;
    std::map<Index, Waiting> waiting_;  // by the first row
    Index done_ = 0;                    // rows before it are applied
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
