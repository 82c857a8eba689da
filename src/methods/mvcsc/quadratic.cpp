#include "methods/mvcsc/quadratic.hpp"

#include "runtime/parallel.hpp"

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

double Quadratic::value(const Matrix& F, Matrix& G, Context& context) const {
    G = kernels::times(off.view(), F, context);
    const double twice = ordered_sum(context, F.rows(), [&](Index begin, Index end) {
        double sum = 0;
        for (Index row = begin; row < end; ++row) {
            G.row(row) = diagonal[row] * F.row(row) - G.row(row);
            sum += G.row(row).dot(F.row(row));
        }
        return sum;
    });
    return twice / 2;
}

std::vector<double> roughness(std::span<const kernels::OwnedSparseRows<double>> S, const Matrix& F, Context& context) {
    std::vector<double> v;
    for (const auto& graph : S) {
        const Matrix SF = kernels::times(graph.view(), F, context);
        v.push_back(ordered_sum(context, F.rows(),
                                [&](Index begin, Index end) {
                                    double sum = 0;
                                    for (Index row = begin; row < end; ++row) {
                                        sum += F.row(row).squaredNorm() - F.row(row).dot(SF.row(row));
                                    }
                                    return sum;
                                }) /
                    2);
    }
    return v;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
