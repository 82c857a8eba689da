#pragma once

#include <mvlink/io.hpp>

#include <string>
#include <vector>

/// A result as text.
namespace mvlink::cli {

/// "150 rows x 4 columns, dense float64" of every view, and how they are mapped.
std::string describe_data(const Problem& problem);
/// Sizes of the clusters with a bar each.
std::string describe_clusters(const Partition& partition);
/// How many constraints are satisfied, and the most expensive violated ones by name.
std::string describe_constraints(const Dataset& data, const ConstraintReport& report);
/// One line per partition and truth.
std::string describe_scores(const std::vector<Score>& scores);
/// One line per warning.
std::string describe_warnings(const Problem& problem, const Result& result);

/// All of it.
std::string describe_run(const Run& run);

/// A heading in its own column, with the text next to it.
std::string labelled(const std::string& label, const std::string& text);

}  // namespace mvlink::cli
