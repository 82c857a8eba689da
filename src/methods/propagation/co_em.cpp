#include "methods/propagation/co_em.hpp"

#include "methods/propagation/base.hpp"
#include "methods/propagation/model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

constexpr int kAllRounds = 1'000'000;  // the base stops at its own max_iter

std::vector<OptionText> options_of_base(const PropagationOptions& options, const ClosureRules& rules) {
    std::vector<OptionText> texts = base_options(options);
    // The closure is written down by what spans it, so the base has to close it again.
    if (base_option(options, "closure") == "auto") texts.push_back({"closure", rules.closed ? "true" : "false"});
    return texts;
}

Dataset view_alone(const Dataset& data, int view) {
    const std::vector<std::string> name{data.view(view).name()};
    return data.select(name).with_constraints(std::span<const Constraint>{});
}

/// X-hat; sec. 6.4: all rows where there is one view.
std::vector<Index> rows_to_propagate_to(const Dataset& data, const JointClosure& closure, int view) {
    if (data.n_views() > 1) return closure.mapped_rows(view);
    std::vector<Index> all(data.view(view).rows());
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

double last_objective(const ResumableRun& run) {
    return run.course().objective.back();
}

}  // namespace

CoEm::CoEm(const Dataset& data, const PropagationOptions& options, const ClosureRules& rules,
           std::vector<double> thresholds, const Start& start, Context& context)
    : data_(data), options_(options), start_(start), relations_{JointClosure(data, rules)} {
    base_options_ = options_of_base(options, rules);
    // What the mapping itself relates is as sure as it, whatever judgements join to it.
    if (closure().has_light_groups())
        relations_.emplace_back(data.with_constraints(std::span<const Constraint>{}), rules);
    for (int v = 0; v < data.n_views(); ++v) {
        ViewState state{.data = view_alone(data, v),
                        .constraints = ViewConstraints(data, closure(), v),
                        .mapped = rows_to_propagate_to(data, closure(), v),
                        .gaussians = {},
                        .threshold = thresholds[v],
                        .rows = {},
                        .run = {},
                        .other = {},
                        .received = {},
                        .since = {},
                        .unified = {},
                        .propagated = {},
                        .counts = {}};
        if (options.transfer == Transfer::propagate) {
            state.gaussians = gaussian_rules(options, data.view(v), context);
            state.rows.emplace(data.view(v), state.mapped, state.constraints, context);
        }
        views_.push_back(std::move(state));
    }
}

Context CoEm::nested(int view, Context& context) const {
    // The same seed as around it: a view by itself has the bits of the base method.
    return context.nested(data_.view(view).name(), context.seed());
}

void CoEm::run(Context& context) {
    run_rounds(
        {"propagation", options_.max_iter}, course_, context, [&](int t) { return one_round(t, context); },
        // A round whose base runs were cut short shows nothing about convergence.
        [&](int t) { return !context.cancel_requested() && has_settled(t); });
}

/// Steps 7 to 12.
double CoEm::one_round(int round, Context& context) {
    std::vector<Index> order(views_.size());
    std::iota(order.begin(), order.end(), Index{0});
    if (options_.view_order == ViewOrder::random) {
        order = context.stream("propagation/order", static_cast<std::uint64_t>(round))
                    .permutation(static_cast<Index>(views_.size()));
    }
    double sum = 0;
    for (const Index v : order) {
        cluster(static_cast<int>(v), round, context);                          // M-step
        if (!context.cancel_requested()) infer(static_cast<int>(v), context);  // E-step
    }
    for (const ViewState& state : views_) {
        sum += state.objective;
    }
    return sum;
}

/// Steps 9 and 10.
void CoEm::cluster(int view, int round, Context& context) {
    ViewState& state = views_[view];
    Context inner = nested(view, context);
    std::vector<Constraint> constraints = timer_.time("transfer", [&] {
        std::vector<Received> received = received_by(view);
        state.since = rounds_since(state.received, state.since, received, round);
        state.received = std::move(received);
        return unified(state.constraints, closure(), view, state.received, options_.propagated_weight);
    });
    state.changed = state.run == nullptr || constraints != state.unified;
    state.unified = std::move(constraints);
    state.objective_before = state.objective;
    if (!state.changed) return;
    timer_.time("cluster", [&] {
        if (state.run == nullptr) {
            state.run = begun(state, start_of_view(start_, data_, view, options_), inner);
            state.run->find_best(inner);
        } else {
            go_on(state, inner);
        }
    });
    state.objective = last_objective(*state.run);
}

std::unique_ptr<ResumableRun> CoEm::begun(const ViewState& state, const Start& start, Context& inner,
                                          const ResumableRun* alike) const {
    std::vector<OptionText> options = base_options_;
    // A run that was asked to stop owes this view some labels, not the best ones.
    if (inner.cancel_requested()) options.insert(options.end(), {{"constraint_weight", "1"}, {"n_init", "1"}});
    const Dataset constrained = state.data.with_constraints(std::span<const Constraint>(state.unified));
    return start_resumable(enum_name(options_.base), constrained, options, start, inner, alike);
}

/// What does not depend on the constraints (K-Means without them, scales of the features) is found once.
void CoEm::start_afresh(ViewState& state, Context& inner) const {
    if (state.other == nullptr) {
        state.other = begun(state, {}, inner, state.run.get());
    } else {
        state.other->set_constraints(state.unified);
    }
    state.other->find_best(inner);
}

/// Metrics, labels and random streams go on from the last round.
// Departure: the paper clusters afresh in every round. A run that goes on cannot always leave an optimum that new
// constraints speak against, and a fresh one may lose a good one, so both are tried and the lower objective is kept.
void CoEm::go_on(ViewState& state, Context& inner) {
    // A warm start keeps its numbers of clusters.
    const Restart restart = start_.empty() ? options_.restart : Restart::never;
    if (restart != Restart::always) {
        state.run->set_constraints(state.unified);
        state.run->advance(kAllRounds, inner);
    }
    if (restart == Restart::never || (restart == Restart::best && inner.cancel_requested())) return;
    start_afresh(state, inner);
    // Where the fresh run chose other weights or metrics, it did so because they predict the judgements better.
    const bool keep_going = restart == Restart::best && state.run->compares_with(*state.other) &&
                            last_objective(*state.run) <= last_objective(*state.other);
    if (!keep_going) std::swap(state.run, state.other);
}

/// Step 11.
void CoEm::infer(int view, Context& context) {
    ViewState& state = views_[view];
    if (options_.transfer == Transfer::membership && data_.n_views() > 1) {
        // The same pairs in every round: other ones would be news even if no label changes.
        state.propagated = by_membership(state.mapped, state.run->labels(), options_.max_propagated,
                                         context.stream("propagation/membership", static_cast<std::uint64_t>(view)));
        state.counts.dropped = state.propagated.size() < state.mapped.size() * (state.mapped.size() - 1) / 2;
    }
    if (options_.transfer != Transfer::propagate) return;
    timer_.time("propagate", [&] {
        const std::vector<ClusterGaussian> gaussians =
            cluster_gaussians(state.data.view(0), *state.run, state.gaussians, context);
        state.propagated =
            propagate(*state.rows, state.constraints, gaussians, state.run->labels(),
                      {.threshold = state.threshold, .most = options_.max_propagated}, context, &state.counts);
    });
}

/// Eq. (14); with one view, sec. 6.4, its own.
std::vector<Received> CoEm::received_by(int view) const {
    std::vector<Received> received;
    for (int from = 0; from < data_.n_views(); ++from) {
        const std::vector<Propagated>& propagated = views_[from].propagated;
        if (data_.n_views() == 1) {
            for (const Propagated& one : propagated)
                received.push_back({one.i, one.j, one.link, one.weight, from, one});
        } else if (from != view) {
            for (const JointClosure& relation : relations_) {
                const auto there = transferred(relation, from, propagated, view, options_.max_propagated);
                received.insert(received.end(), there.begin(), there.end());
            }
        }
    }
    return heaviest_of_each(std::move(received));
}

bool CoEm::is_iterated() const {
    if (options_.transfer == Transfer::propagate) return true;
    return options_.transfer == Transfer::membership && data_.n_views() > 1;
}

/// Step 13: what the views tell each other stays, or the objective of every view does.
bool CoEm::has_settled(int round) const {
    if (!is_iterated()) return true;
    const bool same_constraints =
        std::none_of(views_.begin(), views_.end(), [](const ViewState& state) { return state.changed; });
    if (same_constraints) return true;
    return round > 0 && std::all_of(views_.begin(), views_.end(), [&](const ViewState& state) {
               return std::abs(state.objective - state.objective_before) <=
                      options_.tol * std::max(1.0, std::abs(state.objective));
           });
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
