#include "kernels/radius_search.hpp"

#include "runtime/abandon.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kLeaf = 16;
constexpr Index kLong = 1 << 16;  // rows that take long enough to ask whether anybody still waits

}  // namespace

RadiusSearch::RadiusSearch(const Matrix& rows, Context& context)
    : rows_(rows), row_(static_cast<std::size_t>(rows.rows())) {
    std::iota(row_.begin(), row_.end(), Index{0});
    build(0, rows.rows(), context);
    for (Index at = 0; at < rows.rows(); ++at) {
        rows_.row(at) = rows.row(row_[at]);
    }
}

/// rows_ is still in the order given while the tree grows.
Index RadiusSearch::build(Index begin, Index end, Context& context) {
    if (end - begin >= kLong) end_if_abandoned(context);
    const Index d = rows_.cols();
    Node node{begin,
              end,
              -1,
              -1,
              std::vector<double>(d, std::numeric_limits<double>::max()),
              std::vector<double>(d, std::numeric_limits<double>::lowest())};
    for (Index at = begin; at < end; ++at) {
        for (Index j = 0; j < d; ++j) {
            const double value = rows_(row_[at], j);
            node.low[j] = std::min(node.low[j], value);
            node.high[j] = std::max(node.high[j], value);
        }
    }
    Index widest = 0;
    double width = 0;
    for (Index j = 0; j < d; ++j) {
        const double extent = node.high[j] - node.low[j];
        if (extent > width) {
            widest = j;
            width = extent;
        }
    }
    const auto number = static_cast<Index>(nodes_.size());
    nodes_.push_back(std::move(node));
    if (end - begin <= kLeaf || width == 0) return number;
    const Index middle = begin + (end - begin) / 2;
    std::nth_element(row_.begin() + begin, row_.begin() + middle, row_.begin() + end,
                     [&](Index a, Index b) { return std::pair(rows_(a, widest), a) < std::pair(rows_(b, widest), b); });
    const Index left = build(begin, middle, context);
    const Index right = build(middle, end, context);
    nodes_[number].left = left;
    nodes_[number].right = right;
    return number;
}

double RadiusSearch::box_distance(const Node& node, const double* query) const {
    double sum = 0;
    for (std::size_t j = 0; j < node.low.size(); ++j) {
        const double below = node.low[j] - query[j], beyond = query[j] - node.high[j];
        const double outside = std::max({below, beyond, 0.0});
        sum += outside * outside;
    }
    return sum;
}

double RadiusSearch::distance_until(Index at, const double* query, double limit) const {
    const double* row = rows_.data() + at * rows_.cols();
    double sum = 0;
    for (Index j = 0; j < rows_.cols(); ++j) {
        const double difference = row[j] - query[j];
        sum += difference * difference;
        if (sum > limit) return sum;
    }
    return sum;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
