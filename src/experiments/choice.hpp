#pragma once

#include "experiments/declaration.hpp"

#include <mvlink/experiments.hpp>

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Error{usage} with the nearest name if there is none.
const Paper& find_paper(const std::vector<Paper>& papers, std::string_view name);

/// The experiments that a request asks for, with its own data, methods and points of the sweep. Error{usage} for what
/// does not exist or cannot be read.
std::vector<Experiment> chosen_experiments(const Paper& paper, const ReproduceRequest& request);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
