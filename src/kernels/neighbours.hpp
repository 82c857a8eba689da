#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

enum class NeighbourMetric { euclidean, cosine };
enum class NeighbourSearch { automatic, exact, approximate };  ///< automatic: exact up to about 1e5 rows

struct NeighbourRequest {
    int k = 10;
    NeighbourMetric metric = NeighbourMetric::euclidean;
    NeighbourSearch search = NeighbourSearch::automatic;
};

/// The k nearest other rows of every row: nearest first, ties by row number. A row is never its own neighbour, but a
/// row that equals it is. Under cosine, a row of zeros has no direction: its distance to every row is 1.
struct Neighbours {
    Index rows = 0;
    int k = 0;
    std::vector<std::int32_t> index;  ///< rows x k
    std::vector<double> distance;     ///< rows x k: squared Euclidean distance, or 1 - cosine
    double recall = 1;                ///< 1 if exact; else measured on a sample of rows against the exact search
    bool exact = true;
    bool complete = true;  ///< false: the run was cancelled meanwhile, so the rows listed may not be the nearest
};

/// The k nearest other rows of every row of X; k < rows, else Error{input}.
///
/// Candidates are found by products in float. Those that rounding cannot tell apart are measured by differences in
/// double. So an exact search has the same bits for every scalar, layout and number of threads, wherever the data is.
/// An approximate one has the same bits for any number of threads.
Neighbours nearest_neighbours(const Features& X, const NeighbourRequest& request, Context& context);

/// The k nearest rows of X for every row of `queries`, exact; k <= rows of X, and as many columns, else Error{input}.
Neighbours nearest_neighbours_of(const Features& queries, const Features& X, const NeighbourRequest& request,
                                 Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
