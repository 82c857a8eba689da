#pragma once

#include <mvlink/context.hpp>
#include <mvlink/spectral.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/rounds.hpp"
#include "methods/spectral/family.hpp"
#include "methods/spectral/view_graphs.hpp"

#include <vector>

/// Co-regularized spectral clustering. P_v = U_v U_v', U_v (objects x K) orthonormal, zero for objects that view v
/// lacks.
namespace mvlink {
inline namespace v1 {
namespace spectral_family {

struct CoregSettings {
    int n_clusters = 8;
    CoregScheme scheme = CoregScheme::centroid;
    double lambda = 0.05;
    EigenLimits limits;
};

struct CoregTrial : Course {
    std::vector<Matrix> U;  ///< one per view
    Matrix consensus;       ///< U_* of the centroid scheme
};

/// U_v: the top K eigenvectors of S_v.
std::vector<Matrix> start_embeddings(const ObjectGraphs& graphs, const CoregSettings& settings, Context& context);

/// U_v: the top K eigenvectors of S_v + lambda sum_w P_w, over the other views (pairwise) or U_* (centroid).
void update_view(const ObjectGraphs& graphs, std::size_t view, const CoregSettings& settings, CoregTrial& trial,
                 Context& context);

/// U_*: the top K eigenvectors of sum_v P_v.
Matrix consensus_of(const std::vector<Matrix>& U, int n_clusters);
/// The same as coordinates of the objects, where an object that some views lack is weighed by those that hold it.
Matrix joint_embedding(const ObjectGraphs& graphs, const std::vector<Matrix>& U, int n_clusters);

/// sum_v tr(U_v' L_v U_v) + lambda sum (K - tr(P_v P_w)), over pairs of views (pairwise) or views and U_* (centroid).
double coreg_objective(const ObjectGraphs& graphs, const CoregSettings& settings, const CoregTrial& trial,
                       Context& context);

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
