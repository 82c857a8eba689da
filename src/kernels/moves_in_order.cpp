#include "kernels/moves_in_order.hpp"

namespace mvlink {
inline namespace v1 {
namespace kernels {

void MovesInOrder::take(Index begin, Index end, std::span<const MovedRow> moved) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(begin, Waiting{end, moved});
    for (auto next = waiting_.find(done_); next != waiting_.end(); next = waiting_.find(done_)) {
        move_rows(X_, next->second.moved, sums_, context_);
        done_ = next->second.end;
        waiting_.erase(next);
    }
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
