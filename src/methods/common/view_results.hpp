#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <string>

/// What results of methods with one partition per view share.
namespace mvlink {
inline namespace v1 {

/// Counts satisfied and violated constraints over all views of the result, and warns of conflicting ones.
void add_constraint_report(const Dataset& data, double constraint_weight, Result& result);

/// Where rows of several views are mapped, a partition of the objects after those of the views: the label with the
/// highest confidence among an object's rows, then of most rows, then the lowest.
void add_object_consensus(const Dataset& data, Result& result);

}  // namespace v1
}  // namespace mvlink
