#pragma once

#include <mvlink/export.hpp>

#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {

/// The processes that work on one problem together. Every process calls the same functions in the same order.
///
/// Only integers are combined. Their sum does not depend on the order of the processes, so the answer does not depend
/// on how many there are; sums of floating-point numbers are split into integers first.
class MVLINK_API Communicator {
public:
    enum class Reduce { sum, min, max };

    virtual ~Communicator();

    /// The number of this process, from 0.
    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int size() const noexcept = 0;
    /// Replaces every value by the sum, the least or the largest of all processes, place by place.
    virtual void all_reduce(std::span<std::int64_t> values, Reduce how) = 0;
};

}  // namespace v1
}  // namespace mvlink
