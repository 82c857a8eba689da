#pragma once

#include "experiments/declaration.hpp"

#include <mvlink/experiments.hpp>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// reproduce() on any list of papers.
ReproduceOutcome reproduce_from(const std::vector<Paper>& papers, const ReproduceRequest& request, Context& context);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
