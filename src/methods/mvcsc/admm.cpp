#include "methods/mvcsc/admm.hpp"

#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

kernels::OwnedSparseRows<double> link_matrix(const std::vector<ObjectPair>& pairs, Index n) {
    kernels::OwnedSparseRows<double> C{static_cast<Index>(pairs.size()), n, {0}, {}, {}};
    for (const ObjectPair& pair : pairs) {
        C.columns.push_back(static_cast<std::int32_t>(pair.first));
        C.columns.push_back(static_cast<std::int32_t>(pair.second));
        C.values.push_back(pair.must ? -pair.weight : pair.weight);
        C.values.push_back(pair.weight);
        C.offsets.push_back(static_cast<Index>(C.columns.size()));
    }
    return C;
}

/// The gradient on the vectors that are orthogonal to 1: along it the curve never leaves them. Equal to the search on
/// the n - 1 coordinates that a reflection of 1 onto an axis leaves.
void centre(Matrix& G, Context& context) {
    const double mean =
        ordered_sum(context, G.rows(), [&](Index begin, Index end) { return G.middleRows(begin, end - begin).sum(); }) /
        static_cast<double>(G.rows());
    G.array() -= mean;
}

double inner(const Matrix& A, const Matrix& B, Context& context) {
    return ordered_sum(context, A.rows(), [&](Index begin, Index end) {
        return A.middleRows(begin, end - begin).cwiseProduct(B.middleRows(begin, end - begin)).sum();
    });
}

}  // namespace

double shrink(double x, double y) {
    return std::copysign(std::max(std::abs(x) - y, 0.0), x);
}

LinkRows::LinkRows(const std::vector<ObjectPair>& pairs, Index n)
    : C_(link_matrix(pairs, n)), transposed_(kernels::transposed(C_.view())) {}

Matrix LinkRows::times(const Matrix& F, Context& context) const {
    return kernels::times(C_.view(), F, context);
}

Matrix LinkRows::transposed_times(const Matrix& R, Context& context) const {
    return kernels::times(transposed_.view(), R, context);
}

void admm_step(const Quadratic& L, const LinkRows& C, const AdmmSettings& settings, Matrix& F, Multipliers& multipliers,
               Context& context) {
    Matrix& Z = multipliers.Z;
    Matrix& lambda = multipliers.lambda;
    const auto lagrangian = [&](const Matrix& Y, Matrix& G) {
        double value = L.value(Y, G, context);
        if (C.count() > 0) {
            const Matrix R = C.times(Y, context) - Z;
            value += inner(lambda, R, context) + settings.rho / 2 * inner(R, R, context);
            G += C.transposed_times(lambda + settings.rho * R, context);
        }
        if (settings.centred) centre(G, context);
        return value;
    };
    F = kernels::minimize_on_stiefel(lagrangian, std::move(F), {settings.search_steps, 0}, context).F;
    if (C.count() == 0) return;
    const Matrix CF = C.times(F, context);
    Z = (lambda + settings.rho * CF).unaryExpr([&](double x) { return shrink(x, settings.gamma) / settings.rho; });
    lambda += settings.rho * (CF - Z);  // Eq. (4)
}

double link_loss(const LinkRows& C, double gamma, const Matrix& F, Context& context) {
    return C.count() == 0 ? 0 : gamma * C.times(F, context).cwiseAbs().sum();
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
