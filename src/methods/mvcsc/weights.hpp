#pragma once

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// The mu >= 0 with sum 1 that minimizes v'mu + beta/2 |mu|^2 (Theorem 1): (theta - v_k) / beta for the views whose v_k
/// is below theta, exactly 0 for the others. It is the point of the simplex nearest to -v / beta, so that some view
/// always counts. beta = 0: all weight on the smallest v, shared by those that are equally small.
std::vector<double> view_weights(std::span<const double> v, double beta);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
