#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "methods/common/objects.hpp"
#include "methods/common/rounds.hpp"
#include "methods/constrained/beliefs.hpp"
#include "methods/options/visitors.hpp"
#include "methods/spectral/embedding.hpp"
#include "methods/spectral/view_graphs.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// What the methods of this folder share: everything but the embedding.
namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// What a method may take: it holds `tables` matrices of all pairs of objects.
struct Limit {
    const char* method;
    Index most_objects;
    Index tables;
};

/// What a method sees.
struct Task {
    const Dataset& data;
    const ObjectRows& rows;
    const spectral_family::ObjectGraphs& graphs;
    const std::vector<mvcsc_steps::ObjectPair>& pairs;
    const std::vector<Belief>& beliefs;
    std::span<const std::int32_t> known;  ///< labels that the run starts from; may be empty
    int n_clusters = 0;

    [[nodiscard]] Index n() const { return graphs.objects; }
};

/// What a method finds: coordinates of the objects, from which the clusters are read.
struct Found {
    Matrix F;
    Course course;
    std::vector<double> view_weights;
    std::optional<spectral_family::EmbeddingRule> rule = {};  ///< K-Means finds it if there is none
    std::vector<Warning> warnings = {};
};

using Embed = std::function<Found(const Task&, Context&)>;

/// A course of one round, reported.
Course one_round(double objective, Context& context);

Result run_on_pairs(const Limit& limit, const spectral_family::KMeansPlan& plan, std::vector<OptionText> texts,
                    const GraphOptions& graph_options, const Dataset& data, Context& context, const Start& start,
                    const Embed& embed);

/// Checks, graphs, `embed`, K-Means, report: a whole run. Throws Error{input} if there are too many objects.
template <class Options>
Result run_on_pairs(const Limit& limit, const Options& options, bool normalize_rows, const Dataset& data,
                    Context& context, const Start& start, const Embed& embed) {
    options::check(options);
    return run_on_pairs(limit, {options.n_clusters, options.n_init, normalize_rows}, options::texts(options),
                        spectral_family::graph_options(options), data, context, start, embed);
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
