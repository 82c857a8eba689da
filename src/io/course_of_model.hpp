#pragma once

#include <mvlink/model.hpp>
#include <mvlink/stored_result.hpp>

#include <vector>

/// What a model says about the run that made it, beside what predict needs.
namespace mvlink {
inline namespace v1 {
namespace io {

/// How much every iteration changed: the array `trace`, one row (loss, embedding, weights) per iteration. Empty without
/// it.
std::vector<StoredChange> changes_of(const Model& model);

/// The graphs of the views: the array `graphs`, one row (edges, parts, isolated, missing) per view. Empty without it.
std::vector<StoredGraph> graphs_of(const Model& model);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
