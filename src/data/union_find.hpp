#pragma once

#include <mvlink/matrix.hpp>

#include <numeric>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Disjoint sets of 0 .. n - 1; the smallest member represents its set, whatever the order of the joins.
class UnionFind {
public:
    explicit UnionFind(Index n) : parent_(static_cast<std::size_t>(n)) {
        std::iota(parent_.begin(), parent_.end(), Index{0});
    }

    Index find(Index node) noexcept {
        while (parent(node) != node) {
            parent(node) = parent(parent(node));  // halves the path: near-constant time over many calls
            node = parent(node);
        }
        return node;
    }

    /// True if a and b were in different sets.
    bool join(Index a, Index b) noexcept {
        a = find(a);
        b = find(b);
        if (a == b) return false;
        if (b < a) std::swap(a, b);
        parent(b) = a;
        return true;
    }

private:
    Index& parent(Index node) noexcept { return parent_[node]; }
    std::vector<Index> parent_;
};

}  // namespace v1
}  // namespace mvlink
