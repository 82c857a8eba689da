#include "methods/spectral/extension.hpp"

#include "data/names_in_messages.hpp"

#include <mvlink/error.hpp>

#include "kernels/rows.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

constexpr Index kGrain = 256;
constexpr double kSameDirection = 1e-14;  // 1 - cosine of equal rows, with rounding
constexpr double kLeastQuotient = 0.1;    // dividing by less would blow up what is noise

/// What a model knows of one view.
struct KnownView {
    GraphPlan plan;
    const View* rows = nullptr;  // the training rows; null: the graph was given
    std::span<const Index> object_of;
    Vector degree;  // of the objects
    Vector scale;   // of the rows
    Eigen::RowVectorXd quotient;
    double weight = 1;
};

GraphOptions graph_options_of(const Model& model) {
    GraphOptions found;
    GraphOptions::describe(found, [&](const char* name, auto& member, const Range& range, std::string_view) {
        const std::string_view text = model.option(name);
        if (text.empty()) {
            throw Error(ErrorCode::input, fmt::format("model of method {}: option {} is missing", model.method, name));
        }
        member = options::Kind<std::decay_t<decltype(member)>>::parse(name, text, range);
    });
    return found;
}

Vector positive(const NamedArray& array, const Model& model) {
    for (const double value : array.values) {
        if (value > 0) continue;
        throw Error(ErrorCode::input, fmt::format("model of method {}: array \"{}\" holds {}; expected numbers above 0",
                                                  model.method, array.name, value));
    }
    return Eigen::Map<const Vector>(array.values.data(), static_cast<Index>(array.values.size()));
}

KnownView known_view(const Model& model, const std::string& name, Index cols, const GraphOptions& options,
                     const Matrix& F) {
    KnownView known;
    const bool given = options.metric == GraphMetric::precomputed;
    known.rows = given ? nullptr : &model.table("rows_" + name, -1, cols);
    const Index rows = given ? cols : known.rows->rows();
    known.plan = extension_plan(options, !given && known.rows->is_sparse(), rows);
    known.object_of = model.integer_array("objects_of_" + name, rows, F.rows());
    known.degree = positive(model.array("degree_" + name, 1, F.rows()), model);
    if (!given) known.scale = positive(model.array("scale_" + name, 1, rows), model);
    known.quotient = to_matrix(model.array("quotient_" + name, 1, F.cols())).row(0);
    const auto place = std::find(model.views.begin(), model.views.end(), name) - model.views.begin();
    known.weight = model.array("view_weights", 1, static_cast<Index>(model.views.size())).values[at(place)];
    if (known.weight < 0) {
        throw Error(ErrorCode::input, fmt::format("model of method {}: a view weight is negative", model.method));
    }
    return known;
}

/// The logarithm of the weight of the edge from a new row to a training row, as the graph of the training rows has it.
double log_weight(const KnownView& known, double distance, double own_scale, double scale) {
    switch (known.plan.edges.weights) {
        case kernels::EdgeWeights::local_scaling:
            return -distance / (own_scale * scale);
        case kernels::EdgeWeights::median:
        case kernels::EdgeWeights::gaussian:
            return -distance / (2 * scale * scale);
        case kernels::EdgeWeights::cosine:
            return std::log(std::max(0.0, 1 - distance));
        case kernels::EdgeWeights::binary:
            return 0;
    }
    return 0;
}

/// sum_o w_xo / sqrt(d_x d_o) F_o, where d_x = sum_o w_xo.
class Sum {
public:
    Sum(const KnownView& known, const Matrix& F) : known_(known), F_(F), sum_(Eigen::RowVectorXd::Zero(F.cols())) {}
    void add(Index row, double weight) {
        const Index object = known_.object_of[at(row)];
        sum_ += weight / std::sqrt(known_.degree[object]) * F_.row(object);
        degree_ += weight;
    }
    [[nodiscard]] Eigen::RowVectorXd value() const {
        return degree_ > 0 ? Eigen::RowVectorXd(sum_ / std::sqrt(degree_)) : sum_;
    }

private:
    const KnownView& known_;
    const Matrix& F_;
    Eigen::RowVectorXd sum_;
    double degree_ = 0;
};

/// One row from its neighbours and the logarithms of their weights. Its degree is not let below that of its neighbours:
/// the weights of a row far from all others would underflow, and any cluster would do.
Eigen::RowVectorXd weighted(const KnownView& known, std::span<const std::int32_t> neighbours,
                            std::span<const double> log_weights, const Matrix& F) {
    const double largest = *std::max_element(log_weights.begin(), log_weights.end());
    Sum sum(known, F);
    if (std::isinf(largest)) return sum.value();  // no neighbour has any weight
    double relative = 0, least = known.degree[known.object_of[at(neighbours.front())]];
    for (std::size_t e = 0; e < neighbours.size(); ++e) {
        relative += std::exp(log_weights[e] - largest);
        least = std::min(least, known.degree[known.object_of[at(neighbours[e])]]);
    }
    const double factor = std::max(std::exp(largest), least / relative);
    for (std::size_t e = 0; e < neighbours.size(); ++e) {
        sum.add(neighbours[e], factor * std::exp(log_weights[e] - largest));
    }
    return sum.value();
}

/// One row from its neighbours. A row that equals training rows is where they are.
Eigen::RowVectorXd placed(const KnownView& known, const kernels::Neighbours& found, Index row, const Matrix& F) {
    const auto first = static_cast<std::ptrdiff_t>(row) * found.k;
    const std::span distances(found.distance.data() + first, static_cast<std::size_t>(found.k));
    const std::span neighbours(found.index.data() + first, static_cast<std::size_t>(found.k));
    const bool cosine = known.plan.neighbours.metric == kernels::NeighbourMetric::cosine;
    const double same = cosine ? kSameDirection : 0;
    if (distances.front() <= same) {
        Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(F.cols());
        double count = 0;
        for (std::size_t e = 0; e < distances.size() && distances[e] <= same; ++e, ++count) {
            mean += F.row(known.object_of[at(neighbours[e])]);
        }
        return (mean / count).cwiseProduct(known.quotient.cwiseMax(kLeastQuotient));
    }
    std::vector<double> weights(distances.size());
    const double own_scale = std::sqrt(distances.back());
    for (std::size_t e = 0; e < distances.size(); ++e) {
        weights[e] = log_weight(known, distances[e], own_scale, known.scale[neighbours[e]]);
    }
    return weighted(known, neighbours, weights, F);
}

Matrix from_neighbours(const KnownView& known, const View& view, const Matrix& F, Context& context) {
    const kernels::Neighbours found =
        kernels::nearest_neighbours_of(view.features(), known.rows->features(), known.plan.neighbours, context);
    Matrix rows(view.rows(), F.cols());
    parallel_for(context, view.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            rows.row(row) = placed(known, found, row, F);
        }
    });
    return rows;
}

/// The rows are weights of edges to the training rows.
Matrix from_weights(const KnownView& known, const View& view, const Matrix& F) {
    Matrix rows(view.rows(), F.cols());
    view.visit([&](const auto& X) {
        for (Index row = 0; row < X.rows; ++row) {
            Sum sum(known, F);
            kernels::for_each_entry(X, row, [&](Index column, double weight) {
                if (weight < 0) {
                    throw Error(ErrorCode::input,
                                fmt::format("view \"{}\": row {}, column {} is {}; expected weights of edges >= 0",
                                            view.name(), row_text(view, row), column_text(view, column), weight));
                }
                if (weight > 0) sum.add(column, weight);
            });
            rows.row(row) = sum.value();
        }
    });
    return rows;
}

bool normalizes_rows(const Model& model) {
    return model.option("normalize_rows") == "true";
}

/// Coordinates of the objects of the data: the views that hold an object, by their weights, over what their graphs
/// leave of a coordinate.
Matrix extended(const Model& model, const Dataset& data, const ObjectRows& rows, const Matrix& F, Context& context) {
    const GraphOptions options = graph_options_of(model);
    Matrix sums = Matrix::Zero(rows.count(), F.cols()), left = Matrix::Zero(rows.count(), F.cols());
    const auto pairs = views_of_model(model, data);
    for (int v = 0; v < data.n_views(); ++v) {
        const KnownView known = known_view(model, pairs[at(v)].name, data.view(v).cols(), options, F);
        const Matrix own = known.rows == nullptr ? from_weights(known, data.view(v), F)
                                                 : from_neighbours(known, data.view(v), F, context);
        const Matrix by_object = mean_by_object(own, rows.object_of(v), rows.count());
        const double weight = std::max(known.weight, 1e-12);  // a view without weight still places what it alone holds
        for (Index object = 0; object < rows.count(); ++object) {
            if (rows.rows_of(v, object).empty()) continue;
            sums.row(object) += weight * by_object.row(object);
            left.row(object) += weight * known.quotient.cwiseMax(kLeastQuotient);
        }
    }
    return sums.cwiseQuotient(left);
}

}  // namespace
}  // namespace spectral_family

std::vector<Partition> predict_by_extension(const Model& model, const Dataset& data, Context& context) {
    using namespace spectral_family;
    const Matrix F = to_matrix(model.array("embedding"));
    const EmbeddingRule rule{normalizes_rows(model),
                             to_matrix(model.array("centres", clusters_of_model(model), F.cols()))};
    const ObjectRows rows(data);
    const Partition objects = partition_of(extended(model, data, rows, F, context), rule, context);
    std::vector<Partition> partitions;
    add_partitions_of_objects(data, rows, objects, partitions);
    partitions.resize(at(data.n_views()));  // the views' own
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
