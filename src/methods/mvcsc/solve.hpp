#pragma once

#include <mvlink/context.hpp>
#include <mvlink/mvcsc.hpp>

#include "methods/mvcsc/problem.hpp"
#include "methods/spectral/embedding.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// The embedding that was kept, and how its rows become labels.
struct Answer {
    Trial trial;
    spectral_family::EmbeddingRule rule;
    std::vector<double> violated;  ///< of the constraints by its labels: see violated_shares
};

/// Solves the problem as the options say. `known` are labels that K-Means starts from; may be empty.
Answer solve(const Problem& problem, const MvcscOptions& options, std::span<const std::int32_t> known,
             Context& context);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
