#include "kernels/graph.hpp"
#include "kernels/rows.hpp"
#include "kernels/sparse_assembly.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

[[noreturn]] void refuse(std::string_view where, const std::string& what) {
    throw Error(ErrorCode::input, fmt::format("{}: {}", where, what));
}

/// The entries off the diagonal that are not zero, checked one by one.
template <class Rows>
Graph checked_entries(const Rows& W, std::string_view where, Context& context) {
    return assembled(W.rows, context, [&](Index row, SparseLine& line) {
        for_each_entry(W, row, [&](Index column, double weight) {
            if (std::isfinite(weight) && weight >= 0) {
                if (weight > 0 && column != row) line.add(static_cast<std::int32_t>(column), weight);
                return;
            }
            refuse(where, fmt::format("the weight in row {}, column {} of the graph is {}; expected a number >= 0", row,
                                      column, weight));
        });
    });
}

}  // namespace

Graph precomputed_graph(const Features& weights, std::string_view where, Context& context) {
    const Index n = row_count(weights), cols = column_count(weights);
    if (n != cols) {
        refuse(where, fmt::format("a precomputed graph has one row and one column per instance; found {} rows and {} "
                                  "columns",
                                  n, cols));
    }
    return std::visit(
        [&]<class Rows>(const Rows& W) {
            const double close = std::is_same_v<typename Rows::Scalar, float> ? 1e-6 : 1e-10;
            const Graph there = checked_entries(W, where, context);
            const Graph back = transposed(there.view());
            return assembled(n, context, [&](Index row, SparseLine& line) {
                for_each_in_either(there.view(), back.view(), row, [&](std::int32_t column, double a, double b) {
                    if (std::abs(a - b) > close * std::max(a, b)) {
                        refuse(where, fmt::format("the graph is not symmetric: row {}, column {} is {}, but row {}, "
                                                  "column {} is {}",
                                                  row, column, a, column, row, b));
                    }
                    line.add(column, a == b ? a : 0.5 * a + 0.5 * b);
                });
            });
        },
        weights);
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
