#pragma once

#include <mvlink/io.hpp>

#include <string>
#include <vector>

/// An answer as a person reads it.
namespace mvlink::cli {

/// "150 rows x 4 columns, dense float64" of every view, and how they are mapped.
std::string describe_data(const Problem& problem);
/// Sizes of the clusters with a bar each.
std::string describe_clusters(const Partition& partition);
/// How many constraints were kept, and the dearest broken ones by name.
std::string describe_constraints(const Dataset& data, const ConstraintReport& report);
/// One line a partition and truth.
std::string describe_scores(const std::vector<Score>& scores);
/// One line a warning.
std::string describe_warnings(const Problem& problem, const Result& result);

/// All of it. `reason`: why auto chose the method; empty where the person did.
std::string describe_run(const Run& run, const std::string& reason);

/// A heading in a column of its own, the text beside it.
std::string labelled(const std::string& label, const std::string& text);

}  // namespace mvlink::cli
