#pragma once

#include <mvlink/context.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/mpck_means.hpp>

#include "methods/kmeans/lloyd/state.hpp"
#include "methods/kmeans/metric/costs.hpp"
#include "methods/kmeans/metric/penalties.hpp"
#include "methods/kmeans/metric/spreads.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The options that concern metric learning.
struct MetricRules {
    MetricForm form = MetricForm::diagonal;
    bool per_cluster = false;
    FarthestPair farthest_pair = FarthestPair::automatic;
    int freeze_after = 10;
    double floor = 0.01;
    bool learns_from_soft = true;
    double shrinkage = 0;
    bool constrained = true;  // false: no constraints will be given, so nobody asks for farthest pairs
};

/// The view and its constraints, with what metric learning must know about the data.
struct MetricProblem {
    /// Throws Error{usage} if the rules do not fit the view.
    MetricProblem(const Dataset& data, const MetricRules& rules, Context& context);

    ConstrainedView view;
    MetricRules rules;
    Vector centre;     // mean of every column
    Vector deviation;  // standard deviation of every column; 1 if it is constant
    std::vector<Index> free_rows;

    [[nodiscard]] const Features& features() const { return view.view.features(); }
    [[nodiscard]] Spreads spreads(Context& context) const;
    /// Other constraints on the same view.
    void set_constraints(std::span<const Constraint> constraints);
    /// A = I for every metric.
    [[nodiscard]] Metrics first_metrics(Index k) const;
};

/// One start of a method that learns metrics.
struct MetricTrial : Trial {
    Metrics metrics;
    Spreads spreads;
    Random order{0};  // in which constrained rows are visited
    bool forgetful = false;
    int earlier_rounds = 0;  // under other constraints

    /// Whether the assignment of this round forgets the labels of the one before. In the end none does, so that the run
    /// settles.
    [[nodiscard]] bool forgets(int round) const {
        constexpr int kForgetfulRounds = 15;
        return forgetful && earlier_rounds + round < kForgetfulRounds;
    }
};

/// Step 2a for rows that do not depend on the order: each takes its cheapest cluster before constraints.
void assign_in_bulk(const MetricProblem& problem, const Metrics& metrics, std::span<const Index> rows, State& state,
                    Context& context);

/// Step 2a: free rows in bulk, then constrained rows one after the other, with the labels at that time.
/// `forget`: a row sees only those constrained rows that were assigned before it in this round.
void assign_clusters(const MetricProblem& problem, const Metrics& metrics, const Spreads& spreads, VisitOrder order,
                     bool forget, Random& random, MetricPenalties& penalties, State& state, Context& context);

/// Step 2b: means, and the repair of empty clusters: each is given the row whose move lowers Eq. (6) most. Without
/// `penalties`, constraints are ignored there.
void estimate_means(const MetricProblem& problem, const Metrics& metrics, MetricPenalties* penalties, State& state,
                    Context& context);

/// Sums of Eq. (6) under new metrics.
struct MetricSums {
    double rows = 0;         // the first one: distances less log determinants
    double constraints = 0;  // the other two, against the farthest pairs of the metrics before
};

/// Step 2c, Eq. (7) or (8).
MetricSums update_metrics(const MetricProblem& problem, const ConstraintIndex& index, const Spreads& spreads,
                          const State& state, Metrics& metrics, Context& context);

/// Eq. (6) under these metrics and their farthest pairs. The box does not change: its sums are known already.
double objective(const MetricProblem& problem, const MetricSums& sums, const Metrics& metrics, const Spreads& spreads,
                 const State& state, MetricPenalties& penalties, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
