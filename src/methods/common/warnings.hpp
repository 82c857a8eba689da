#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <string>
#include <vector>

/// Advice that several methods give: one code and one text for each.
namespace mvlink {
inline namespace v1 {

void warn(Result& result, std::string code, std::string message, double value, std::vector<OptionText> advice = {});

/// "not-converged": the run stopped at max_iter.
void warn_if_not_converged(Result& result);

/// Clusters of a partition that no row has.
Index count_empty_clusters(const Partition& partition);
/// "empty-clusters": one warning for each view or clustering that has some.
void warn_of_empty_clusters(Result& result);
/// The same for one partition.
void warn_of_empty_clusters(const Partition& partition, Result& result);

/// "constraints-ignored": there are some, and the method only counts them.
void warn_of_ignored_constraints(const Dataset& data, Result& result);

}  // namespace v1
}  // namespace mvlink
