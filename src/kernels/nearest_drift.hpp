#pragma once

#include "kernels/matrix.hpp"
#include "kernels/nearest.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// How far centres have moved since the bounds were computed, and whether the bounds are worth checking.
class Drift {
public:
    /// Without bounds, or with none of as many centres, nothing is asked.
    Drift(const NearestBounds* bounds, const Matrix& C) {
        if (bounds == nullptr || bounds->centres.rows() != C.rows() || bounds->centres.cols() != C.cols()) return;
        for (Index h = 0; h < C.rows(); ++h) {
            const double moved = (C.row(h) - bounds->centres.row(h)).norm();
            if (!(moved <= largest_)) {
                next_ = largest_;
                largest_ = moved;
                farthest_ = h;
            } else {
                next_ = std::max(next_, moved);
            }
        }
        // A row that fails has computed its distance for nothing, so most must pass.
        asks_ = bounds->hold && largest_ < kShare * bounds->typical_gap;
        sets_ = largest_ < kSoon * kShare * bounds->typical_gap;
    }

    [[nodiscard]] bool asks() const { return asks_; }
    /// Whether the next search is likely to ask, so that it is worth measuring every row.
    [[nodiscard]] bool sets_bounds() const { return sets_; }

    /// The bound of a row with this label after the move, rounded down.
    [[nodiscard]] float lowered(float bound, Index label) const {
        const double moved = label == farthest_ ? next_ : largest_;
        return static_cast<float>(
            std::max(0.0, (static_cast<double>(bound) - moved) * (1 - kMargin) - kMargin * moved));
    }

    /// Whether a row at this squared distance from its centre has no other within its bound; ties do not count.
    [[nodiscard]] static bool holds(float bound, double distance) {
        return std::sqrt(distance) * (1 + kMargin) < static_cast<double>(bound);
    }

    /// Bounds from the squared distances of the second centres, rounded down.
    template <class Distances>
    [[nodiscard]] static auto bound_from(const Distances& seconds) {
        return seconds.max(0).sqrt() * (1 - kMargin);
    }

private:
    static constexpr double kShare = 0.7;
    static constexpr double kSoon = 2;       // centres move less in each iteration
    static constexpr double kMargin = 1e-6;  // above the rounding of float, and of distances in double

    double largest_ = 0;
    double next_ = 0;  // the largest but one
    Index farthest_ = -1;
    bool asks_ = false;
    bool sets_ = false;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
