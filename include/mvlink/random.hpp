#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// xoshiro256** seeded by SplitMix64, with distributions of our own: std:: ones differ between standard libraries.
class MVLINK_API Random {
public:
    explicit Random(std::uint64_t seed) noexcept;
    /// An independent stream for one purpose: same seed, purpose and index, same numbers.
    Random(std::uint64_t seed, std::string_view purpose, std::uint64_t index) noexcept;

    std::uint64_t bits() noexcept;
    /// In [0, 1), 53 bits.
    double uniform() noexcept;
    double uniform(double least, double most) noexcept { return least + (most - least) * uniform(); }
    /// In 0 .. n - 1, without bias; n >= 1.
    Index below(Index n) noexcept;
    /// Standard normal (polar method).
    double normal() noexcept;

    template <class T>
    void shuffle(std::span<T> items) noexcept {
        for (Index last = static_cast<Index>(items.size()) - 1; last > 0; --last) {
            std::swap(items[static_cast<std::size_t>(last)], items[static_cast<std::size_t>(below(last + 1))]);
        }
    }
    /// 0 .. n - 1 in random order.
    std::vector<Index> permutation(Index n);

private:
    std::uint64_t state_[4];
    double spare_normal_ = 0;
    bool has_spare_ = false;
};

}  // namespace v1
}  // namespace mvlink
