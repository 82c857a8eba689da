#include "methods/factors/cmvnmf/model.hpp"

#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/common/requirements.hpp"
#include "methods/factors/answer/fold_in.hpp"
#include "methods/factors/answer/memberships.hpp"

#include <fmt/core.h>

#include <string>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

std::string basis_array(std::size_t view) {
    return fmt::format("basis_{}", view);
}

}  // namespace

NamedArray basis_as_array(std::size_t view, const Matrix& U) {
    return to_array(basis_array(view), U);
}

Matrix basis_of(const Model& model, std::size_t view) {
    return to_matrix(model.array(basis_array(view), model.cols.at(view)));
}

}  // namespace cmvnmf_steps

std::vector<Partition> predict_by_basis(const Model& model, const Dataset& data, Context& context) {
    std::vector<Partition> partitions;
    for (const ModelView& known : known_views(model, data)) {
        require_nonnegative(model.method, known.view);
        const Matrix U = cmvnmf_steps::basis_of(model, known.number);
        const Matrix V = factors::fold_in({known.view.features()}, U, context);
        partitions.push_back(factors::partition_of(Scope::view, known.view.name(), V, context));
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
