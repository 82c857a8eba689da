#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <string>

/// What results of methods with one partition per view share.
namespace mvlink {
inline namespace v1 {

/// Counts satisfied and violated constraints over all views of the result, and warns of conflicting ones.
void add_constraint_report(const Dataset& data, double constraint_weight, Result& result);

/// "constraints-contradict": some cannot-links are between rows that must-links put together.
void warn_of_conflicts(const Dataset& data, Result& result);

/// For several clusterings of one view: a constraint is satisfied if some clustering satisfies it. Nothing follows from
/// several constraints together, as each may speak of another clustering: `implied` stays 0.
ConstraintReport report_on_clusterings(const Dataset& data, const std::vector<Partition>& partitions,
                                       double constraint_weight = 1);

/// Where rows of several views are mapped, a partition of the objects after those of the views: the label with the
/// highest confidence among an object's rows, then of most rows, then the lowest.
void add_object_consensus(const Dataset& data, Result& result);

}  // namespace v1
}  // namespace mvlink
