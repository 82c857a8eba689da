#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

namespace mvlink {
inline namespace v1 {

struct MlComponentsOptions {
    int n_clusters = 8;
    bool use_mapping = false;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("use_mapping", self.use_mapping, any_value,
              "Also join rows of different views that the mapping identifies as one object.");
    }
};

/// Clusters from must-links alone: the K largest components of their graph, within and across views. All other rows
/// join the largest. Features are used only for the means that label new rows. A start is refused.
MVLINK_API Result ml_components(const Dataset& data, const MlComponentsOptions& options, Context& context,
                                const Start& start = {});

}  // namespace v1
}  // namespace mvlink
