#pragma once

#include <mvlink/kmeans.hpp>

#include <span>
#include <vector>

/// Constraint propagation (eaton2014): constraints of each view are carried over to similar pairs of rows, and through
/// a mapping, which may be incomplete, to the other views.
namespace mvlink {
inline namespace v1 {

/// What the views tell each other: constraints carried over to similar pairs of mapped rows, given constraints between
/// mapped rows alone, whether two mapped rows share a cluster, or nothing.
enum class Transfer { propagate, direct, membership, none };
template <>
struct EnumNames<Transfer> {
    static constexpr std::array<std::string_view, 4> values{"propagate", "direct", "membership", "none"};
};

/// The method that clusters each view.
enum class PropagationBase { pck_means, mpck_means, mk_means };
template <>
struct EnumNames<PropagationBase> {
    static constexpr std::array<std::string_view, 3> values{"pck-means", "mpck-means", "mk-means"};
};

/// Which shape the neighbourhood of a constraint has: that of the metric that the base learns, Eq. (5) and (6), or
/// that of the rows in the cluster, Eq. (4), or of their variances alone.
enum class PropagationCovariance { automatic, learnt, empirical, diagonal };
template <>
struct EnumNames<PropagationCovariance> {
    static constexpr std::array<std::string_view, 4> values{"auto", "learnt", "empirical", "diagonal"};
};

/// The order in which a round visits the views.
enum class ViewOrder { fixed, random };
template <>
struct EnumNames<ViewOrder> {
    static constexpr std::array<std::string_view, 2> values{"fixed", "random"};
};

/// Where the clustering of a view starts when its constraints have changed: where it was, from its constraints, or
/// both, and the lower objective wins.
enum class Restart { automatic, best, never, always };
template <>
struct EnumNames<Restart> {
    static constexpr std::array<std::string_view, 4> values{"auto", "best", "never", "always"};
};

struct PropagationOptions {
    int n_clusters = 8;
    Mode mode = Mode::corrected;
    Transfer transfer = Transfer::propagate;
    PropagationBase base = PropagationBase::pck_means;
    OrAuto<OneOrEach<double>> threshold = OneOrEach<double>(0.75);
    PropagationCovariance covariance = PropagationCovariance::automatic;
    OrAuto<double> gamma = {};
    OrAuto<bool> closure = {};
    ViewOrder view_order = ViewOrder::fixed;
    Restart restart = Restart::automatic;
    int max_propagated = 200'000;
    OrAuto<double> propagated_weight = {};
    int max_iter = 20;
    double tol = 1e-6;
    std::vector<OptionText> base_options = {};  ///< of the base method, as text; front ends write base.NAME

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, the same in every view.");
        field("mode", self.mode, any_of_enum,
              "What `auto` stands for in covariance, restart, propagated_weight and the options of the base: the value "
              "that works best, or the paper's (learnt covariances, fresh starts in every round, weights of 1).");
        field("transfer", self.transfer, any_of_enum,
              "What the views tell each other: constraints carried over to similar pairs of mapped rows (propagate), "
              "only what given constraints and the mapping imply (direct), whether mapped rows share a cluster "
              "(membership), or nothing (none).");
        field("base", self.base, any_of_enum, "The method that clusters each view. Its own options are base.NAME.");
        field("threshold", self.threshold, Range{.least = 0, .most = 1, .least_excluded = true},
              "Smallest weight of a propagated constraint; one for all views or one per view. auto: chosen by "
              "cross-validation on the constraints, which takes about 25 times as long.");
        field("covariance", self.covariance, any_of_enum,
              "Shape of the region that a constraint is carried over to: the learnt metric of the cluster, scaled to "
              "its rows (learnt), the covariance of its rows (empirical), or their variances alone (diagonal). auto: "
              "empirical; diagonal above 500 columns; in mode=paper learnt if the base learns metrics.");
        field("gamma", self.gamma, above(0),
              "Added to every variance of a cluster, so that small clusters have a shape. auto: a thousandth of the "
              "mean variance of the view's columns.");
        field("closure", self.closure, any_value,
              "Use what constraints and mapping imply together, over all views. false: a constraint holds for its two "
              "rows and the rows that they are mapped to. auto: true, unless the constraints of one view contradict "
              "each other.");
        field("view_order", self.view_order, any_of_enum, "Order of the views in a round: as given, or drawn anew.");
        field("restart", self.restart, any_of_enum,
              "How a view is clustered again when its constraints have changed: from where it was (never), afresh "
              "from its constraints (always), or both, and the lower objective wins (best). auto: best; always in "
              "mode=paper.");
        field("max_propagated", self.max_propagated, at_least(0),
              "Maximum number of constraints that a view propagates; the heaviest are kept.");
        field("propagated_weight", self.propagated_weight, at_least(0),
              "Factor on the weights of propagated constraints when a view is clustered with them. auto: what one "
              "constraint tells one row counts once, however many pairs it is told in; 1 in mode=paper.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of rounds over all views.");
        field("tol", self.tol, at_least(0),
              "Stop when the objective of every view changes by less than this fraction in a round.");
    }
};

/// Constraint propagation over any number of views, Algorithm 2; with one view, the variant of sec. 6.4.
MVLINK_API Result propagation(const Dataset& data, const PropagationOptions& options, Context& context,
                              const Start& start = {});

/// The constraints that the views of a run have inferred for each other in its last round, by view, pair and type; not
/// those that follow from given constraints and the mapping anyway.
MVLINK_API std::vector<PropagatedConstraint> propagated_constraints(const Dataset& data,
                                                                    const PropagationOptions& options,
                                                                    Context& context);
/// The same with options as text.
MVLINK_API std::vector<PropagatedConstraint> propagated_constraints(const Dataset& data,
                                                                    std::span<const OptionText> options,
                                                                    Context& context);

}  // namespace v1
}  // namespace mvlink
