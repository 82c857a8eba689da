#pragma once

#include "experiments/run_log.hpp"

namespace mvlink {
inline namespace v1 {
namespace experiments {

struct Finished {
    std::vector<RunRecord> records;  ///< by run; empty if it was cancelled
    Index reused = 0;                ///< read back from an earlier process
    Index done = 0;                  ///< reused ones too
    bool cancelled = false;
};

/// Runs what the log does not have yet, as many at a time as the context has threads, each on one thread. The result of
/// a run follows from the plan alone. Every finished run is in the log before the next one of its thread starts.
Finished run_all(const Plan& plan, RunLog& log, Context& context);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
