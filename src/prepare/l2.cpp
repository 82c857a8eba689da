#include "kernels/rows.hpp"
#include "prepare/map_entries.hpp"
#include "prepare/steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace preparation {
namespace {

/// The length of a row; 1 for a row of zeros, which stays as it is.
template <class Rows>
double length_of(const Rows& X, Index row) {
    double squares = 0;
    kernels::for_each_entry(X, row, [&](Index, double x) { squares += x * x; });
    constexpr double kTiny = 1e-280;  // squares near here have lost digits
    if (squares > kTiny && squares < std::numeric_limits<double>::infinity()) return std::sqrt(squares);

    double largest = 0;
    kernels::for_each_entry(X, row, [&](Index, double x) { largest = std::max(largest, std::abs(x)); });
    if (largest == 0) return 1;
    squares = 0;
    kernels::for_each_entry(X, row, [&](Index, double x) { squares += (x / largest) * (x / largest); });
    return largest * std::sqrt(squares);
}

}  // namespace

View apply_l2(const View& view, Context& context) {
    std::vector<double> lengths(view.rows());
    view.visit([&](const auto& X) {
        parallel_for(context, X.rows, kRowsAtOnce, [&](Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                lengths[row] = length_of(X, row);
            }
        });
    });
    return map_entries(
        view, [&](Index row, Index, double x) { return x / lengths[row]; }, context);
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
