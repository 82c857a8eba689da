#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// A sparse matrix in float, its columns those of another.
struct FloatRows {
    std::span<const Index> offsets;
    std::span<const std::int32_t> columns;
    std::span<const float> values;
};

/// One sparse row times a block of float whose lines are 16, 32, ... columns wide, its sums in registers.
struct FloatRowTimes {
    using Packet = Eigen::internal::packet_traits<float>::type;
    static constexpr Index kLanes = Eigen::internal::packet_traits<float>::size;
    static constexpr Index kColumns = 16;  // one line of cache
    static constexpr int kPackets = static_cast<int>(kColumns / kLanes);
    static constexpr Index kAhead = 48;  // entries; prefetched this early

    static Index padded(Index width) { return (width + kColumns - 1) / kColumns * kColumns; }

    /// Calls store(first column, packets) with the product of the row and kColumns columns of B at a time.
    template <class Store>
    static void times(const FloatRows& A, Index row, const float* B, Index stride, Store&& store) {
        for (Index first = 0; first < stride; first += 2 * kColumns) {
            if (first + kColumns < stride) {
                product<2 * kPackets>(A, row, B + first, stride,
                                      [&](const Packet* sums) { store(first, sums, 2 * kPackets); });
            } else {
                product<kPackets>(A, row, B + first, stride, [&](const Packet* sums) { store(first, sums, kPackets); });
            }
        }
    }

private:
    /// Entries in turn go to one of two sets of sums, so that an addition need not wait for the one before.
    template <int kCount, class Store>
    static void product(const FloatRows& A, Index row, const float* B, Index stride, Store&& store) {
        using namespace Eigen::internal;
        Packet sums[kCount], others[kCount];
        for (int v = 0; v < kCount; ++v) {
            sums[v] = others[v] = pset1<Packet>(0);
        }
        const std::int32_t* columns = A.columns.data();
        const float* values = A.values.data();
        const auto add_entry = [&](Index e, Packet(&set)[kCount]) {
            const Packet entry = pset1<Packet>(values[e]);
            const float* line = B + static_cast<Index>(columns[e]) * stride;
            for (int v = 0; v < kCount; ++v) {
                set[v] = pmadd(entry, ploadu<Packet>(line + v * kLanes), set[v]);
            }
        };
        const auto ask_ahead = [&](Index e) {
            const float* line = B + static_cast<Index>(columns[e + kAhead]) * stride;
            for (Index c = 0; c < kCount * kLanes; c += kColumns) {
                __builtin_prefetch(line + c);
            }
        };
        const Index end = A.offsets[row + 1];
        const Index foreseen = std::min(end, static_cast<Index>(A.columns.size()) - kAhead);
        Index e = A.offsets[row];
        for (; e + 2 <= foreseen; e += 2) {
            ask_ahead(e);
            add_entry(e, sums);
            ask_ahead(e + 1);
            add_entry(e + 1, others);
        }
        for (; e < end; ++e) {
            add_entry(e, sums);
        }
        for (int v = 0; v < kCount; ++v) {
            sums[v] = padd(sums[v], others[v]);
        }
        store(sums);
    }
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
