#include "questions/closure.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace questions {

Closure::Closure(Index n) : parent_(n), size_(n, 1), has_foes_(n, 0) {
    std::iota(parent_.begin(), parent_.end(), std::int32_t{0});
}

Index Closure::find(Index item) noexcept {
    while (parent_[item] != item) {
        parent_[item] = parent_[parent_[item]];
        item = parent_[item];
    }
    return item;
}

bool Closure::apart(Index a, Index b) {
    a = find(a);
    b = find(b);
    if (!has_foes_[a] || !has_foes_[b]) return false;
    if (foes_[b].size() < foes_[a].size()) std::swap(a, b);
    const auto& foes = foes_[a];
    return std::any_of(foes.begin(), foes.end(), [&](std::int32_t foe) { return find(foe) == b; });
}

bool Closure::join(Index a, Index b) {
    a = find(a);
    b = find(b);
    if (a == b) return true;
    if (apart(a, b)) return false;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = static_cast<std::int32_t>(a);
    size_[a] += size_[b];
    if (!has_foes_[b]) return true;
    has_foes_[a] = 1;
    auto& kept = foes_[a];
    auto moved = std::move(foes_[b]);
    foes_.erase(b);
    if (kept.size() < moved.size()) std::swap(kept, moved);
    kept.insert(kept.end(), moved.begin(), moved.end());
    return true;
}

bool Closure::separate(Index a, Index b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    has_foes_[a] = has_foes_[b] = 1;
    foes_[a].push_back(static_cast<std::int32_t>(b));
    foes_[b].push_back(static_cast<std::int32_t>(a));
    return true;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
