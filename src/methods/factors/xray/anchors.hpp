#pragma once

#include <mvlink/context.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/result.hpp>

#include "kernels/factor_products.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// Rows of X, and every row as a conic combination of them: X ~ H X_A.
struct Anchors {
    std::vector<Index> rows;
    Matrix A;                            // d x r: the anchors as columns
    Matrix H;                            // n x r
    std::vector<double> objective = {};  // |X - H X_A|^2 after each anchor
    StopReason stop_reason = StopReason::converged;
};

/// XRAY: adds anchors one by one; fewer than `count` where they explain every row.
Anchors find_anchors(const kernels::ScaledRows& X, Index count, XraySelect select, Context& context);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
