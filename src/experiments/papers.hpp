#pragma once

#include "experiments/declaration.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Every paper whose experiments are declared, in one explicit list.
const std::vector<Paper>& papers();

Paper bilenko2004();
Paper eaton2014();
Paper zhang2015();
Paper guennemann2014();
Paper chen2019();
Paper defaults();

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
