#pragma once

#include <mvlink/matrix.hpp>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// What "same" and "different" entail: same is transitive, and what is the same as one side of a "different" is
/// different from the other side. Items are 0 .. n - 1.
class Closure {
public:
    explicit Closure(Index n);

    [[nodiscard]] Index find(Index item) noexcept;
    [[nodiscard]] bool joined(Index a, Index b) noexcept { return find(a) == find(b); }
    [[nodiscard]] bool apart(Index a, Index b);
    /// Whether the answer about a and b follows.
    [[nodiscard]] bool known(Index a, Index b) { return joined(a, b) || apart(a, b); }
    [[nodiscard]] Index size(Index item) noexcept { return size_[find(item)]; }

    /// False, and nothing changes, if it contradicts what is known.
    bool join(Index a, Index b);
    bool separate(Index a, Index b);

private:
    std::vector<std::int32_t> parent_;
    std::vector<std::int32_t> size_;
    std::vector<std::uint8_t> has_foes_;                         // of roots: most have none
    std::unordered_map<Index, std::vector<std::int32_t>> foes_;  // of roots: items that are different from them
};

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
