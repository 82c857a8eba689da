#pragma once

#include <mvlink/context.hpp>
#include <mvlink/nmf.hpp>

#include "methods/factors/nmf/factorize.hpp"

#include <span>
#include <vector>

/// The steps of multi-view NMF (Liu, Wang, Gao, Han 2013).
namespace mvlink {
inline namespace v1 {
namespace factors {

/// One view: X ~ V U', rows of V in the order of its rows, columns of U of sum 1 (Q = I).
struct SharedView {
    kernels::ScaledRows X;
    std::span<const Index> object_of;  // one per row
    double squares = 0;                // |X|^2
    Factors factors = {};
    double loss = 0;  // |X - V U'|^2
};

/// Sec. 3.3: one update of V, one of U with the derivative through Q, then U <- U Q^-1, V <- V Q. `target` has the rows
/// of V* in the order of the view.
void update_view(const Matrix& target, double lambda, SharedView& view, Context& context);

/// The start: plain factorisations one view after the other, three times; the first from random numbers, every other
/// from the V of the view before. So column j of one view corresponds to column j of the next.
void start_views(const MultiNmfOptions& options, std::span<const std::int32_t> start_labels,
                 std::vector<SharedView>& views, Context& context);

/// The V of a view in the order of the objects.
Matrix by_object(const SharedView& view);

/// V* = the mean of the views' V, Eq. (10) with Q = I and one lambda.
Matrix consensus_of(const std::vector<SharedView>& views);

/// sum over views of |X - V U'|^2 + lambda |V - V*|^2
double objective_of(const std::vector<SharedView>& views, const Matrix& consensus, double lambda);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
