#include "methods/factors/answer/factor_model.hpp"

#include <mvlink/error.hpp>

#include "kernels/rows.hpp"
#include "methods/common/arrays.hpp"
#include "methods/common/model_views.hpp"
#include "methods/common/requirements.hpp"
#include "methods/common/warnings.hpp"
#include "methods/factors/answer/fold_in.hpp"
#include "methods/factors/problem/normalize.hpp"
#include "methods/options/visitors.hpp"

#include <fmt/core.h>

#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

Index rows_without_features(const View& view) {
    return view.visit([](const auto& X) {
        Index count = 0;
        for (Index row = 0; row < X.rows; ++row) {
            bool has_some = false;
            kernels::for_each_entry(X, row, [&](Index, double value) { has_some = has_some || value > 0; });
            count += has_some ? 0 : 1;
        }
        return count;
    });
}

}  // namespace

void add_factor(const std::string& name, const Matrix& U, double scale, const LabelRule& rule, Model& model) {
    model.arrays.push_back(to_array("U_" + name, U));
    model.arrays.push_back({"scale_" + name, 1, 1, {scale}});
    if (rule.centres.size() > 0) model.arrays.push_back(to_array("centres_" + name, rule.centres));
}

LabelRule rule_of(const Model& model, const std::string& name, Index columns) {
    LabelRule rule{clusters_of_model(model)};
    const std::string centres = "centres_" + name;
    if (model.has_array(centres)) {
        rule.centres = to_matrix(model.array(centres, rule.n_clusters, columns));
    } else if (columns > rule.n_clusters) {
        throw Error(ErrorCode::input, fmt::format("model of method {}: {} columns of U for {} clusters", model.method,
                                                  columns, rule.n_clusters));
    }
    return rule;
}

NmfNormalize normalize_of(const Model& model) {
    const std::string_view text = model.option("normalize");
    if (text.empty()) {
        throw Error(ErrorCode::input, fmt::format("model of method {}: option normalize is missing", model.method));
    }
    return options::Kind<NmfNormalize>::parse("normalize", std::string(text), any_of_enum);
}

double scale_of(const Model& model, const std::string& name) {
    return model.array("scale_" + name, 1, 1).values.front();
}

void add_warnings(const Dataset& data, Result& result) {
    for (const View& view : data.views()) {
        const Index rows = rows_without_features(view);
        if (rows == 0) continue;
        warn(result, "rows-without-features",
             fmt::format("{} of {} rows of view \"{}\" have no feature above 0: nothing tells their cluster", rows,
                         view.rows(), view.name()),
             static_cast<double>(rows));
    }
    warn_of_empty_clusters(result);
    warn_if_not_converged(result);
}

}  // namespace factors

std::vector<Partition> predict_by_factors(const Model& model, const Dataset& data, Context& context) {
    using namespace factors;
    std::vector<Partition> partitions;
    const NmfNormalize normalize = normalize_of(model);
    for (const ModelView& pair : views_of_model(model, data)) {
        const Matrix U = to_matrix(model.array("U_" + pair.name, pair.view.cols()));
        const LabelRule rule = rule_of(model, pair.name, U.cols());
        require_nonnegative(model.method, pair.view);
        const auto scales = row_scales(pair.view, normalize, scale_of(model, pair.name), context);
        const Matrix V = fold_in({pair.view.features(), scales}, U, context);
        partitions.push_back(partition_of(V, rule, pair.view.name(), context));
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
