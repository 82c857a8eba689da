#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "constraints/components.hpp"
#include "kernels/matrix.hpp"

#include <optional>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// C = (1/p) sum (x - m_j)(x - m_j)' over the p rows of all neighbourhoods j (bilenko2004, sec. 4; Bar-Hillel et al.
/// 2003); at least one.
Matrix neighbourhood_covariance(const Features& X, const constraints::Components& components, Context& context);

/// The map under which neighbourhoods are round, and its inverse (d x d each).
struct Whitening {
    Matrix map;
    Matrix inverse;
};

/// C^(-1/2) in coordinates of global deviation 1, with eigenvalues below the floor raised to it. None, which
/// stands for the identity, if there are no must-links.
std::optional<Whitening> rca_whitening(const Features& X, const constraints::Components& components,
                                       double eigenvalue_floor, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
