#include "methods/factors/concat/concat_nmf.hpp"

#include <mvlink/error.hpp>
#include <mvlink/nmf.hpp>

#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/factors/answer/assignment.hpp"
#include "methods/factors/answer/factor_model.hpp"
#include "methods/factors/answer/fold_in.hpp"
#include "methods/factors/concat/side_by_side.hpp"
#include "methods/factors/nmf/factorize.hpp"
#include "methods/factors/problem/complete_mapping.hpp"
#include "methods/factors/problem/memory.hpp"
#include "methods/factors/problem/normalize.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/index.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

constexpr auto kObjects = "objects";

/// The topics of every view: its part of U.
void add_topics_by_view(const Dataset& data, const Matrix& U, const LabelRule& rule, Result& result) {
    Index first = 0;
    for (const View& view : data.views()) {
        add_topics(view.name(), U.middleRows(first, view.cols()), rule, result);
        first += view.cols();
    }
}

NmfOptions plain(const ConcatNmfOptions& options) {
    return {options.n_clusters, options.solver,   options.assign, options.normalize,
            options.n_init,     options.max_iter, options.tol};
}

}  // namespace
}  // namespace factors

Result concat_nmf(const Dataset& data, const ConcatNmfOptions& options, Context& context, const Start& start) {
    using namespace factors;
    options::check(options);
    const ObjectRows rows = require_complete_mapping(data, "concat-nmf");
    require_fit_for_nmf("concat-nmf", data, options.n_clusters);
    PhaseTimer timer;
    Result result = result_header("concat-nmf", options::texts(options), data.views(), context);
    const auto known = start_labels_of_objects(start, data, rows, options.n_clusters, context);
    std::vector<double> scales;
    for (const View& view : data.views()) {
        scales.push_back(view_scale(view, options.normalize, context));
        result.model.arrays.push_back({"scale_" + view.name(), 1, 1, {scales.back()}});
    }
    const View all = side_by_side(data, rows, options.normalize, scales, context);
    constexpr Index kRowFactors = 3;  // V, what it is fitted to, and the embedding
    require_memory_for_factors("concat-nmf", Dataset(all), options.n_clusters, kRowFactors, context);
    Factors factors = timer.time(
        "factorize", [&] { return factorize({all.features()}, plain(options), known, "concat-nmf", context); });
    add_course(factors, result);

    timer.time("assign", [&] {
        const bool kmeans = by_kmeans(options.assign, all.is_sparse());
        const LabelRule rule = learn_rule(factors.V, options.n_clusters, kmeans, known, context);
        const Partition objects = partition_of(factors.V, rule, kObjects, context);
        add_partitions_of_objects(data, rows, objects, result.partitions);
        result.embeddings.push_back(embedding_of(Scope::objects, kObjects, factors.V, rule));
        add_topics_by_view(data, factors.U, rule, result);
        add_factor(kObjects, factors.U, 1, rule, result.model);
    });
    add_constraint_report(data, 1, result);
    warn_of_ignored_constraints(data, result);
    add_warnings(data, result);
    result.seconds = timer.seconds();
    return result;
}

std::vector<Partition> predict_side_by_side(const Model& model, const Dataset& given, Context& context) {
    using namespace factors;
    if (views_of_model(model, given).size() != model.views.size()) {
        throw Error(ErrorCode::input, fmt::format("the model was fitted on {} views, and the data has {}; expected "
                                                  "all of them",
                                                  model.views.size(), given.n_views()));
    }
    const Dataset data = given.n_views() > 1 ? given.select(model.views) : given;
    const ObjectRows rows = require_complete_mapping(data, "concat-nmf");
    require_fit_for_nmf("concat-nmf", data, 1);
    std::vector<double> scales;
    for (const std::string& name : model.views) {
        scales.push_back(scale_of(model, name));
    }
    const View all = side_by_side(data, rows, normalize_of(model), scales, context);
    const Matrix U = to_matrix(model.array("U_objects", all.cols()));
    const Matrix V = fold_in({all.features()}, U, context);
    const Partition objects = partition_of(V, rule_of(model, kObjects, U.cols()), kObjects, context);
    std::vector<Partition> found, partitions;
    add_partitions_of_objects(data, rows, objects, found);
    for (const View& view : given.views()) {
        partitions.push_back(std::move(found[at(data.find_view(view.name()).value())]));
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
