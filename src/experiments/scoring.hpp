#pragma once

#include "experiments/material.hpp"
#include "experiments/run_log.hpp"

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// The labels of one run: from one call on all views, or gathered from one call per view.
struct Answer {
    std::vector<Partition> partitions;
    std::vector<Clustering> clusterings;
    std::vector<PropagatedConstraint> propagated;
    int iterations = 0;
    double seconds = 0;
    StopReason stop_reason = StopReason::converged;
};

/// Measures the labels on the rows of `drawn`, one part at a time: each view against its truth, or each true clustering
/// against the found one that it is matched with.
void score(const Material& material, const Trial& trial, const Draw& drawn, const Answer& answer, RunRecord& record);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
