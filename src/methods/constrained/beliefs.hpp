#pragma once

#include "kernels/matrix.hpp"
#include "methods/mvcsc/object_links.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// What the constraints say of two objects, first < second: together if z > 0, apart if z < 0; |z| <= 1 says how
/// surely.
struct Belief {
    Index first = 0, second = 0;
    double z = 0;
    bool operator==(const Belief&) const = default;
};

/// Weights relative to the largest one. A pair that is must-linked and cannot-linked keeps the difference; nothing is
/// left of equal weights.
std::vector<Belief> beliefs_of(const std::vector<mvcsc_steps::ObjectPair>& pairs);

/// With what follows: all pairs of objects that must-links join, and all pairs of two such groups with a cannot-link
/// between them. What follows is as sure as the least sure belief that it follows from. What is given stays as it is.
std::vector<Belief> closed(const std::vector<Belief>& beliefs, Index n);

/// Z: z at (first, second) and (second, first), zero elsewhere.
Eigen::MatrixXd as_matrix(const std::vector<Belief>& beliefs, Index n);

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
