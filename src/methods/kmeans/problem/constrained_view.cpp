#include "methods/kmeans/problem/constrained_view.hpp"

#include "constraints/safe_joins.hpp"
#include "methods/common/requirements.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

std::vector<constraints::Pair> pairs_of(const Dataset& data) {
    std::vector<constraints::Pair> pairs;
    pairs.reserve(data.constraints().size());
    for (const Constraint& constraint : data.constraints()) {
        pairs.push_back({constraint.a.row, constraint.b.row, constraint.link, constraint.weight, constraint.is_soft()});
    }
    return pairs;
}

}  // namespace

const View& view_for_clusters(const Dataset& data, int n_clusters) {
    const View& view = require_one_view(data);
    require_rows_for_clusters(view, n_clusters);
    return view;
}

ConstrainedView::ConstrainedView(Dataset given)
    : data(std::move(given)), view(data.view(0)), pairs(pairs_of(data)), components(pairs) {
    if (pairs.empty()) return;
    const bool any_soft = std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.soft; });
    if (any_soft) with_soft.emplace(constraints::with_safe_joins(pairs));
    is_constrained.assign(view.rows(), 0);
    for (const Index row : components.nodes()) {
        is_constrained[row] = 1;
    }
}

Index ConstrainedView::position_of(Index row) const {
    const auto nodes = components.nodes();
    return std::lower_bound(nodes.begin(), nodes.end(), row) - nodes.begin();
}

std::vector<Index> ConstrainedView::free_rows() const {
    std::vector<Index> rows;
    rows.reserve(static_cast<std::size_t>(view.rows()) - components.nodes().size());
    for (Index row = 0; row < view.rows(); ++row) {
        if (!constrained(row)) rows.push_back(row);
    }
    return rows;
}

std::vector<Index> ConstrainedView::degrees() const {
    std::vector<Index> found(components.nodes().size(), 0);
    for (const constraints::Pair& pair : pairs) {
        ++found[position_of(pair.a)];
        ++found[position_of(pair.b)];
    }
    return found;
}

std::vector<std::int32_t> ConstrainedView::labels_by_position(const std::vector<std::int32_t>& labels) const {
    std::vector<std::int32_t> found;
    found.reserve(components.nodes().size());
    for (const Index row : components.nodes()) {
        found.push_back(labels[row]);
    }
    return found;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
