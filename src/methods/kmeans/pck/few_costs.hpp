#pragma once

#include <mvlink/matrix.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// What a row would pay for constraints in a few clusters; in all others it pays nothing but `everywhere`.
class FewCosts {
public:
    static constexpr std::size_t kMost = 8;

    struct Cost {
        std::int32_t cluster;
        double cost;
    };

    void clear() {
        count_ = 0;
        everywhere = 0;
        size_ = 0;
    }

    /// At most kMost times.
    void add(std::int32_t cluster, double cost) {
        size_ += std::abs(cost);
        for (std::size_t i = 0; i < count_; ++i) {
            if (entries_[i].cluster == cluster) {
                entries_[i].cost += cost;
                return;
            }
        }
        entries_[count_++] = {cluster, cost};
    }

    [[nodiscard]] std::span<const Cost> entries() const { return {entries_.data(), count_}; }
    [[nodiscard]] double of(std::int32_t cluster) const {
        for (const Cost& entry : entries()) {
            if (entry.cluster == cluster) return entry.cost;
        }
        return 0;
    }
    /// No sum of these costs is larger.
    [[nodiscard]] double size() const { return size_ + std::abs(everywhere); }

    double everywhere = 0;

private:
    std::array<Cost, kMost> entries_;
    std::size_t count_ = 0;
    double size_ = 0;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
