#pragma once

#include "questions/base.hpp"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// Which items are near an asked one, and how near. What was found is remembered: it follows from the base alone.
class Reach {
public:
    explicit Reach(const Base& base) : base_(base) {}

    /// The nearest items (2,000 at most) and their distances, in units of how dense the items lie around both ends.
    const std::vector<std::pair<std::int32_t, float>>& of(Index asked);
    /// The same between two items; infinite between two spaces.
    [[nodiscard]] double distance(Index a, Index b) const noexcept;

private:
    const Base& base_;
    std::unordered_map<Index, std::vector<std::pair<std::int32_t, float>>> found_;
};

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
