#pragma once

#include <mvlink/context.hpp>

#include "kernels/neighbour_rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Neighbours among some rows, by their places in a list of row numbers: k per place, nearest first, ties by place.
struct PlaceLists {
    int k = 0;
    std::vector<std::int32_t> place;
    std::vector<double> squared_distance;
    double recall = 1;
    bool exact = true;
    bool complete = true;  ///< false: cancelled; the lists are valid but not the nearest

    PlaceLists(Index rows, int neighbours)
        : k(neighbours),
          place(static_cast<std::size_t>(rows) * static_cast<std::size_t>(k)),
          squared_distance(place.size()) {}
};

/// Of every listed row among the other ones; k < ids.size().
PlaceLists exact_neighbours(const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context);

/// Of the listed queries among the listed rows; k <= ids.size().
PlaceLists exact_neighbours_of(const SearchRows& queries, std::span<const std::int32_t> query_ids,
                               const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
