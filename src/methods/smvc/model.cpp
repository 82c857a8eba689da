#include <mvlink/error.hpp>

#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/common/start_labels.hpp"
#include "methods/smvc/answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

/// All arrays are in the units of the data. Constant columns have precision 0: they tell nothing.
std::vector<NamedArray> model_arrays(const Problem& problem, const State& state, Index cols) {
    const Form& form = problem.form;
    const kernels::ScaledColumns& X = problem.table.X;
    Matrix means = Matrix::Zero(form.components(), cols), precisions = means;
    Matrix probabilities = Matrix::Zero(form.clusterings() + 1, cols);
    probabilities.row(form.clusterings()).setOnes();
    const kernels::Mixtures mixtures = mixtures_of(problem, state);
    Vector offsets = mixtures.offsets;
    for (std::size_t j = 0; j < problem.table.constant.size(); ++j) {
        means.col(problem.table.constant[j]).setConstant(problem.table.constant_values[j]);
    }
    for (Index d = 0; d < X.width(); ++d) {
        const auto at = static_cast<std::size_t>(d);
        const Index column = X.columns[at];
        for (Index c = 0; c < form.components(); ++c) {
            means(c, column) = X.centre[at] + state.mu(d, c) / X.factor[at];
            precisions(c, column) = state.alpha[c] / state.beta(d, c) * X.factor[at] * X.factor[at];
        }
        probabilities.col(column).setZero();
        probabilities.col(column).head(state.phi.cols()) = state.phi.row(d).transpose();
    }
    for (Index c = 0; c < form.components(); ++c) {  // of (x - mean)^2, not of x and x^2
        offsets[c] += 0.5 * mixtures.weights.col(c).head(X.width()).dot(state.mu.col(c));
    }
    std::vector<double> sizes, centre(static_cast<std::size_t>(cols), 0), scale = centre;
    for (Index m = 0; m < form.clusterings(); ++m) {
        sizes.push_back(static_cast<double>(form.size(m)));
    }
    for (std::size_t d = 0; d < X.columns.size(); ++d) {
        centre[X.columns[d]] = X.centre[d];
        scale[X.columns[d]] = 1 / X.factor[d];
    }
    return {to_array("n_clusters", std::move(sizes)),
            to_array("means", means),
            to_array("precisions", precisions),
            to_array("offsets", std::vector<double>(offsets.data(), offsets.data() + offsets.size())),
            to_array("dimension_probabilities", probabilities),
            to_array("centre", std::move(centre)),
            to_array("scale", std::move(scale))};
}

/// The kernels' form of a saved model, checked.
struct Loaded {
    kernels::ScaledColumns X;
    kernels::Mixtures mixtures;
};

std::vector<Index> firsts_of(const Model& model) {
    std::vector<Index> first{0};
    for (const double size : model.array("n_clusters", 1).values) {
        if (!(size >= 1 && size <= 1e9 && size == std::floor(size))) {
            throw Error(ErrorCode::input, fmt::format("model: n_clusters holds {}; expected whole numbers >= 1", size));
        }
        first.push_back(first.back() + static_cast<Index>(size));
    }
    return first;
}

Loaded loaded(const Model& model, const View& view) {
    const std::vector<Index> first = firsts_of(model);
    const Index C = first.back(), cols = view.cols(), M = static_cast<Index>(first.size()) - 1;
    const NamedArray& means = model.array("means", C, cols);
    const NamedArray& precisions = model.array("precisions", C, cols);
    const NamedArray& offsets = model.array("offsets", 1, C);
    const NamedArray& probabilities = model.array("dimension_probabilities", M + 1, cols);
    const NamedArray& centre = model.array("centre", 1, cols);
    const NamedArray& scale = model.array("scale", 1, cols);
    Loaded out;
    out.X.X = view.features();
    for (Index j = 0; j < cols; ++j) {
        const auto at = static_cast<std::size_t>(j);
        if (!(scale.values[at] > 0)) continue;
        out.X.columns.push_back(j);
        out.X.centre.push_back(centre.values[at]);
        out.X.factor.push_back(1 / scale.values[at]);
    }
    const Index D = out.X.width();
    out.mixtures = {first, Eigen::MatrixXd::Zero(2 * D, C), Eigen::Map<const Vector>(offsets.values.data(), C)};
    for (Index m = 0; m < M; ++m) {
        for (Index c = first[m]; c < first[m + 1]; ++c) {
            for (Index d = 0; d < D; ++d) {
                const auto at = static_cast<std::size_t>(d);
                const Index j = out.X.columns[at];
                const double phi = probabilities.values[m * cols + j];
                const double mu = (means.values[c * cols + j] - out.X.centre[at]) * out.X.factor[at];
                const double tau = precisions.values[c * cols + j] / (out.X.factor[at] * out.X.factor[at]);
                out.mixtures.weights(d, c) = phi * tau * mu;
                out.mixtures.weights(D + d, c) = -0.5 * phi * tau;
                out.mixtures.offsets[c] -= 0.5 * phi * tau * mu * mu;
            }
        }
    }
    return out;
}

/// A row whose squared distance overflows belongs to no cluster more than to another.
void require_finite(const kernels::MixtureLabels& found, const View& view) {
    for (const std::vector<double>& probability : found.probability) {
        const auto bad =
            std::find_if(probability.begin(), probability.end(), [](double value) { return !std::isfinite(value); });
        if (bad == probability.end()) continue;
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": row {} is so far from every cluster that its density is not a number; "
                                "expected rows like those that the model was fitted on",
                                view.name(), view.row_name(bad - probability.begin())));
    }
}

}  // namespace

Model model_of(const Result& result, const Problem& problem, const State& state, const View& view) {
    return {result.method, result.options, {view.name()}, {view.cols()}, model_arrays(problem, state, view.cols())};
}

Labels warm_labels(const Start& start, const Dataset& data, const Form& form, Context& context) {
    std::vector<Partition> given = start.partitions;
    if (start.model != nullptr) given = predict_several_clusterings(*start.model, data, context);
    if (static_cast<Index>(given.size()) != form.clusterings()) {
        throw Error(ErrorCode::input,
                    fmt::format("warm start: labels of {} clusterings; expected {}", given.size(), form.clusterings()));
    }
    Labels labels;
    for (Index m = 0; m < form.clusterings(); ++m) {
        const std::vector<std::int32_t>& own = given[m].labels;
        require_start_labels(own, data.view(0), form.size(m));
        labels.push_back(own);
    }
    return labels;
}

}  // namespace smvc_method

std::vector<Partition> predict_several_clusterings(const Model& model, const Dataset& data, Context& context) {
    using namespace smvc_method;
    const View& view = view_to_label(model, data, model.array("means").cols);
    const Loaded known = loaded(model, view);
    kernels::MixtureLabels found = kernels::hard_assign(known.X, view.rows(), known.mixtures, context);
    require_finite(found, view);
    return partitions_of(known.mixtures.first, std::move(found));
}

}  // namespace v1
}  // namespace mvlink
