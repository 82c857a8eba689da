#pragma once

#include <mvlink/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Gives every row a column of its own so that the costs add up to the least possible. There are at least as many
/// columns as rows, and all costs are finite.
///
/// Shortest augmenting paths with potentials (Jonker and Volgenant 1987). Rows whose cheapest column nobody else wants
/// cost one look at their columns; each other one costs up to rows x columns. The same costs give the same answer.
/// Keeps its buffers, so one solver should serve many small problems.
class Assignment {
public:
    /// costs: rows x cols, row after row. The result stays valid until the next call.
    std::span<const std::int32_t> solve(std::span<const double> costs, Index rows, Index cols);

private:
    void take_free_minima(std::span<const double> costs, Index rows, Index cols);
    void augment(std::span<const double> costs, Index row, Index cols);
    void relax(std::span<const double> costs, Index row, double reached, Index cols);
    void raise_prices(double reached, Index cols);

    std::vector<std::int32_t> col_of_;           // by row; -1: none yet
    std::vector<Index> row_of_;                  // by column; -1: free
    std::vector<double> row_price_, col_price_;  // cost - row price - col price >= 0, equal on assigned pairs
    std::vector<double> distance_;               // by column, of the search
    std::vector<Index> came_from_;               // row before the column on its path
    std::vector<std::uint8_t> done_;             // columns whose distance is final
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
