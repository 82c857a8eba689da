#include "kernels/matching.hpp"

#include "runtime/index.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Prices u (rows) and v (columns) with u + v >= worth for every pair, equal on matched ones: then no matching is worth
/// more. A row may also stay alone, which is worth 0.
class Matcher {
public:
    Matcher(Index rows, Index cols, std::span<const Worth> pairs)
        : first_(at(rows) + 1, 0),
          pairs_(pairs.size()),
          row_price_(at(rows), 0),
          col_price_(at(cols), 0),
          col_of_(at(rows), -1),
          row_of_(at(cols), -1),
          distance_(at(cols), kFar),
          came_from_(at(cols), -1) {
        sort_by_row(pairs);
        for (const Worth& pair : pairs)
            row_price_[at(pair.row)] = std::max(row_price_[at(pair.row)], pair.worth);
    }

    std::vector<Index> run() {
        for (Index row = 0; row < static_cast<Index>(col_of_.size()); ++row)
            add_row(row);
        return std::move(col_of_);
    }

private:
    using Entry = std::pair<double, Index>;  // distance, column
    using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

    /// Where the shortest path ends: at a free column, or at a row that is left alone.
    struct End {
        double distance = kFar;
        Index free_col = -1;
        Index lone_row = -1;
    };

    void sort_by_row(std::span<const Worth> pairs) {
        for (const Worth& pair : pairs)
            ++first_[at(pair.row) + 1];
        for (std::size_t row = 1; row < first_.size(); ++row)
            first_[row] += first_[row - 1];
        std::vector<Index> next(first_.begin(), first_.end() - 1);
        for (const Worth& pair : pairs)
            pairs_[at(next[at(pair.row)]++)] = pair;
    }

    /// Adds one more row along the path with the least loss.
    void add_row(Index row) {
        const End end = shortest_path(row);
        settle_prices(row, end.distance);
        if (end.lone_row >= 0) {
            const Index freed = col_of_[at(end.lone_row)];
            col_of_[at(end.lone_row)] = -1;
            if (freed >= 0) shift_along_path(freed);
        } else {
            shift_along_path(end.free_col);
        }
        for (const Index col : touched_)
            distance_[at(col)] = kFar;
        touched_.clear();
    }

    End shortest_path(Index start) {
        End end;
        Queue queue;
        look_from(start, 0, queue, end);
        while (!queue.empty()) {
            const auto [distance, col] = queue.top();
            queue.pop();
            if (distance >= end.distance) break;
            if (distance > distance_[at(col)]) continue;
            look_from(row_of_[at(col)], distance, queue, end);
        }
        return end;
    }

    void look_from(Index row, double distance, Queue& queue, End& end) {
        const double alone = distance + row_price_[at(row)];
        if (alone < end.distance) end = {alone, -1, row};
        for (Index p = first_[at(row)]; p < first_[at(row) + 1]; ++p) {
            const Worth& pair = pairs_[at(p)];
            const double slack = row_price_[at(row)] + col_price_[at(pair.col)] - pair.worth;
            const double through = distance + std::max(slack, 0.0);  // rounding must not make a step negative
            if (through >= distance_[at(pair.col)] || through >= end.distance) continue;
            if (distance_[at(pair.col)] == kFar) touched_.push_back(pair.col);
            distance_[at(pair.col)] = through;
            came_from_[at(pair.col)] = row;
            if (row_of_[at(pair.col)] < 0) {
                end = {through, pair.col, -1};
            } else {
                queue.emplace(through, pair.col);
            }
        }
    }

    /// Keeps u + v >= worth, and makes it equal along the path.
    void settle_prices(Index start, double length) {
        row_price_[at(start)] -= length;
        for (const Index col : touched_) {
            const double gain = length - distance_[at(col)];
            if (gain <= 0) continue;
            col_price_[at(col)] += gain;
            row_price_[at(row_of_[at(col)])] -= gain;
        }
    }

    /// Gives every column of the path, from its end, to the row it was reached from.
    void shift_along_path(Index col) {
        while (col >= 0) {
            const Index row = came_from_[at(col)];
            row_of_[at(col)] = row;
            std::swap(col, col_of_[at(row)]);
        }
    }

    std::vector<Index> first_;  // of the pairs of each row
    std::vector<Worth> pairs_;
    std::vector<double> row_price_;
    std::vector<double> col_price_;
    std::vector<Index> col_of_;
    std::vector<Index> row_of_;
    std::vector<double> distance_;  // of columns, in the current search
    std::vector<Index> came_from_;  // the row before each column
    std::vector<Index> touched_;    // columns with a distance
};

}  // namespace

std::vector<Index> best_matching(Index rows, Index cols, std::span<const Worth> pairs) {
    return Matcher{rows, cols, pairs}.run();
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
