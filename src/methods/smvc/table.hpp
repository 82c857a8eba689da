#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>

#include "kernels/mixtures.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// X as the method sees it: every dimension that varies, with mean 0 and variance 1.
struct Table {
    kernels::ScaledColumns X;
    Index rows = 0;
    std::vector<double> deviation;  // of the dimensions of X, in the units of the data
    std::vector<Index> constant;    // columns that do not vary
    std::vector<double> constant_values;
    std::vector<Index> known = {};  // the clustering that a dimension is said to belong to; -1 or empty: none
    double jacobian = 0;            // -N sum_d ln deviation_d: what the bound gains in the units of the data

    [[nodiscard]] Index dims() const { return X.width(); }
};

/// Throws Error{input} if no dimension varies.
Table standardised(const View& view, Context& context);

/// The constraints as one list, each with its own clustering to find, and the rows they touch by colour: no two rows of
/// a colour are linked, so that a sweep over colours is coordinate ascent and rows of one colour run in parallel.
struct Links {
    struct Link {
        Index a = 0, b = 0;     // positions in `rows`
        double weight = 0;      // > 0: must-link
        Index clustering = -1;  // that it is said to be about; -1: not said
    };
    struct End {
        Index other = 0;  // place of the row at the other end
        Index link = 0;
    };
    std::vector<Index> rows;  // with links, rising
    std::vector<Index> free;  // all others; empty if no row is linked: then all are free
    std::vector<Link> list;   // in the order of the dataset
    std::vector<Index> offsets;
    std::vector<End> ends;  // of the row at place i: offsets[i] .. offsets[i + 1]
    std::vector<std::vector<Index>> colours;
    Index capped = 0;  // links whose weight was cut to kMostWeight

    [[nodiscard]] std::span<const End> of(Index place) const;
    [[nodiscard]] bool any() const { return !list.empty(); }
    [[nodiscard]] kernels::RowSet linked_rows() const { return {&rows, static_cast<Index>(rows.size())}; }
    [[nodiscard]] kernels::RowSet free_rows(Index all) const {
        return any() ? kernels::RowSet{&free, static_cast<Index>(free.size())} : kernels::RowSet{nullptr, all};
    }
};

/// Beyond this no data term weighs against a link, and sums of them would lose the bound in rounding.
constexpr double kMostWeight = 1e6;

Links links_of(const Dataset& data, double constraint_weight);

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
