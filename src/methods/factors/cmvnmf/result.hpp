#pragma once

#include <mvlink/cmvnmf.hpp>

#include "methods/common/rounds.hpp"
#include "methods/factors/cmvnmf/steps.hpp"

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {

/// What one start came to.
struct Trial : Course {
    State state;
};

/// Labels, consensus, constraints, topics, model and advice. Times are left to the driver.
Result result_of(const Dataset& data, const CmvnmfOptions& options, const Problem& problem, Trial trial,
                 Context& context);

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
