#pragma once

#include <mvlink/matrix.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// The nearest rows known so far, for every row: `length` of them, nearest first, ties by place, none twice.
class NearLists {
public:
    struct Entry {
        float distance = std::numeric_limits<float>::infinity();
        std::uint32_t code = kNone;  // place and, in the last bit, whether it is new

        [[nodiscard]] bool known() const { return code != kNone; }
        [[nodiscard]] std::int32_t place() const { return static_cast<std::int32_t>(code >> 1); }
        [[nodiscard]] bool is_new() const { return (code & 1) != 0; }
    };

    NearLists(Index rows, Index length)
        : rows_(rows),
          length_(length),
          entries_(static_cast<std::size_t>(rows * length)),
          worst_(static_cast<std::size_t>(rows), std::numeric_limits<float>::max()) {}

    [[nodiscard]] Index rows() const { return rows_; }
    [[nodiscard]] Index length() const { return length_; }
    /// No row farther than this is listed.
    [[nodiscard]] float worst(Index row) const { return worst_[row]; }
    [[nodiscard]] std::span<const Entry> of(Index row) const {
        return std::span(entries_).subspan(row * length_, length_);
    }

    /// Lists a row as new if it is near enough and not listed yet; says whether it did.
    bool offer(Index row, Index other, float distance) {
        Entry* const list = entries_.data() + row * length_;
        Entry* const last = list + length_ - 1;
        if (distance > last->distance) return false;
        const auto place = static_cast<std::uint32_t>(other);
        if (std::any_of(list, last + 1, [&](const Entry& e) { return e.code >> 1 == place; })) return false;
        const Entry entry{distance, place << 1 | 1};
        Entry* const at = std::upper_bound(list, last + 1, entry, [](const Entry& a, const Entry& b) {
            return a.distance < b.distance || (a.distance == b.distance && a.code < b.code);
        });
        if (at > last) return false;
        std::move_backward(at, last, last + 1);
        *at = entry;
        if (last->known()) worst_[row] = last->distance;
        return true;
    }

    /// The entry is not new any more.
    void settle(Index row, Index position) { entries_[row * length_ + position].code &= ~1U; }

private:
    static constexpr std::uint32_t kNone = ~0U;

    Index rows_, length_;
    std::vector<Entry> entries_;
    std::vector<float> worst_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
