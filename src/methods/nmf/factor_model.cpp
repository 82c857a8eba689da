#include "methods/nmf/factor_model.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include "kernels/rows.hpp"
#include "methods/common/model_views.hpp"
#include "methods/nmf/factorize.hpp"
#include "methods/nmf/normalize.hpp"
#include "methods/options/visitors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace nmf_family {
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

/// Clusters that no partition of a view uses.
Index empty_clusters(const Result& result) {
    std::vector<bool> used;
    for (const Partition& partition : result.partitions) {
        used.resize(std::max(used.size(), static_cast<std::size_t>(partition.n_clusters)), false);
        for (const std::int32_t label : partition.labels) {
            used[static_cast<std::size_t>(label)] = true;
        }
    }
    return std::count(used.begin(), used.end(), false);
}

void require_labels(const std::vector<std::int32_t>& labels, const View& view, int n_clusters) {
    if (static_cast<Index>(labels.size()) != view.rows()) {
        throw Error(ErrorCode::input,
                    fmt::format("warm start: {} labels for the {} rows of view \"{}\"; expected one a row",
                                labels.size(), view.rows(), view.name()));
    }
    const auto bad = std::find_if(labels.begin(), labels.end(),
                                  [&](std::int32_t label) { return label < -1 || label >= n_clusters; });
    if (bad == labels.end()) return;
    throw Error(ErrorCode::input, fmt::format("warm start: row {} has label {}; expected 0 to {}, or -1 for unknown",
                                              bad - labels.begin(), *bad, n_clusters - 1));
}

}  // namespace

NamedArray to_array(std::string name, const Matrix& values) {
    return {std::move(name), values.rows(), values.cols(), {values.data(), values.data() + values.size()}};
}

Matrix to_matrix(const NamedArray& array) {
    return Eigen::Map<const Matrix>(array.values.data(), array.rows, array.cols);
}

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
    for (const OptionText& option : model.options) {
        if (option.name == "normalize")
            return options::Kind<NmfNormalize>::parse("normalize", option.value, any_of_enum);
    }
    throw Error(ErrorCode::input, fmt::format("model of method {}: option normalize is missing", model.method));
}

double scale_of(const Model& model, const std::string& name) {
    return model.array("scale_" + name, 1, 1).values.front();
}

Result empty_result(std::string method, std::vector<OptionText> options, const Dataset& data, Context& context) {
    Result result;
    result.method = method;
    result.options = options;
    result.seed = context.seed();
    result.model = {std::move(method), std::move(options), {}, {}, {}};
    for (const View& view : data.views()) {
        result.model.views.push_back(view.name());
        result.model.cols.push_back(view.cols());
    }
    return result;
}

void add_warnings(const Dataset& data, Result& result) {
    for (const View& view : data.views()) {
        const Index rows = rows_without_features(view);
        if (rows == 0) continue;
        result.warnings.push_back(
            {"rows-without-features",
             fmt::format("{} of {} rows of view \"{}\" have no feature above 0: nothing tells their cluster", rows,
                         view.rows(), view.name()),
             static_cast<double>(rows)});
    }
    if (const Index empty = empty_clusters(result); empty > 0) {
        result.warnings.push_back({"empty-clusters",
                                   fmt::format("{} clusters are empty: fewer groups than asked for were found", empty),
                                   static_cast<double>(empty)});
    }
    if (result.stop_reason == StopReason::max_iter) {
        result.warnings.push_back(
            {"not-converged", fmt::format("stopped after {} rounds, still moving; raise max_iter", result.iterations),
             static_cast<double>(result.iterations)});
    }
}

std::vector<std::int32_t> start_labels(const Start& start, const View& view, int n_clusters, Context& context) {
    if (start.empty()) return {};
    if (!start.centroids.values.empty()) {
        throw Error(ErrorCode::usage, "warm start: this method has no centroids; start from labels or a model");
    }
    std::vector<std::int32_t> labels;
    if (start.model != nullptr) {
        labels = predict(*start.model, Dataset(view), context).front().labels;
    } else {
        const auto own = std::find_if(start.partitions.begin(), start.partitions.end(),
                                      [&](const Partition& one) { return one.name == view.name(); });
        if (own == start.partitions.end()) {
            throw Error(ErrorCode::input, fmt::format("warm start: no labels for view \"{}\"", view.name()));
        }
        labels = own->labels;
    }
    require_labels(labels, view, n_clusters);
    return labels;
}

}  // namespace nmf_family

std::vector<Partition> predict_by_factors(const Model& model, const Dataset& data, Context& context) {
    using namespace nmf_family;
    std::vector<Partition> partitions;
    const NmfNormalize normalize = normalize_of(model);
    for (const ModelView& pair : views_of_model(model, data)) {
        const Matrix U = to_matrix(model.array("U_" + pair.name, pair.view.cols()));
        const LabelRule rule = rule_of(model, pair.name, U.cols());
        require_fit_for_nmf(model.method, Dataset(pair.view), 1);
        const auto scales = row_scales(pair.view, normalize, scale_of(model, pair.name), context);
        const Matrix V = fold_in({pair.view.features(), scales}, U, context);
        partitions.push_back(partition_of(V, rule, pair.view.name(), context));
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
