#include "methods/spectral/extension.hpp"

#include "methods/common/arrays.hpp"
#include "runtime/index.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

/// F_j' S_v F_j / F_j' F_j over the objects of the view, for every coordinate j.
std::vector<double> quotients(const ViewGraph& view, const Matrix& F, Context& context) {
    const Matrix SF = kernels::times(view.graph.S.view(), F, context);
    Vector top = Vector::Zero(F.cols()), below = Vector::Zero(F.cols());
    for (Index i = 0; i < F.rows(); ++i) {
        if (view.present[at(i)] == 0) continue;
        top += F.row(i).cwiseProduct(SF.row(i)).transpose();
        below += F.row(i).cwiseAbs2().transpose();
    }
    std::vector<double> found;
    for (Index j = 0; j < F.cols(); ++j) {
        found.push_back(below[j] > 0 ? top[j] / below[j] : 0);
    }
    return found;
}

std::vector<double> values_of(const Vector& vector) {
    return {vector.begin(), vector.end()};
}

}  // namespace

void add_extension(const Dataset& data, const ObjectRows& rows, const ObjectGraphs& graphs, const Matrix& F,
                   std::span<const double> view_weights, const EmbeddingRule& rule, Model& model, Context& context) {
    model.arrays.push_back(to_array("embedding", F));
    model.arrays.push_back(to_array("centres", rule.centres));
    model.arrays.push_back(to_array("view_weights", std::vector<double>(view_weights.begin(), view_weights.end())));
    for (int v = 0; v < data.n_views(); ++v) {
        const ViewGraph& graph = graphs.views[at(v)];
        const std::string& name = graph.name;
        model.arrays.push_back(to_array("degree_" + name, values_of(graph.graph.degree)));
        model.arrays.push_back(to_array("quotient_" + name, quotients(graph, F, context)));
        const auto object_of = rows.object_of(v);
        model.integers.push_back({"objects_of_" + name, {object_of.begin(), object_of.end()}});
        if (graph.scale.size() == 0) continue;  // a given graph: new rows bring their weights
        model.arrays.push_back(to_array("scale_" + name, values_of(graph.scale)));
        model.tables.push_back(data.view(v).kept_as("rows_" + name));
    }
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
