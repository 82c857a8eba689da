#include <mvlink/alternatives.hpp>
#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "methods/alternatives/predict.hpp"
#include "methods/alternatives/proclus_steps.hpp"
#include "methods/alternatives/several_clusterings.hpp"
#include "methods/common/best_start.hpp"
#include "methods/common/model_views.hpp"
#include "methods/common/requirements.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/phase_timer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

/// PROCLUS (Aggarwal, Procopiuc, Wolf, Yu, Park 1999): three phases. Equation map: README.md beside this file.
namespace mvlink {
inline namespace v1 {
namespace alternatives {
namespace {

std::size_t at(Index i) {
    return static_cast<std::size_t>(i);
}

/// Medoids, by their place among the candidates, and what they make of the rows.
struct Solution {
    std::vector<std::size_t> medoids;
    ClusterColumns columns;
    std::vector<std::int32_t> labels;
    double objective = std::numeric_limits<double>::infinity();
};

/// Its objective is that of the best medoids so far.
struct Trial : Course {
    Matrix medoids = {};
    Solution best = {};
};

Index columns_in_all(const ProclusOptions& options, Index k, Index d) {
    const Index average = options.n_dimensions.is_auto() ? (d + 1) / 2 : *options.n_dimensions.value;
    return k * std::clamp<Index>(average, std::min<Index>(2, d), d);
}

Matrix rows_at(const Matrix& rows, const std::vector<Index>& candidates, const std::vector<std::size_t>& places) {
    Matrix chosen(static_cast<Index>(places.size()), rows.cols());
    for (std::size_t i = 0; i < places.size(); ++i) {
        chosen.row(static_cast<Index>(i)) = rows.row(candidates[places[i]]);
    }
    return chosen;
}

Solution evaluated(const Matrix& rows, const Matrix& medoids, std::vector<std::size_t> places, Index total,
                   Context& context) {
    Solution solution{std::move(places), {}, {}, 0};
    solution.columns = choose_columns(spread_in_localities(rows, medoids, context), total);
    solution.labels = assign_rows(rows, medoids, solution.columns, context);
    solution.objective = mean_spread(rows, solution.labels, solution.columns, context);
    return solution;
}

/// The smallest cluster, and all that are much smaller than the average.
std::vector<bool> bad_medoids(const Solution& solution, double min_deviation) {
    std::vector<Index> sizes(solution.medoids.size(), 0);
    for (const std::int32_t label : solution.labels) {
        ++sizes[label];
    }
    const double least =
        min_deviation * static_cast<double>(solution.labels.size()) / static_cast<double>(sizes.size());
    std::vector<bool> bad;
    for (const Index size : sizes) {
        bad.push_back(static_cast<double>(size) < least);
    }
    bad[std::min_element(sizes.begin(), sizes.end()) - sizes.begin()] = true;
    return bad;
}

/// Bad medoids are replaced by random candidates that are not in use, as far as there are any.
std::vector<std::size_t> with_replacements(const Solution& best, std::size_t candidates, double min_deviation,
                                           Random& random) {
    std::vector<std::size_t> free;
    for (const Index place : random.permutation(static_cast<Index>(candidates))) {
        if (std::find(best.medoids.begin(), best.medoids.end(), at(place)) == best.medoids.end()) {
            free.push_back(at(place));
        }
    }
    std::vector<std::size_t> medoids = best.medoids;
    const std::vector<bool> bad = bad_medoids(best, min_deviation);
    for (std::size_t i = 0; i < medoids.size() && !free.empty(); ++i) {
        if (!bad[i]) continue;
        medoids[i] = free.back();
        free.pop_back();
    }
    return medoids;
}

/// Phases 1 and 2 of one start.
Trial run_start(const Matrix& rows, const ProclusOptions& options, std::uint64_t start, Context& context) {
    Random random = context.stream("proclus/start", start);
    const Index k = options.n_clusters;
    const std::vector<Index> candidates = candidate_medoids(rows, k * Index{options.sample_factor},
                                                            k * Index{std::max(options.medoid_factor, 1)}, random);
    const Index clusters = std::min(k, static_cast<Index>(candidates.size()));
    const Index total = columns_in_all(options, clusters, rows.cols());
    std::vector<std::size_t> current;
    for (const Index place : random.permutation(static_cast<Index>(candidates.size()))) {
        if (static_cast<Index>(current.size()) < clusters) current.push_back(at(place));
    }
    Trial trial;
    int stale = 0;
    const auto round = [&](int t) {
        if (t > 0) current = with_replacements(trial.best, candidates.size(), options.min_deviation, random);
        Solution solution = evaluated(rows, rows_at(rows, candidates, current), current, total, context);
        stale = solution.objective < trial.best.objective ? 0 : stale + 1;
        if (stale == 0) trial.best = std::move(solution);
        return trial.best.objective;
    };
    run_rounds({"proclus", options.max_iter}, trial, context, round,
               [&](int) { return stale >= options.max_stale || candidates.size() <= current.size(); });
    trial.medoids = rows_at(rows, candidates, trial.best.medoids);
    return trial;
}

Trial best_start(const Matrix& rows, const ProclusOptions& options, Context& context) {
    return best_of(
        options.n_init, context,
        [&](int start) { return run_start(rows, options, static_cast<std::uint64_t>(start), context); },
        [](const Trial& next, const Trial& best) { return next.best.objective < best.best.objective; });
}

/// 1 where a column belongs to a cluster, k x d.
Matrix membership(const ClusterColumns& columns, Index d) {
    Matrix mask = Matrix::Zero(static_cast<Index>(columns.size()), d);
    for (Index i = 0; i < mask.rows(); ++i) {
        for (const Index j : columns[at(i)]) {
            mask(i, j) = 1;
        }
    }
    return mask;
}

ClusterColumns columns_of(const Matrix& mask) {
    ClusterColumns columns(at(mask.rows()));
    for (Index i = 0; i < mask.rows(); ++i) {
        for (Index j = 0; j < mask.cols(); ++j) {
            if (mask(i, j) != 0) columns[at(i)].push_back(j);
        }
        if (columns[at(i)].empty()) throw Error(ErrorCode::input, "model: a cluster without dimensions");
    }
    return columns;
}

/// What a deviation of each feature costs in each cluster: equal shares in its own columns.
std::vector<LearntMetric> metrics_of(const ClusterColumns& columns, const Vector& deviation) {
    std::vector<LearntMetric> metrics;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        LearntMetric metric{static_cast<int>(i), std::vector<double>(at(deviation.size()), 0.0), {}};
        for (const Index j : columns[i]) {
            metric.weights[at(j)] = deviation[j] / static_cast<double>(columns[i].size());
        }
        metrics.push_back(std::move(metric));
    }
    return metrics;
}

void warn_of_outliers(Index outliers, Result& result) {
    if (outliers == 0) return;
    warn(result, "outliers",
         fmt::format("{} rows are outliers, far from every medoid: they have the label of the nearest one, with "
                     "confidence 0",
                     outliers),
         static_cast<double>(outliers));
}

}  // namespace
}  // namespace alternatives

Result proclus(const Dataset& data, const ProclusOptions& options, Context& context, const Start& start) {
    using namespace alternatives;
    options::check(options);
    const View& view = require_dense_view(data, options.n_clusters, "proclus");
    require_no_start(start, "proclus");
    PhaseTimer timer;
    const kernels::ColumnMoments moments = finite_moments(view, context);  // before any work on huge features
    const Matrix rows = rows_of(view, context);
    Trial trial = timer.time("search", [&] { return best_start(rows, options, context); });  // phases 1 and 2
    const Index total = columns_in_all(options, trial.medoids.rows(), view.cols());
    const ClusterColumns columns =
        choose_columns(spread_in_clusters(rows, trial.medoids, trial.best.labels, context), total);  // phase 3
    const std::vector<double> reach = reaches(trial.medoids, columns);
    Assignment found = assign_with_outliers(rows, trial.medoids, columns, reach, context);

    Result result = result_header("proclus", options::texts(options), data.views(), context);
    result.metrics = metrics_of(columns, moments.deviation);
    result.model.arrays = {to_array("medoids", trial.medoids), to_array("dimensions", membership(columns, view.cols())),
                           to_array("reach", reach)};
    add_course(std::move(trial), result);
    result.partitions.push_back(
        {Scope::view, view.name(), options.n_clusters, std::move(found.labels), std::move(found.confidence)});
    const std::span<const std::int32_t> labels(result.partitions.front().labels);
    result.constraints = report_constraints(data, std::span(&labels, 1));
    warn_of_outliers(found.outliers, result);
    warn_of_empty_clusters(result);
    warn_if_not_converged(result);
    result.seconds = timer.seconds();
    return result;
}

std::vector<Partition> predict_proclus(const Model& model, const Dataset& data, Context& context) {
    using namespace alternatives;
    const auto options = options::parsed<ProclusOptions>(model.options);
    const View& view = view_to_label(model, data, model.array("medoids").cols);
    const Matrix medoids = to_matrix(model.array("medoids", -1, view.cols()));
    if (medoids.rows() > options.n_clusters) {
        throw Error(ErrorCode::input,
                    fmt::format("model of method proclus: {} medoids for {} clusters; expected at most one each",
                                medoids.rows(), options.n_clusters));
    }
    const ClusterColumns columns = columns_of(to_matrix(model.array("dimensions", medoids.rows(), view.cols())));
    Assignment found = assign_with_outliers(rows_of(view, context), medoids, columns,
                                            model.array("reach", 1, medoids.rows()).values, context);
    return {{Scope::view, view.name(), options.n_clusters, std::move(found.labels), std::move(found.confidence)}};
}

}  // namespace v1
}  // namespace mvlink
