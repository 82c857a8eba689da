#include "kernels/assignment.hpp"

#include "runtime/index.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

std::span<const std::int32_t> Assignment::solve(std::span<const double> costs, Index rows, Index cols) {
    col_of_.assign(at(rows), -1);
    row_of_.assign(at(cols), -1);
    row_price_.assign(at(rows), 0);
    col_price_.assign(at(cols), 0);
    take_free_minima(costs, rows, cols);
    for (Index row = 0; row < rows; ++row) {
        if (col_of_[at(row)] < 0) augment(costs, row, cols);
    }
    return col_of_;
}

/// With column prices of 0, a row price may be its least cost; then its cheapest column is its own if it is free.
void Assignment::take_free_minima(std::span<const double> costs, Index rows, Index cols) {
    for (Index row = 0; row < rows; ++row) {
        const auto first = costs.begin() + row * cols;
        const auto least = std::min_element(first, first + cols);
        row_price_[at(row)] = *least;
        const Index col = least - first;
        if (row_of_[at(col)] >= 0) continue;
        row_of_[at(col)] = row;
        col_of_[at(row)] = static_cast<std::int32_t>(col);
    }
}

/// Shorter ways to all open columns that lead through this row, which is `reached` away from the start.
void Assignment::relax(std::span<const double> costs, Index row, double reached, Index cols) {
    const double* const cost = costs.data() + row * cols;
    const double base = reached - row_price_[at(row)];
    for (Index col = 0; col < cols; ++col) {
        const double through = base + cost[col] - col_price_[at(col)];
        const bool shorter = done_[at(col)] == 0 && through < distance_[at(col)];
        distance_[at(col)] = shorter ? through : distance_[at(col)];
        came_from_[at(col)] = shorter ? row : came_from_[at(col)];
    }
}

/// The shortest path (Dijkstra) from the row to a free column; every row on it moves on to its next column.
void Assignment::augment(std::span<const double> costs, Index row, Index cols) {
    distance_.assign(at(cols), kFar);
    came_from_.assign(at(cols), -1);
    done_.assign(at(cols), 0);
    Index at_row = row, nearest = -1;
    double reached = 0;
    do {
        relax(costs, at_row, reached, cols);
        nearest = -1;
        for (Index col = 0; col < cols; ++col) {
            const bool open = done_[at(col)] == 0;
            if (open && (nearest < 0 || distance_[at(col)] < distance_[at(nearest)])) nearest = col;
        }
        reached = distance_[at(nearest)];
        done_[at(nearest)] = 1;
        at_row = row_of_[at(nearest)];
    } while (at_row >= 0);
    row_price_[at(row)] += reached;
    raise_prices(reached, cols);
    for (Index col = nearest; col >= 0;) {
        const Index owner = came_from_[at(col)];
        row_of_[at(col)] = owner;
        const Index next = std::exchange(col_of_[at(owner)], static_cast<std::int32_t>(col));
        col = owner == row ? -1 : next;
    }
}

/// Keeps the prices exact along the path: final columns become as much cheaper as they were reached earlier than the
/// end, and their rows pay it.
void Assignment::raise_prices(double reached, Index cols) {
    for (Index col = 0; col < cols; ++col) {
        if (done_[at(col)] == 0) continue;
        const double earlier = reached - distance_[at(col)];
        col_price_[at(col)] -= earlier;
        if (row_of_[at(col)] >= 0) row_price_[at(row_of_[at(col)])] += earlier;
    }
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
