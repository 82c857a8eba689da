#include "methods/kmeans/metric/steps.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "methods/kmeans/lloyd/rounding_of_mean.hpp"
#include "methods/kmeans/metric/update.hpp"
#include "methods/kmeans/problem/visit_order.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr Index kBlock = 256;

std::size_t least_cost(std::span<const double> costs, std::int32_t present) {
    std::size_t best = 0;
    for (std::size_t h = 1; h < costs.size(); ++h) {
        if (costs[h] < costs[best] || (costs[h] == costs[best] && static_cast<std::int32_t>(h) == present)) best = h;
    }
    return best;
}

std::span<const double> row_of(const Matrix& costs, Index row) {
    return {costs.data() + row * costs.cols(), static_cast<std::size_t>(costs.cols())};
}

/// The costs of the constrained rows before constraints, by position.
Matrix costs_by_position(const MetricProblem& problem, const MetricCosts& cluster_costs, Index k, Context& context) {
    const auto nodes = problem.view.components.nodes();
    Matrix costs(static_cast<Index>(nodes.size()), k);
    parallel_for(context, costs.rows(), kBlock, [&](Index begin, Index end) {
        cluster_costs(nodes.subspan(begin, static_cast<std::size_t>(end - begin)),
                      costs.middleRows(begin, end - begin));
    });
    return costs;
}

struct Donor {
    Index row = -1;
    double gain = 0;  // what its move saves; > 0 for a donor
};

bool is_its_mean(const MetricProblem& problem, const State& state, const std::vector<Index>& counts, Index row) {
    const std::int32_t label = state.labels[row];
    const Vector x = kernels::row_of(problem.features(), row);
    const double distance = (x - state.centroids.row(label).transpose()).squaredNorm();
    return distance <= rounding_of_mean(counts[label], x.squaredNorm());
}

/// The row whose move into the empty cluster `to`, onto its own centroid, lowers Eq. (6) most. Rows that are their mean
/// but for rounding stay, unless their constraints pay for the move: equal rows belong together.
Donor best_donor(const MetricProblem& problem, const Metrics& metrics, MetricPenalties* penalties, const State& state,
                 const std::vector<Index>& counts, Index to) {
    const MetricCosts cluster_costs(problem.features(), state.centroids, metrics, problem.centre);
    const Index k = state.centroids.rows();
    const double arrival = -metric_of(metrics, to).log_det;
    Donor best;
    std::vector<Index> rows;
    std::vector<double> paid(k);
    Matrix costs(kBlock, k);
    for (Index begin = 0; begin < problem.view.view.rows(); begin += kBlock) {
        rows.clear();
        for (Index row = begin; row < std::min(begin + kBlock, problem.view.view.rows()); ++row) {
            rows.push_back(row);
        }
        cluster_costs(rows, costs.topRows(static_cast<Index>(rows.size())));
        for (const Index row : rows) {
            const std::int32_t from = state.labels[row];
            if (counts[from] < 2) continue;
            double nearer = costs(row - begin, from) - arrival, saved = 0;
            if (penalties != nullptr && problem.view.constrained(row)) {
                std::fill(paid.begin(), paid.end(), 0.0);
                penalties->add_costs(problem.view.position_of(row), paid);
                saved = paid[from] - paid[to];
            }
            if (nearer + saved > best.gain && is_its_mean(problem, state, counts, row)) nearer = 0;
            if (nearer + saved > best.gain) best = {row, nearer + saved};
        }
    }
    return best;
}

void move_row(const MetricProblem& problem, Index row, Index to, std::vector<Index>& counts, State& state) {
    std::int32_t& label = state.labels[row];
    const auto m = static_cast<double>(counts[label]);
    const Vector x = kernels::row_of(problem.features(), row);
    state.centroids.row(label) = (m * state.centroids.row(label) - x.transpose()) / (m - 1);
    state.centroids.row(to) = x.transpose();
    --counts[label];
    counts[to] = 1;
    label = static_cast<std::int32_t>(to);
}

/// Clusters that learn their scale alone have the same, as in K-Means: else wide ones would grow at the cost of others.
std::optional<Metric> common_metric(const MetricProblem& problem, const Scatters& S,
                                    const std::vector<double>& counts) {
    if (problem.rules.shrinkage < 1 || S.size() < 2) return std::nullopt;
    Scatter pooled = S.front();
    for (std::size_t m = 1; m < S.size(); ++m) {
        pooled += S[m];
    }
    const double rows = std::accumulate(counts.begin(), counts.end(), 0.0);
    return metric_from_scatter(pooled, rows, problem.deviation, problem.rules.floor, 1);
}

}  // namespace

MetricProblem::MetricProblem(const Dataset& data, const MetricRules& given, Context& context)
    : view(data), rules(given) {
    const bool sparse = std::visit([]<class Rows>(const Rows&) { return Rows::kSparse; }, features());
    if (sparse && rules.form == MetricForm::full) {
        throw Error(ErrorCode::usage, fmt::format("metric: full metrics need a dense view, but view \"{}\" is sparse; "
                                                  "expected metric=diagonal, or a preparation such as pca=50",
                                                  view.view.name()));
    }
    if (rules.farthest_pair == FarthestPair::automatic) {
        rules.farthest_pair = rules.form == MetricForm::full ? FarthestPair::exact : FarthestPair::box;
    }
    if (rules.farthest_pair == FarthestPair::box && rules.form == MetricForm::full) {
        throw Error(ErrorCode::usage,
                    "farthest_pair: box does not work with metric=full, which rotates the axes; expected exact");
    }
    if (rules.farthest_pair == FarthestPair::exact && sparse) {
        throw Error(ErrorCode::usage, fmt::format("farthest_pair: found exact for the sparse view \"{}\"; expected box",
                                                  view.view.name()));
    }
    const kernels::ColumnMoments moments = kernels::column_moments(features(), context);
    centre = moments.mean;
    deviation = moments.deviation.unaryExpr([](double s) { return s > 0 ? s : 1; });
    free_rows = view.free_rows();
}

void MetricProblem::set_constraints(std::span<const Constraint> constraints) {
    view = ConstrainedView(view.data.with_constraints(constraints));
    free_rows = view.free_rows();
}

Spreads MetricProblem::spreads(Context& context) const {
    if (!rules.constrained) return {};
    return {view.view, rules.farthest_pair, rules.freeze_after, centre, context};
}

Metrics MetricProblem::first_metrics(Index k) const {
    return Metrics(rules.per_cluster ? static_cast<std::size_t>(k) : 1, identity_metric(rules.form, view.view.cols()));
}

void assign_in_bulk(const MetricProblem& problem, const Metrics& metrics, std::span<const Index> rows, State& state,
                    Context& context) {
    const MetricCosts cluster_costs(problem.features(), state.centroids, metrics, problem.centre);
    const auto assign = [&](Index& changed, Index begin, Index end) {
        Matrix costs(kBlock, state.centroids.rows());
        for (Index at = begin; at < end; at += kBlock) {
            const Index count = std::min(kBlock, end - at);
            const auto block = rows.subspan(at, count);
            cluster_costs(block, costs.topRows(count));
            for (Index i = 0; i < count; ++i) {
                std::int32_t& label = state.labels[static_cast<std::size_t>(block[static_cast<std::size_t>(i)])];
                const auto best = static_cast<std::int32_t>(least_cost(row_of(costs, i), label));
                changed += best != label ? 1 : 0;
                label = best;
            }
        }
    };
    state.changed = ordered_sum(context, static_cast<Index>(rows.size()), Index{0}, sizeof(Index), assign,
                                [](Index& total, Index part) { total += part; });
}

void assign_clusters(const MetricProblem& problem, const Metrics& metrics, const Spreads& spreads, VisitOrder order,
                     bool forget, Random& random, MetricPenalties& penalties, State& state, Context& context) {
    assign_in_bulk(problem, metrics, problem.free_rows, state, context);
    if (problem.view.components.nodes().empty()) return;

    const MetricCosts cluster_costs(problem.features(), state.centroids, metrics, problem.centre);
    Matrix costs = costs_by_position(problem, cluster_costs, state.centroids.rows(), context);
    std::vector<std::int32_t> before = problem.view.labels_by_position(state.labels);
    penalties.start(metrics, spreads.squared(metrics), forget ? std::vector<std::int32_t>(before.size(), -1) : before,
                    context);
    const auto nearest = [&] {
        const Vector least = costs.rowwise().minCoeff();
        return std::vector<double>(least.begin(), least.end());
    };
    for (const Index position : visit_order(problem.view, order, random, nearest)) {
        const std::span<double> paid(costs.data() + position * costs.cols(), static_cast<std::size_t>(costs.cols()));
        penalties.add_costs(position, paid);
        const auto best = static_cast<std::int32_t>(least_cost(paid, penalties.label(position)));
        if (best != penalties.label(position)) penalties.move(position, best);
        state.changed += best != before[position] ? 1 : 0;
        state.labels[problem.view.row_at(position)] = best;
    }
}

void estimate_means(const MetricProblem& problem, const Metrics& metrics, MetricPenalties* penalties, State& state,
                    Context& context) {
    const Index k = state.centroids.rows();
    kernels::LabelSums found = kernels::label_sums(problem.features(), state.labels, k, context);
    for (Index h = 0; h < k; ++h) {
        const auto count = static_cast<double>(found.counts[h]);
        if (count > 0) state.centroids.row(h) = found.sums.row(h) / count;
    }
    for (Index h = 0; h < k && state.repairs < k; ++h) {
        if (found.counts[h] > 0) continue;
        const Donor donor = best_donor(problem, metrics, penalties, state, found.counts, h);
        if (donor.row < 0) continue;
        move_row(problem, donor.row, h, found.counts, state);
        if (penalties != nullptr && problem.view.constrained(donor.row)) {
            penalties->move(problem.view.position_of(donor.row), static_cast<std::int32_t>(h));
        }
        ++state.repairs;
        ++state.changed;
    }
}

MetricSums update_metrics(const MetricProblem& problem, const ConstraintIndex& index, const Spreads& spreads,
                          const State& state, Metrics& metrics, Context& context) {
    const Scatters rows =
        within_scatter(problem.features(), state.centroids, state.labels, problem.rules.form, metrics.size(), context);
    Scatters S = rows;
    add_constraint_scatter(problem.view, index, problem.view.labels_by_position(state.labels), spreads,
                           problem.rules.form, S, context, problem.rules.learns_from_soft);
    std::vector<double> counts(metrics.size(), 0.0);
    for (const std::int32_t h : state.labels) {
        counts[metric_of(h, metrics.size())] += 1;
    }
    const std::optional<Metric> common = common_metric(problem, S, counts);
    std::vector<MetricSums> parts(metrics.size());
    parallel_for(context, static_cast<Index>(metrics.size()), 1, [&](Index begin, Index) {
        const auto m = static_cast<std::size_t>(begin);
        if (common) metrics[m] = *common;
        if (counts[m] == 0) return;  // an empty cluster keeps its own metric
        if (!common) {
            metrics[m] =
                metric_from_scatter(S[m], counts[m], problem.deviation, problem.rules.floor, problem.rules.shrinkage);
        }
        const double distances = rows[m].trace_under(metrics[m]);
        parts[m].rows = distances - counts[m] * metrics[m].log_det;
        parts[m].constraints = S[m].trace_under(metrics[m]) - distances;  // tr(A S) is linear in vv' and mm'
    });
    MetricSums sums;
    for (const MetricSums& part : parts) {
        sums.rows += part.rows;
        sums.constraints += part.constraints;
    }
    return sums;
}

double objective(const MetricProblem& problem, const MetricSums& sums, const Metrics& metrics, const Spreads& spreads,
                 const State& state, MetricPenalties& penalties, Context& context) {
    if (problem.view.pairs.empty()) return sums.rows;
    const bool sums_are_known = problem.rules.farthest_pair == FarthestPair::box && problem.rules.learns_from_soft;
    if (sums_are_known) return sums.rows + sums.constraints;
    penalties.start(metrics, spreads.squared(metrics), problem.view.labels_by_position(state.labels), context);
    return sums.rows + penalties.total(context);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
