#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/preparation.hpp>

#include "questions/items.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// Items that can be compared by distance, as points.
struct Space {
    std::vector<std::int32_t> items;  ///< ascending
    Index cols = 0;
    std::vector<double> values;                  ///< items x cols
    std::vector<std::pair<Index, Index>> views;  ///< first column and number of columns of each view

    [[nodiscard]] Features features() const {
        return DenseRows<double>{values.data(), static_cast<Index>(items.size()), cols, cols, 1};
    }
    /// The columns of one view.
    [[nodiscard]] Features features(std::size_t view) const {
        return DenseRows<double>{values.data() + views[view].first, static_cast<Index>(items.size()),
                                 views[view].second, cols, 1};
    }
};

/// Every item as a point of its space.
struct Cloud {
    std::vector<Space> spaces;
    std::vector<std::int32_t> place;  ///< of an item in its space
    std::vector<std::int32_t> space;  ///< of an item

    [[nodiscard]] Index count() const noexcept { return static_cast<Index>(place.size()); }
    [[nodiscard]] std::span<const double> point(Index item) const noexcept {
        const Space& own = spaces[space[item]];
        return {own.values.data() + place[item] * own.cols, static_cast<std::size_t>(own.cols)};
    }
    /// Infinite between two spaces.
    [[nodiscard]] double distance(Index a, Index b) const noexcept;
};

/// Views that no request names: dense ones standardized, sparse ones weighted by tfidf and scaled to length 1. Views
/// that are sparse or wide after that are projected (pca). Where several views share items, each counts the same, and
/// an item lies at the mean of a view that lacks it.
Cloud make_cloud(const Dataset& data, const Items& items, std::span<const PreparationRequest> requests,
                 Context& context);

double squared_distance(std::span<const double> x, std::span<const double> y) noexcept;

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
