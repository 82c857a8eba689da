#include <mvlink/mpck_means.hpp>

#include <mvlink/registry.hpp>

#include "methods/kmeans/metric/steps.hpp"
#include "methods/kmeans/metric/update.hpp"
#include "reference/mpck_means.hpp"
#include "support/random_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

/// MPCK-Means in its four forms against the equations as plain loops, and what holds of it, on many random problems.
namespace mvlink {
namespace {

using kmeans_family::Metric;
using kmeans_family::Metrics;

struct RandomMpck {
    explicit RandomMpck(int seed) : random(static_cast<std::uint64_t>(seed)) {
        n = 20 + random.below(50);
        d = 1 + random.below(5);
        k = static_cast<int>(2 + random.below(4));
        X = support::random_clusters(n, d, k, random);
        constraints = support::random_constraints(n, static_cast<int>(random.below(60)), seed % 8 < 4, random);
        options.n_clusters = k;
        options.metric = seed % 2 == 0 ? MetricForm::diagonal : MetricForm::full;
        options.per_cluster = seed % 4 >= 2;
        options.closure = seed % 3 != 0;
        options.constraint_weight = seed % 5 == 0 ? 0.5 : 1;
        options.order = VisitOrder::index;
        options.memory = LabelMemory::keep;
    }

    [[nodiscard]] Dataset data() const { return support::constrained(support::dense_view<double>(X), constraints); }

    /// The pairs that count, with the weights that count, as the reference wants them.
    void reference_pairs(reference::Pairs& must, reference::Pairs& cannot) const {
        const Dataset merged = data();
        for (const Constraint& c : merged.constraints()) {
            (c.link == Link::must ? must : cannot)[{static_cast<int>(c.a.row), static_cast<int>(c.b.row)}] = c.weight;
        }
        if (*options.closure.value) {
            auto closure = reference::close(static_cast<int>(n), must, cannot);
            must = closure.must;
            cannot = closure.cannot;
        }
        for (auto& [pair, weight] : must)
            weight *= *options.constraint_weight.value;
        for (auto& [pair, weight] : cannot)
            weight *= *options.constraint_weight.value;
    }

    [[nodiscard]] kmeans_family::MetricRules rules() const {
        return {options.metric, options.per_cluster, options.farthest_pair, options.freeze_after, options.floor};
    }

    std::vector<int> random_labels(int least) {
        std::vector<int> labels;
        for (Index i = 0; i < n; ++i)
            labels.push_back(static_cast<int>(random.below(k - least)) + least);
        return labels;
    }

    Random random;
    Index n, d;
    int k;
    support::Table X;
    std::vector<Constraint> constraints;
    MpckMeansOptions options;
};

std::vector<std::int32_t> as_labels(const std::vector<int>& labels) {
    return {labels.begin(), labels.end()};
}

/// A random metric of the wanted form, in both notations.
std::pair<Metric, reference::Metric> random_metric(const RandomMpck& problem, Random& random) {
    Metric ours = kmeans_family::identity_metric(problem.options.metric, problem.d);
    ours.log_det = random.normal();
    reference::Metric plain = reference::identity_metric(static_cast<int>(problem.d));
    plain.log_det = ours.log_det;
    for (Index i = 0; i < problem.d; ++i) {
        if (!ours.is_full()) {
            ours.weights[i] = 0.1 + random.uniform();
            plain.A[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)] = ours.weights[i];
        }
        for (Index j = 0; j < problem.d && ours.is_full(); ++j)
            ours.factor(i, j) += 0.3 * random.normal();
    }
    if (!ours.is_full()) return {ours, plain};
    const Matrix A = ours.factor * ours.factor.transpose();
    for (Index i = 0; i < problem.d; ++i) {
        for (Index j = 0; j < problem.d; ++j)
            plain.A[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = A(i, j);
    }
    return {ours, plain};
}

class MpckMeansProperty : public testing::TestWithParam<int> {};

TEST_P(MpckMeansProperty, PenaltiesAreTheSumsOverTheWrittenOutClosure) {
    RandomMpck problem(GetParam());
    reference::Pairs must, cannot;
    problem.reference_pairs(must, cannot);
    for (const View& view : {support::dense_view<double>(problem.X), support::sparse_view<double>(problem.X)}) {
        if (problem.options.metric == MetricForm::full && view.name() != "x") continue;
        const bool sparse = std::visit([](const auto& X) { return X.kSparse; }, view.features());
        if (sparse && problem.options.metric == MetricForm::full) continue;
        const Dataset data = support::constrained(view, problem.constraints);
        const kmeans_family::ConstrainedView constrained(data);
        Metrics metrics;
        std::vector<reference::Metric> plain;
        for (int m = 0; m < (problem.options.per_cluster ? problem.k : 1); ++m) {
            auto [ours, theirs] = random_metric(problem, problem.random);
            metrics.push_back(ours);
            plain.push_back(theirs);
        }
        while (static_cast<int>(plain.size()) < problem.k)
            plain.push_back(plain.front());
        std::vector<reference::Spread> spreads(plain.size(), reference::box_spread(problem.X));
        std::vector<double> squared;
        for (std::size_t m = 0; m < plain.size(); ++m) {
            if (metrics.front().is_full()) {
                const auto [a, b] = reference::farthest_pair(problem.X, plain[m].A);
                for (std::size_t j = 0; j < spreads[m].size(); ++j)
                    spreads[m][j] =
                        problem.X[static_cast<std::size_t>(a)][j] - problem.X[static_cast<std::size_t>(b)][j];
            }
            if (m < metrics.size()) squared.push_back(reference::squared_spread(spreads[m], plain[m].A));
        }
        std::vector<int> labels = problem.random_labels(-1);
        kmeans_family::MetricPenalties penalties(constrained, problem.k, *problem.options.closure.value,
                                                 *problem.options.constraint_weight.value);
        Context context;
        penalties.start(metrics, squared, constrained.labels_by_position(as_labels(labels)), context);
        const support::Table origin(static_cast<std::size_t>(problem.k),
                                    std::vector<double>(static_cast<std::size_t>(problem.d), 0.0));
        const auto nodes = constrained.components.nodes();
        for (int round = 0; round < 20 && !nodes.empty(); ++round) {
            const Index position = problem.random.below(static_cast<Index>(nodes.size()));
            const auto row = static_cast<int>(nodes[static_cast<std::size_t>(position)]);
            std::vector<double> costs(static_cast<std::size_t>(problem.k), 0.0);
            penalties.add_costs(position, costs);
            for (int h = 0; h < problem.k; ++h) {
                const auto at = static_cast<std::size_t>(h);
                const double all =
                    reference::mpck_cost(row, h, problem.X, origin, plain, spreads, labels, must, cannot);
                const double alone =
                    reference::metric_distance(problem.X[static_cast<std::size_t>(row)], origin[at], plain[at].A) -
                    plain[at].log_det;
                ASSERT_NEAR(costs[at], all - alone, 1e-8 * (1 + std::abs(all))) << "cluster " << h;
                ASSERT_NEAR(penalties.cost_in(position, h), costs[at], 1e-10 * (1 + std::abs(all))) << "cluster " << h;
            }
            const auto to = static_cast<std::int32_t>(problem.random.below(problem.k));
            penalties.move(position, to);
            labels[static_cast<std::size_t>(row)] = to;
        }
    }
}

TEST_P(MpckMeansProperty, ScattersAreTheSumsOverTheWrittenOutClosure) {
    RandomMpck problem(GetParam());
    reference::Pairs must, cannot;
    problem.reference_pairs(must, cannot);
    Context context;
    for (const View& view : support::every_kind(problem.X)) {
        const bool sparse = std::visit([](const auto& X) { return X.kSparse; }, view.features());
        if (sparse && problem.options.metric == MetricForm::full) continue;
        const Dataset data = support::constrained(view, problem.constraints);
        kmeans_family::MetricRules rules = problem.rules();
        const kmeans_family::MetricProblem metric_problem(data, rules, context);
        const std::vector<int> labels = problem.random_labels(0);
        Matrix mu(problem.k, problem.d);
        support::Table plain_mu(static_cast<std::size_t>(problem.k),
                                std::vector<double>(static_cast<std::size_t>(problem.d)));
        for (Index h = 0; h < problem.k; ++h) {
            for (Index j = 0; j < problem.d; ++j)
                plain_mu[static_cast<std::size_t>(h)][static_cast<std::size_t>(j)] = mu(h, j) = problem.random.normal();
        }
        const std::size_t n_metrics = problem.options.per_cluster ? static_cast<std::size_t>(problem.k) : 1;
        kmeans_family::Spreads spreads = metric_problem.spreads(context);
        spreads.update(metric_problem.first_metrics(problem.k), 0, context);
        std::vector<reference::Spread> plain_spreads;
        for (int h = 0; h < problem.k; ++h) {
            const Vector& v = spreads.vector(kmeans_family::metric_of(h, n_metrics));
            plain_spreads.emplace_back(v.begin(), v.end());
        }
        auto S = kmeans_family::within_scatter(view.features(), mu, as_labels(labels), problem.options.metric,
                                               n_metrics, context);
        const kmeans_family::ConstraintIndex index(metric_problem.view.components, metric_problem.view.pairs,
                                                   *problem.options.closure.value,
                                                   *problem.options.constraint_weight.value);
        kmeans_family::add_constraint_scatter(metric_problem.view, index,
                                              metric_problem.view.labels_by_position(as_labels(labels)), spreads,
                                              problem.options.metric, S, context);
        const auto plain =
            reference::scatters(problem.X, plain_mu, plain_spreads, labels, must, cannot, problem.options.per_cluster);
        for (std::size_t m = 0; m < n_metrics; ++m) {
            for (Index i = 0; i < problem.d; ++i) {
                const auto& row = plain[m][static_cast<std::size_t>(i)];
                double scale = 1;
                for (const auto& other : plain[m])
                    scale = std::max(scale, std::abs(other[static_cast<std::size_t>(i)]));
                if (problem.options.metric == MetricForm::diagonal) {
                    ASSERT_NEAR(S[m].diagonal()[i], row[static_cast<std::size_t>(i)], 1e-9 * scale);
                    continue;
                }
                for (Index j = 0; j < problem.d; ++j)
                    ASSERT_NEAR(S[m].full()(i, j), row[static_cast<std::size_t>(j)], 1e-9 * scale);
            }
        }
    }
}

TEST_P(MpckMeansProperty, EveryRoundAgreesWithThePlainLoops) {
    RandomMpck problem(GetParam());
    reference::Pairs must, cannot;
    problem.reference_pairs(must, cannot);
    // Near rows, so that no cluster starts empty; not at rows, where a must-link costs just what joining its partner's
    // cluster does, and rounding would decide.
    support::Table mu(problem.X.begin(), problem.X.begin() + problem.k);
    for (auto& centroid : mu) {
        for (double& value : centroid)
            value += 0.01 * problem.random.normal();
    }
    Start start;
    start.centroids = {"centroids", problem.k, problem.d, support::row_major<double>(mu)};
    std::vector<int> labels(static_cast<std::size_t>(problem.n), -1);
    std::vector<int> order(static_cast<std::size_t>(problem.n));
    std::iota(order.begin(), order.end(), 0);
    const auto deviation = reference::deviations(problem.X);
    const bool diagonal = problem.options.metric == MetricForm::diagonal;
    std::vector<reference::Metric> metrics(static_cast<std::size_t>(problem.k),
                                           reference::identity_metric(static_cast<int>(problem.d)));
    std::vector<reference::Spread> spreads(metrics.size(), reference::box_spread(problem.X));
    Context context;
    const auto find_spreads = [&] {
        for (std::size_t h = 0; h < metrics.size() && !diagonal; ++h) {
            const auto [a, b] = reference::farthest_pair(problem.X, metrics[h].A);
            for (std::size_t j = 0; j < spreads[h].size(); ++j)
                spreads[h][j] = problem.X[static_cast<std::size_t>(a)][j] - problem.X[static_cast<std::size_t>(b)][j];
        }
    };
    find_spreads();
    for (int rounds = 1; rounds <= 4; ++rounds) {
        reference::mpck_assign(problem.X, mu, metrics, spreads, order, must, cannot, labels);
        reference::estimate_means(problem.X, labels, mu);
        for (int h = 0; h < problem.k; ++h) {
            if (std::count(labels.begin(), labels.end(), h) == 0) return;  // repairs are tested by themselves
        }
        const auto S = reference::scatters(problem.X, mu, spreads, labels, must, cannot, problem.options.per_cluster);
        for (std::size_t h = 0; h < metrics.size(); ++h) {
            const auto count = problem.options.per_cluster
                                   ? static_cast<double>(std::count(labels.begin(), labels.end(), static_cast<int>(h)))
                                   : static_cast<double>(problem.n);
            metrics[h] = reference::metric_of(S[problem.options.per_cluster ? h : 0], count, deviation,
                                              problem.options.floor, diagonal);
        }
        find_spreads();
        problem.options.max_iter = rounds;
        const Result result = mpck_means(problem.data(), problem.options, context, start);
        if (result.iterations < rounds) return;  // converged
        ASSERT_EQ(std::vector<int>(result.partitions[0].labels.begin(), result.partitions[0].labels.end()), labels)
            << "round " << rounds;
        const double J = reference::mpck_objective(problem.X, mu, metrics, spreads, labels, must, cannot);
        ASSERT_NEAR(result.objective.back(), J, 1e-7 * (1 + std::abs(J))) << "round " << rounds;
    }
}

TEST_P(MpckMeansProperty, TheObjectiveNeverRisesUnderDiagonalMetrics) {
    RandomMpck problem(GetParam());
    problem.options.metric = MetricForm::diagonal;  // whose farthest pair, the box, stays; that of full ones moves
    problem.options.order = static_cast<VisitOrder>(GetParam() % 3);
    problem.options.init = static_cast<PckMeansInit>(GetParam() % 3);
    problem.options.n_init = 1;
    problem.options.tol = 0;
    Context context(Context::Settings{.seed = static_cast<std::uint64_t>(GetParam())});
    const Result result = mpck_means(problem.data(), problem.options, context);
    for (std::size_t t = 1; t < result.objective.size(); ++t) {
        ASSERT_LE(result.objective[t], result.objective[t - 1] + 1e-8 * (1 + std::abs(result.objective[t - 1])))
            << "round " << t;
    }
    EXPECT_NE(result.stop_reason, StopReason::max_iter);
}

TEST_P(MpckMeansProperty, TraceOfMetricTimesScatterCountsRowsAndFeatures) {
    // Fact: without repair tr(A_h S_h) = |X_h| d, violations or not. Under the box no diagonal S needs repair.
    RandomMpck problem(GetParam());
    problem.options.metric = MetricForm::diagonal;
    Context context;
    const Dataset data = problem.data();
    const kmeans_family::MetricProblem metric_problem(data, problem.rules(), context);
    const std::vector<std::int32_t> labels = as_labels(problem.random_labels(0));
    const Matrix mu = Matrix::Zero(problem.k, problem.d);  // any: the scatter is around it
    const std::size_t n_metrics = problem.options.per_cluster ? static_cast<std::size_t>(problem.k) : 1;
    auto S =
        kmeans_family::within_scatter(metric_problem.features(), mu, labels, MetricForm::diagonal, n_metrics, context);
    kmeans_family::Spreads spreads = metric_problem.spreads(context);
    spreads.update(metric_problem.first_metrics(problem.k), 0, context);
    const kmeans_family::ConstraintIndex index(metric_problem.view.components, metric_problem.view.pairs,
                                               *problem.options.closure.value,
                                               *problem.options.constraint_weight.value);
    kmeans_family::add_constraint_scatter(metric_problem.view, index, metric_problem.view.labels_by_position(labels),
                                          spreads, MetricForm::diagonal, S, context);
    for (std::size_t m = 0; m < n_metrics; ++m) {
        const auto count = n_metrics == 1 ? problem.n : std::count(labels.begin(), labels.end(), static_cast<int>(m));
        if (count == 0 || S[m].diagonal().minCoeff() <= 0) continue;
        const Metric metric =
            kmeans_family::metric_from_scatter(S[m], static_cast<double>(count), metric_problem.deviation, 1e-300);
        const auto expected = static_cast<double>(count * problem.d);
        EXPECT_NEAR(S[m].trace_under(metric), expected, 1e-9 * expected);
    }
}

TEST_P(MpckMeansProperty, SameLabelsForAnyThreadsAndKindOfView) {
    RandomMpck problem(GetParam());
    problem.options.memory = LabelMemory::best;
    problem.options.order = VisitOrder::random;
    std::vector<std::int32_t> expected;
    for (const View& view : support::every_kind(problem.X)) {
        const bool sparse = std::visit([](const auto& X) { return X.kSparse; }, view.features());
        if (sparse) continue;  // sums in another order
        for (const int threads : {1, 2, 7}) {
            Context context(Context::Settings{.seed = 5, .threads = threads});
            const Result result = mpck_means(support::constrained(view, problem.constraints), problem.options, context);
            if (expected.empty()) expected = result.partitions[0].labels;
            ASSERT_EQ(result.partitions[0].labels, expected);
        }
    }
}

TEST_P(MpckMeansProperty, OrderAndOrientationOfTheListDoNotMatter) {
    RandomMpck problem(GetParam());
    problem.options.order = VisitOrder::random;
    problem.options.memory = LabelMemory::best;
    Context context;
    const Result result = mpck_means(problem.data(), problem.options, context);
    std::reverse(problem.constraints.begin(), problem.constraints.end());
    for (Constraint& constraint : problem.constraints)
        std::swap(constraint.a, constraint.b);
    const Result turned = mpck_means(problem.data(), problem.options, context);
    EXPECT_EQ(result.partitions[0].labels, turned.partitions[0].labels);
    EXPECT_EQ(result.objective, turned.objective);
}

TEST_P(MpckMeansProperty, PredictGivesUnconstrainedRowsTheirLabels) {
    RandomMpck problem(GetParam());
    problem.constraints.resize(std::min<std::size_t>(problem.constraints.size(), 5));
    problem.options.tol = 0;
    problem.options.n_init = 1;
    Context context;
    const Dataset data = problem.data();
    const Result result = mpck_means(data, problem.options, context);
    if (result.stop_reason != StopReason::converged) return;
    const auto predicted = predict(result.model, data, context);
    for (Index row = 0; row < problem.n; ++row) {
        const bool constrained = std::any_of(problem.constraints.begin(), problem.constraints.end(),
                                             [&](const Constraint& c) { return c.a.row == row || c.b.row == row; });
        if (!constrained) {
            EXPECT_EQ(predicted[0].labels[static_cast<std::size_t>(row)],
                      result.partitions[0].labels[static_cast<std::size_t>(row)]);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, MpckMeansProperty, testing::Range(0, 800));

}  // namespace
}  // namespace mvlink
