#pragma once

#include <mvlink/context.hpp>
#include <mvlink/matrix.hpp>

#include "kernels/matrix.hpp"

#include <functional>
#include <vector>

/// Functions of matrices with orthonormal columns (F'F = I, n x c, the Stiefel manifold), minimized along curves that
/// stay there: the curvilinear search of Wen and Yin (2013) with Barzilai-Borwein steps. The same bits for any number
/// of threads, if the function has that property.
namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Returns f(F) and writes its gradient, as if F were free, into G (n x c; its old content is arbitrary).
using StiefelFunction = std::function<double(const Matrix& F, Matrix& G)>;

/// The columns of F made orthonormal in place: F <- Q of F = Q R with a positive diagonal of R. False, and F unchanged,
/// if the columns are not independent.
bool orthonormalize(Matrix& F, Context& context);

/// The largest entry of |F'F - I|.
double orthonormality_error(const Matrix& F, Context& context);

/// The point of the curve through F at `tau`: Y = (I + tau/2 A)^-1 (I - tau/2 A) F with the skew A = G F' - F G'. Y'Y =
/// F'F for every tau. Never forms A: with U = [G F] and V = [F -G], Y = F - tau U (I + tau/2 V'U)^-1 V'F, so that the
/// system is 2c x 2c.
Matrix cayley_point(const Matrix& F, const Matrix& G, double tau, Context& context);

struct StiefelRequest {
    int max_steps = 60;
    double tol = 1e-6;  ///< stop when |G - F G'F| is at most this times sqrt(c)
};

struct StiefelMinimum {
    Matrix F;                    ///< the best point seen
    double value = 0;            ///< f there
    double slope = 0;            ///< |G - F G'F| at the last point
    std::vector<double> values;  ///< f at the start and after every accepted step
    int evaluations = 0;
    bool converged = false;  ///< the slope is within `tol`, or no step lowers f by more than rounding
};

/// Minimizes f from F (orthonormal columns). Steps are accepted by the rule of Zhang and Hager (2004), which lets f
/// rise now and then.
StiefelMinimum minimize_on_stiefel(const StiefelFunction& f, Matrix F, const StiefelRequest& request, Context& context);

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
