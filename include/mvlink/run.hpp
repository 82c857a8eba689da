#pragma once

#include <mvlink/context.hpp>
#include <mvlink/evidence.hpp>
#include <mvlink/export.hpp>
#include <mvlink/options.hpp>
#include <mvlink/preparation.hpp>
#include <mvlink/problem.hpp>
#include <mvlink/registry.hpp>
#include <mvlink/result.hpp>
#include <mvlink/score.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// One run from the problem to the scored answer: what every front end calls.
///
///   Run run = cluster(problem, {.method = "pck-means", .options = {{"n_clusters", "3"}}}, context);
///   write_run("out", run, context);
namespace mvlink {
inline namespace v1 {

/// The method that a request names to leave the choice to the data.
constexpr std::string_view kAuto = "auto";

/// What one run is asked for, beside the problem.
struct RunRequest {
    std::string method = std::string(kAuto);           ///< a name of the registry, or auto: what fits the data
    std::vector<OptionText> options = {};              ///< n_clusters may be left out where `start` tells it
    std::vector<PreparationRequest> preparation = {};  ///< for views that none names: the default of the method
    /// An earlier answer to go on from. A model also brings its preparation.
    Start start = {};
    /// Hears of every phase as it begins: "choose" (if there is something to choose by trying), "prepare", "cluster",
    /// "validate".
    std::function<void(std::string_view phase)> on_phase = {};
    /// Numbers of clusters to choose from, instead of n_clusters.
    std::vector<int> sizes = {};
    /// Folds of judgements that are held out to see how well they are predicted; 0: none.
    int validate = kFolds;
};

/// A finished run with everything that is shown or written of it.
struct Run {
    Problem problem;
    Dataset prepared;  ///< the data as the method saw them; those of the problem where nothing was prepared
    Choice choice;     ///< the method, and why; no reason where the request named it and its number of clusters
    Result result;     ///< times by phase; its model holds the preparation
    std::vector<Score> scores = {};  ///< against the truths of the problem
    ClusteringScores clustering_scores = {};
    std::string command = {};                     ///< to repeat it
    std::string title = {};                       ///< of the report; empty: from method and source
    HeldOut held_out = {};                        ///< how well judgements that were not seen are predicted
    std::vector<TriedCandidate> candidates = {};  ///< what was compared to choose this answer
};

/// What a request comes to on these data: method, options, preparation and number of clusters, all named.
struct Decision {
    RunRequest request;
    Choice choice;
    std::vector<TriedCandidate> candidates = {};  ///< empty: nothing had to be tried
    HeldOut held_out = {};                        ///< of the chosen one, from the comparison
    std::vector<std::string> views = {};          ///< empty: all
};

/// Chooses what the request leaves open: `auto`, and the number of clusters from `sizes`. A few candidates are compared
/// by judgements that they did not see; K-Means without guidance is one of them. Too few judgements: the
/// order that the benchmark of defaults gave. The same data, request and seed give the same decision.
MVLINK_API Decision decide(const Dataset& data, const RunRequest& request, Context& context);

/// The run that was decided on.
MVLINK_API Run run_decided(Problem problem, const Decision& decision, Context& context);

/// Decides, prepares the features, runs, scores the answer, and measures how well held-out judgements are predicted.
/// Where `auto` chose a method for features >= 0, views below zero that nobody said how to prepare are brought to 0..1
/// (minmax), and the reason says so. If it is cancelled while held-out judgements are measured, the answer stays.
MVLINK_API Run cluster(Problem problem, const RunRequest& request, Context& context);

/// Throws Error{usage} for what is wrong with a request whatever the data are: an unknown method, option or value. With
/// `auto` each option must suit at least one method.
MVLINK_API void check_request(const RunRequest& request);

/// The method that a request means on these data before anything is tried; the reason is empty unless `method` is auto.
MVLINK_API Choice resolve_method(std::string_view method, const Dataset& data);

/// The run whose method was called directly, scored: `prepared` is what the method saw.
MVLINK_API Run scored_run(Problem problem, Result result, const Dataset& prepared);
MVLINK_API Run scored_run(Problem problem, Result result);

/// Seconds of one phase of a result; 0 where it has no such phase.
MVLINK_API double seconds_of(const Result& result, std::string_view phase);

}  // namespace v1
}  // namespace mvlink
