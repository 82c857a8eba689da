#pragma once

#include <mvlink/kmeans.hpp>
#include <mvlink/matrix.hpp>

#include "constraints/components.hpp"
#include "kernels/matrix.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Step 1a: the groups of at least two rows that must-links join (bilenko2004, sec. 3.1), by their smallest row.
struct Neighbourhoods {
    std::vector<Index> components;  // numbers in Components
    std::vector<Index> sizes;
    Matrix centroids;  // lambda x d
};

Neighbourhoods find_neighbourhoods(const Features& X, const constraints::Components& components);

/// Step 1b: k of the neighbourhoods by weighted farthest-first traversal, in the order chosen. Starts at the largest
/// (tie: the first), then takes the one farthest from all chosen; `rule` says how sizes count.
std::vector<Index> farthest_first(const Matrix& centroids, std::span<const Index> sizes, Index k, FarthestFirst rule);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
