#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <cstddef>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Which rows lie within a distance of a point: a k-d tree whose nodes know the boxes around their rows.
class RadiusSearch {
public:
    RadiusSearch(const Matrix& rows, Context& context);

    /// Calls found(row, squared distance) for every row at squared distance <= limit, in an order of its own; returns
    /// how many rows were looked at. The squares are added from the first column to the last, until they exceed the
    /// limit, so a distance does not depend on the limit that it is within.
    template <class Found>
    Index for_each_within(const double* query, double limit, Found&& found) const {
        Index looked_at = 0;
        waiting_type waiting{0};
        while (!waiting.empty()) {
            const Node& node = nodes_[waiting.back()];
            waiting.pop_back();
            if (box_distance(node, query) > limit * kRounding) continue;
            if (node.left >= 0) {
                waiting.push_back(node.right);
                waiting.push_back(node.left);
                continue;
            }
            looked_at += node.end - node.begin;
            for (Index at = node.begin; at < node.end; ++at) {
                const double squared = distance_until(at, query, limit);
                if (squared <= limit) found(row_[at], squared);
            }
        }
        return looked_at;
    }

private:
    using waiting_type = std::vector<Index>;
    static constexpr double kRounding = 1 + 1e-9;  // a box must not be left out because its distance was rounded up

    struct Node {
        Index begin, end;               // places of its rows
        Index left = -1, right = -1;    // a leaf has none
        std::vector<double> low, high;  // the box around its rows
    };

    Index build(Index begin, Index end, Context& context);
    [[nodiscard]] double box_distance(const Node& node, const double* query) const;
    [[nodiscard]] double distance_until(Index at, const double* query, double limit) const;

    Matrix rows_;             // in the order of the leaves
    std::vector<Index> row_;  // the number of each
    std::vector<Node> nodes_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
