#pragma once

#include <mvlink/run.hpp>

#include <string>

/// Which preparation, method, options and number of clusters predict judgements that were not seen.
///
///   Selection found = select_candidate(problem.data, {.run = {.sizes = {2, 3, 4}}, .seconds = 30}, context);
///   Run run = run_decided(problem, found.decision, context);
namespace mvlink {
inline namespace v1 {

struct SelectRequest {
    RunRequest run = {};  ///< what is given is kept; the rest is searched
    double seconds = 30;  ///< no candidate begins later; 0: no limit
    bool leave_out_views = true;
};

/// The outcome depends on which candidates finished, and on nothing else that has to do with time.
struct Selection {
    Decision decision;
    std::string sentence;      ///< the recommendation and how sure it is
    bool interrupted = false;  ///< cancelled: what finished was compared
    double seconds = 0;
};

MVLINK_API Selection select_candidate(const Dataset& data, const SelectRequest& request, Context& context);

}  // namespace v1
}  // namespace mvlink
