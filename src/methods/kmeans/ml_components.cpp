#include <mvlink/ml_components.hpp>

#include "data/union_find.hpp"
#include "kernels/label_sums.hpp"
#include "kernels/rows.hpp"
#include "methods/kmeans/centroid_model.hpp"
#include "methods/kmeans/family_result.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/parallel.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

/// What must-links say by themselves: the answer that every use of features has to beat.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr std::int32_t kOutside = -1;

/// The component of each node, as its smallest member. Nodes are rows; instances counted through several views would do
/// as well.
std::vector<Index> component_of(Index nodes, std::span<const std::pair<Index, Index>> must_links) {
    UnionFind sets(nodes);
    for (const auto& [a, b] : must_links) {
        sets.join(a, b);
    }
    std::vector<Index> component(static_cast<std::size_t>(nodes));
    for (Index node = 0; node < nodes; ++node) {
        component[static_cast<std::size_t>(node)] = sets.find(node);
    }
    return component;
}

/// The k largest components (tie: smallest member) as clusters 0 .. k - 1; everyone else is outside.
std::vector<std::int32_t> largest_components(const std::vector<Index>& component, Index k) {
    std::vector<Index> size(component.size(), 0);
    for (const Index smallest : component) {
        ++size[static_cast<std::size_t>(smallest)];
    }
    std::vector<Index> by_size(component.size());
    std::iota(by_size.begin(), by_size.end(), Index{0});
    std::partial_sort(by_size.begin(), by_size.begin() + k, by_size.end(), [&](Index a, Index b) {
        const Index size_a = size[static_cast<std::size_t>(a)], size_b = size[static_cast<std::size_t>(b)];
        return size_a != size_b ? size_a > size_b : a < b;
    });
    // With more clusters than components the list ends in rows of size 0: members of components that have their
    // cluster.
    std::vector<std::int32_t> cluster(component.size(), kOutside);
    for (Index h = 0; h < k; ++h) {
        cluster[static_cast<std::size_t>(by_size[static_cast<std::size_t>(h)])] = static_cast<std::int32_t>(h);
    }
    std::vector<std::int32_t> labels(component.size());
    for (std::size_t node = 0; node < component.size(); ++node) {
        labels[node] = cluster[static_cast<std::size_t>(component[node])];
    }
    return labels;
}

/// The sum of squared distances of the rows to the centroids of their labels.
double scatter(const Features& features, const State& state, Context& context) {
    return std::visit(
        [&](const auto& X) {
            return ordered_sum(context, X.rows, [&](Index begin, Index end) {
                kernels::RowReader<std::decay_t<decltype(X)>> read(X);
                double sum = 0;
                for (Index row = begin; row < end; ++row) {
                    const Index h = state.labels[static_cast<std::size_t>(row)];
                    sum += kernels::squared_distance(read(row), state.centroids.data() + h * X.cols, X.cols);
                }
                return sum;
            });
        },
        features);
}

/// Means of the clusters. One that is empty, for want of components, copies the first, so that no row is nearer to it.
Matrix means_of(const Features& X, std::span<const std::int32_t> labels, Index k, Context& context) {
    const kernels::LabelSums found = kernels::label_sums(X, labels, k, context);
    Matrix means(k, column_count(X));
    for (Index h = 0; h < k; ++h) {
        const Index from = found.counts[static_cast<std::size_t>(h)] > 0 ? h : 0;
        means.row(h) = found.sums.row(from) / static_cast<double>(found.counts[static_cast<std::size_t>(from)]);
    }
    return means;
}

std::vector<std::int32_t> label_by_must_links(const Dataset& data, Index k) {
    std::vector<std::pair<Index, Index>> must_links;
    for (const Constraint& constraint : data.constraints()) {
        if (constraint.link == Link::must) must_links.emplace_back(constraint.a.row, constraint.b.row);
    }
    return largest_components(component_of(data.view(0).rows(), must_links), k);
}

}  // namespace
}  // namespace kmeans_family

Result ml_components(const Dataset& data, const MlComponentsOptions& options, Context& context, const Start&) {
    using namespace kmeans_family;
    options::check(options);
    const View& view = require_one_view(data, options.n_clusters);
    PhaseTimer timer;
    std::vector<double> confidence(static_cast<std::size_t>(view.rows()), 1);
    Trial trial;
    trial.state.labels = timer.time("components", [&] { return label_by_must_links(data, options.n_clusters); });
    double outside = 0;
    for (std::size_t row = 0; row < confidence.size(); ++row) {
        if (trial.state.labels[row] != kOutside) continue;
        trial.state.labels[row] = 0;
        confidence[row] = 0;
        ++outside;
    }
    trial.state.centroids =
        timer.time("means", [&] { return means_of(view.features(), trial.state.labels, options.n_clusters, context); });
    trial.objective.push_back(scatter(view.features(), trial.state, context));
    trial.stop_reason = StopReason::converged;
    require_finite(trial.objective.back(), "ml-components", 1);

    Result result = family_result("ml-components", options::texts(options), view, std::move(trial), context);
    result.partitions.front().confidence = std::move(confidence);
    add_constraint_report(data, 1, result);
    if (outside > 0) {
        result.warnings.push_back({"outside-components",
                                   fmt::format("{} of {} rows are in none of the {} largest groups that must-links "
                                               "make: they are counted to the largest",
                                               outside, view.rows(), options.n_clusters),
                                   outside});
    }
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
