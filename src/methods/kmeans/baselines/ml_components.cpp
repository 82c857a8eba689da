#include <mvlink/ml_components.hpp>

#include <mvlink/error.hpp>

#include "data/union_find.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/finite.hpp"
#include "methods/common/requirements.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/kmeans/answer/view_means.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

/// Clusters from must-links alone: the baseline for every method that uses features.
namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr std::int32_t kOutside = -1;

/// The component of each node, as its smallest member.
std::vector<Index> component_of(Index nodes, std::span<const std::pair<Index, Index>> must_links) {
    UnionFind sets(nodes);
    for (const auto& [a, b] : must_links) {
        sets.join(a, b);
    }
    std::vector<Index> component(nodes);
    for (Index node = 0; node < nodes; ++node) {
        component[node] = sets.find(node);
    }
    return component;
}

/// The k largest components (tie: smallest member) as clusters 0 .. k - 1; all others are outside.
std::vector<std::int32_t> largest_components(const std::vector<Index>& component, Index k) {
    std::vector<Index> size(component.size(), 0);
    for (const Index smallest : component) {
        ++size[smallest];
    }
    std::vector<Index> by_size(component.size());
    std::iota(by_size.begin(), by_size.end(), Index{0});
    std::partial_sort(by_size.begin(), by_size.begin() + k, by_size.end(), [&](Index a, Index b) {
        const Index size_a = size[a], size_b = size[b];
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
        labels[node] = cluster[component[node]];
    }
    return labels;
}

/// Instances of all views, numbered view after view.
struct Instances {
    explicit Instances(const Dataset& data) {
        for (const View& view : data.views()) {
            first.push_back(count);
            count += view.rows();
        }
    }
    [[nodiscard]] Index of(InstanceId instance) const { return first[instance.view] + instance.row; }
    std::vector<Index> first;  // of each view
    Index count = 0;
};

/// Must-links in views and between them, and on request rows that are one object by the mapping.
std::vector<std::pair<Index, Index>> joined_instances(const Dataset& data, const Instances& instances,
                                                      bool use_mapping) {
    std::vector<std::pair<Index, Index>> pairs;
    for (const Constraint& constraint : data.constraints()) {
        if (constraint.link != Link::must || constraint.is_soft()) continue;
        pairs.emplace_back(instances.of(constraint.a), instances.of(constraint.b));
    }
    if (!use_mapping || data.n_views() < 2 || data.unmapped()) return pairs;
    std::vector<Index> known(data.objects().count(), -1);
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; row < data.view(v).rows(); ++row) {
            Index& first = known[data.objects().of({v, row})];
            const Index own = instances.of({v, row});
            if (first >= 0) pairs.emplace_back(first, own);
            first = own;
        }
    }
    return pairs;
}

/// One partition per view; rows outside the largest components join cluster 0 with confidence 0. Returns how many they
/// are.
Index add_partitions(const Dataset& data, const std::vector<std::int32_t>& labels, int k, Result& result) {
    Index at = 0, outside = 0;
    for (const View& view : data.views()) {
        Partition partition{Scope::view, view.name(), k, {}, {}};
        for (Index row = 0; row < view.rows(); ++row, ++at) {
            const std::int32_t label = labels[at];
            outside += label == kOutside ? 1 : 0;
            partition.labels.push_back(label == kOutside ? 0 : label);
            partition.confidence.push_back(label == kOutside ? 0 : 1);
        }
        result.partitions.push_back(std::move(partition));
    }
    return outside;
}

/// The means of the clusters as the model, and as the objective how the rows scatter around them.
void add_means(const Dataset& data, Index k, Result& result, Context& context) {
    double scatter = 0;
    for (int v = 0; v < data.n_views(); ++v) {
        const View& view = data.view(v);
        ViewMeans found = means_of_view(view, result.partitions[v].labels, k, context);
        scatter += found.scatter;
        if (data.n_views() > 1) {
            add_arrays(view, found, result.model);
            continue;
        }
        // An empty cluster copies the first, so that no row is nearer to it.
        for (Index h = static_cast<Index>(found.clusters.size()); h < k; ++h) {
            found.means.row(h) = found.means.row(0);
        }
        result.model.arrays.push_back(to_array("centroids", found.means));
    }
    require_finite(scatter, "ml-components", 1);
    result.objective.push_back(scatter);
    result.iterations = 1;
}

void add_warnings(const std::vector<std::int32_t>& labels, Index outside, Index k, Result& result) {
    const Index used = 1 + *std::max_element(labels.begin(), labels.end());
    if (used < k) {
        result.warnings.push_back(
            {"empty-clusters",
             fmt::format("{} of {} clusters are empty: fewer groups than asked for were found", k - used, k),
             static_cast<double>(k - used)});
    }
    if (outside > 0) {
        result.warnings.push_back(
            {"outside-components",
             fmt::format(
                 "{} of {} rows are in none of the {} largest groups of must-linked rows; they join the largest",
                 outside, labels.size(), k),
             static_cast<double>(outside)});
    }
}

}  // namespace
}  // namespace kmeans_family

Result ml_components(const Dataset& data, const MlComponentsOptions& options, Context& context, const Start& start) {
    using namespace kmeans_family;
    options::check(options);
    require_rows_for_clusters(data, options.n_clusters);
    require_no_start(start, "ml-components");
    PhaseTimer timer;
    Result result = result_header("ml-components", options::texts(options), data.views(), context);
    const auto labels = timer.time("components", [&] {
        const Instances instances(data);
        const auto pairs = joined_instances(data, instances, options.use_mapping);
        return largest_components(component_of(instances.count, pairs), options.n_clusters);
    });
    const Index outside = add_partitions(data, labels, options.n_clusters, result);
    timer.time("means", [&] { add_means(data, options.n_clusters, result, context); });
    add_constraint_report(data, 1, result);
    add_object_consensus(data, result);
    add_warnings(labels, outside, options.n_clusters, result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
