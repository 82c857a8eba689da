#include "run/steps.hpp"
#include "runtime/file_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

/// Squares of the values have 16 digits, of which this many times two are lost in a difference.
constexpr double kFarFromZero = 1e6;
constexpr Index kMostRows = 1000;

/// Columns whose values lie far from 0 compared with their spread, among rows spread over the table.
template <class T>
Index far_columns(const DenseRows<T>& X) {
    const Index step = std::max<Index>(1, X.rows / kMostRows);
    fetch_every(X, step);
    std::vector<double> low(X.cols), high(X.cols);
    for (Index col = 0; col < X.cols; ++col)
        low[col] = high[col] = static_cast<double>(X.at(0, col));
    // Row by row: columns one after the other would read a file once per column.
    for (Index row = step; row < X.rows; row += step) {
        for (Index col = 0; col < X.cols; ++col) {
            const auto x = static_cast<double>(X.at(row, col));
            low[col] = std::min(low[col], x);
            high[col] = std::max(high[col], x);
        }
    }
    Index far = 0;
    for (Index col = 0; col < X.cols; ++col) {
        const double nearest = low[col] > 0 ? low[col] : high[col] < 0 ? -high[col] : 0;
        const double width = high[col] - low[col];
        if (width > 0 && nearest > kFarFromZero * width) ++far;
    }
    return far;
}

}  // namespace

std::vector<Warning> offset_warnings(const Dataset& data) {
    std::vector<Warning> warnings;
    for (const View& view : data.views()) {
        const Index far = view.visit([](const auto& X) -> Index {
            if constexpr (std::decay_t<decltype(X)>::kSparse) {
                return 0;  // most of its values are 0
            } else {
                return far_columns(X);
            }
        });
        if (far == 0) continue;
        warnings.push_back(
            {"far-from-zero",
             fmt::format("view \"{}\": {} of {} columns lie a million times farther from 0 than they are "
                         "wide; distances and objective lose most digits",
                         view.name(), far, view.cols()),
             static_cast<double>(far),
             {{"prep", fmt::format("{}:standardize", view.name())}}});
    }
    return warnings;
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
