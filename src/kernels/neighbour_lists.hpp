#pragma once

#include <mvlink/matrix.hpp>

#include "kernels/neighbour_panels.hpp"
#include "kernels/neighbour_rows.hpp"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// By how much rounding changes the squared distance of two rows that comes from products in float.
class ScoreError {
public:
    /// Sums of so many products.
    explicit ScoreError(Index terms);

    /// Of rows of these lengths, or up to these.
    [[nodiscard]] float operator()(float a, float b) const { return share_ * (a + b) * (a + b) + least_; }

private:
    float share_, least_;
};

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

    /// The first k of these, squared distances with places, for one row. If they are too few, because the search was
    /// cancelled or missed some, other rows than `self` follow by place; measure(place) measures them.
    void write(Index row, Index self, Index rows, std::vector<std::pair<double, std::int32_t>>& found,
               const std::function<double(Index)>& measure);
};

/// What one task measures with.
struct ListWork {
    RowDistances distances;
    std::vector<float> uppers;
    std::vector<std::pair<double, std::int32_t>> measured;

    ListWork(const SearchRows& from, const SearchRows& to) : distances(from, to) {}
};

/// The k nearest of all rows that were offered to each row, by (squared distance in double, place), whatever the order
/// of the offers. Between offers a row holds those that may be among them: what rounding cannot tell apart is measured
/// only if it does not fit.
class CandidateLists {
public:
    /// Of `rows`, among `others`; distances in the panels are scaled.
    CandidateLists(const SearchRows& from, const PanelRows& rows, const SearchRows& to, const PanelRows& others, int k,
                   double scale);
    static double bytes(Index rows, int k);

    /// A pair whose squared distance is larger than this, by more than the error of its score, does not matter to the
    /// row.
    [[nodiscard]] float worst(Index row) const { return worst_[row]; }
    [[nodiscard]] const float* worst_of_panel(Index panel) const { return worst_.data() + panel * kPanel; }
    [[nodiscard]] const ScoreError& error() const { return error_; }

    void offer(Index row, Index other, float squared_distance, ListWork& work);

    /// The nearest first, as many as there are up to k, in work.measured: squared distance and place.
    void finish(Index row, ListWork& work);

private:
    struct Candidate {
        float distance;
        std::int32_t place;
    };

    [[nodiscard]] Candidate* list(Index row) { return candidates_.data() + row * capacity_; }
    void compact(Index row, ListWork& work);
    void drop_far(Index row, ListWork& work);
    void measure(Index row, ListWork& work);

    const PanelRows &rows_, &others_;
    int k_;
    Index capacity_;
    double scale_;
    ScoreError error_;
    std::vector<Candidate> candidates_;
    std::vector<std::int32_t> counts_;
    std::vector<float> worst_;  // by row, padded to whole panels: no row there needs more
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
