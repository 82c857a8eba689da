#pragma once

#include <mvlink/io.hpp>

#include <string>

/// Finished runs of known shape, to be shown.
namespace mvlink::samples {

struct Sample {
    Problem problem;
    Result result;
    std::string command;

    [[nodiscard]] Run run() const {
        Run run = scored_run(problem, result);
        run.command = command;
        return run;
    }
};

/// 240 rows, 2 columns, 3 clusters, 20 constraints of which 2 are broken, truth known, ids and class names.
Sample streaks();
/// 3000 rows, 16 columns, 12 clusters, no truth, no ids.
Sample many_clusters();
/// Ids and names that are long, or try to break out of the page.
Sample hostile_text();
/// Two mapped views and the objects: three partitions.
Sample two_views();
/// Many rows, 5 columns, 4 clusters, a constraint for every hundredth row.
Sample large(Index rows);
/// 24 named features, one learnt metric per cluster with directions, constraints that look wrong.
Sample learnt_metrics();
/// Stick figures in two clusterings with their dimensions and constraints, images, numbers of clusters tried.
Sample two_clusterings();
/// The same rows in two clusterings of which nothing more is known.
Sample plain_clusterings();
/// One row, one column, one cluster, nothing else.
Sample smallest();

}  // namespace mvlink::samples
