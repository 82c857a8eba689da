#include "methods/mvcsc/starts.hpp"

#include <mvlink/error.hpp>

#include "kernels/eigenvectors.hpp"
#include "kernels/stiefel.hpp"

#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

std::vector<double> equal_weights(const Problem& problem) {
    return std::vector<double>(problem.S.size(), 1.0 / static_cast<double>(problem.S.size()));
}

void add_noise(double size, Random random, Matrix& F) {
    for (Index i = 0; i < F.size(); ++i) {
        F.data()[i] += size * random.normal();
    }
}

void centre(Matrix& F) {
    F.array().rowwise() -= F.colwise().mean().array();
}

void require_orthonormal(Matrix& F, Context& context) {
    if (kernels::orthonormalize(F, context)) return;
    throw Error(ErrorCode::numerical, "mvcsc: the columns of the start are not independent");
}

}  // namespace

Matrix eigenvectors_of(const Problem& problem, const std::vector<double>& mu, double tol, const Matrix* near,
                       Context& context) {
    const kernels::Graph S = kernels::weighted_sum(problem.S, mu, context);
    kernels::EigenRequest request;
    request.count = static_cast<int>(problem.c);
    request.tol = tol;
    request.start = near;
    request.purpose = "mvcsc/eigenvectors";
    kernels::EigenPairs pairs = kernels::largest_eigenpairs(kernels::SparseOperator(S), request, context);
    require_orthonormal(pairs.vectors, context);
    return std::move(pairs.vectors);
}

State spectral_start(const Problem& problem, double eigen_tol, Context& context) {
    const std::vector<double> mu = equal_weights(problem);
    return {eigenvectors_of(problem, mu, eigen_tol, nullptr, context), mu};
}

State perturbed(const State& start, Random random, Context& context) {
    State out = start;
    add_noise(1 / std::sqrt(static_cast<double>(out.F.rows())), random, out.F);
    require_orthonormal(out.F, context);
    return out;
}

State random_start(const Problem& problem, Index columns, Random random, Context& context) {
    State out{Matrix::Zero(problem.n, columns), equal_weights(problem)};
    add_noise(1, random, out.F);
    if (columns == 1) centre(out.F);
    require_orthonormal(out.F, context);
    return out;
}

State two_class_start(const State& spectral, Context& context) {
    State out{spectral.F.rightCols(1), spectral.mu};
    centre(out.F);
    require_orthonormal(out.F, context);
    return out;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
