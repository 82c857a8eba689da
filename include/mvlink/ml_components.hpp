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
              "Also join the rows of several views that the mapping says are one object.");
    }
};

/// The trivial answer of must-links alone: the K largest components of their graph, which joins rows of one view and of
/// several, are the clusters; all other rows join the largest. Features are not looked at, except for the means with
/// which unseen rows are labelled; a start changes nothing.
MVLINK_API Result ml_components(const Dataset& data, const MlComponentsOptions& options, Context& context,
                                const Start& start = {});

}  // namespace v1
}  // namespace mvlink
