#include "methods/mvcsc/corrected.hpp"

#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <memory>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

void scale(double factor, kernels::OwnedSparseRows<double>& graph) {
    for (double& value : graph.values) {
        value *= factor;
    }
}

}  // namespace

ConstraintTerms::ConstraintTerms(const std::vector<ObjectPair>& pairs, double gamma, Index n, Index c)
    : must_(as_graph(pairs, true, n)), cannot_(as_graph(pairs, false, n)), must_degree_(Vector::Zero(n)) {
    if (pairs.empty()) return;
    const double share = static_cast<double>(n) / static_cast<double>(c);
    const double M = number_of_equal_weight(pairs);
    scale(gamma * share / M, must_);
    scale(gamma * share * share / M, cannot_);
    for (Index row = 0; row < n; ++row) {
        for (Index entry = must_.offsets[at(row)]; entry < must_.offsets[at(row) + 1]; ++entry) {
            must_degree_[row] += must_.values[at(entry)];
        }
    }
}

double ConstraintTerms::add_cannot(const Matrix& F, Matrix& G, Context& context) const {
    if (cannot_.values.empty()) return 0;
    const double four_times = ordered_sum(context, F.rows(), [&](Index begin, Index end) {
        double sum = 0;
        for (Index row = begin; row < end; ++row) {
            for (Index entry = cannot_.offsets[at(row)]; entry < cannot_.offsets[at(row) + 1]; ++entry) {
                const auto other = F.row(cannot_.columns[at(entry)]);
                const double dot = F.row(row).dot(other), weight = cannot_.values[at(entry)];
                G.row(row) += weight * dot * other;
                sum += weight * dot * dot;
            }
        }
        return sum;
    });
    return four_times / 4;  // half a square, and every pair is met twice
}

kernels::StiefelFunction corrected_objective(const ConstraintTerms& terms, Quadratic A, Context& context) {
    const auto quadratic = std::make_shared<const Quadratic>(std::move(A));  // functions are copied
    return [quadratic, &terms, &context](const Matrix& F, Matrix& G) {
        const double smooth = quadratic->value(F, G, context);
        return smooth + terms.add_cannot(F, G, context);
    };
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
