#include "methods/propagation/view_constraints.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

Constraint in_one_view(Index a, Index b, Link link, double weight, Origin origin) {
    return {{0, a}, {0, b}, link, weight, origin};
}

/// The rows of the view that an instance stands for: itself, or those that it is mapped to.
std::vector<Index> rows_for(const JointClosure& closure, InstanceId instance, int view) {
    if (instance.view == view) return {instance.row};
    const Index group = closure.group_of(instance.view, instance.row);
    return group < 0 ? std::vector<Index>{} : closure.rows_in(group, view);
}

}  // namespace

ViewConstraints::ViewConstraints(const Dataset& data, const JointClosure& closure, int view) {
    add_given(data, view);
    if (closure.rules().closed) {
        add_closure(closure, view);
    } else {
        add_mapped(data, closure, view);
    }
    measure(closure, view);
}

double ViewConstraints::weight(const Source& source, Index a, Index b) const {
    if (!source.weighted) return source.implied;
    const auto found = given_.find(key(a, b, source.link));
    return found == given_.end() ? source.implied : found->second;
}

void ViewConstraints::add_given(const Dataset& data, int view) {
    for (const Constraint& constraint : data.constraints()) {
        if (constraint.a.view != view || constraint.b.view != view) continue;
        certain_.push_back(
            in_one_view(constraint.a.row, constraint.b.row, constraint.link, constraint.weight, constraint.origin));
        if (constraint.is_soft()) continue;
        given_[key(constraint.a.row, constraint.b.row, constraint.link)] = constraint.weight;
    }
}

/// Step 2. Must-links that span each group and one cannot-link between two groups are enough: the base closes them.
void ViewConstraints::add_closure(const JointClosure& closure, int view) {
    const constraints::Components& groups = closure.groups();
    for (Index group = 0; group < groups.count(); ++group) {
        const std::vector<Index> rows = closure.rows_in(group, view);
        const double inside = closure.implied_weight(group, group);
        for (std::size_t i = 1; i < rows.size(); ++i) {
            certain_.push_back(in_one_view(rows[i - 1], rows[i], Link::must, inside, Origin::implied));
        }
        if (rows.size() > 1) {
            const Index site = site_of_group(closure, group, view);
            sources_.push_back({.a = site, .b = site, .link = Link::must, .implied = inside});
        }
        for (const Index other : groups.cannot_linked(group)) {
            if (rows.empty() || other < group) continue;
            const std::vector<Index> foes = closure.rows_in(other, view);
            if (foes.empty()) continue;
            const double between = closure.implied_weight(group, other);
            certain_.push_back(in_one_view(rows.front(), foes.front(), Link::cannot, between, Origin::implied));
            sources_.push_back({.a = site_of_group(closure, group, view),
                                .b = site_of_group(closure, other, view),
                                .link = Link::cannot,
                                .implied = between});
        }
    }
    for (const constraints::Pair& pair : groups.conflicts()) {
        const InstanceId a = closure.nodes().instance(pair.a), b = closure.nodes().instance(pair.b);
        if (a.view == view && b.view == view) add_source(a.row, b.row, Link::cannot, pair.weight);
    }
}

/// Without the closure: given constraints, and those of other views between rows that are mapped to this one.
void ViewConstraints::add_mapped(const Dataset& data, const JointClosure& closure, int view) {
    for (const Constraint& constraint : data.constraints()) {
        const bool relates_views = constraint.a.view != constraint.b.view && constraint.link == Link::must;
        if (constraint.is_soft() || relates_views) continue;
        const bool given_here = constraint.a.view == view && constraint.b.view == view;
        for (const Index a : rows_for(closure, constraint.a, view)) {
            for (const Index b : rows_for(closure, constraint.b, view)) {
                if (a == b) continue;
                const auto [known, is_new] = given_.emplace(key(a, b, constraint.link), constraint.weight);
                if (!given_here && !is_new && known->second >= constraint.weight) continue;
                known->second = std::max(known->second, constraint.weight);
                if (!given_here) {
                    certain_.push_back(in_one_view(a, b, constraint.link, constraint.weight, Origin::implied));
                }
                add_source(a, b, constraint.link, constraint.weight);
            }
        }
    }
}

void ViewConstraints::add_source(Index a, Index b, Link link, double weight) {
    sources_.push_back({.a = site_of_row(a), .b = site_of_row(b), .link = link, .most = weight, .weighted = true});
}

Index ViewConstraints::site_of_group(const JointClosure& closure, Index group, int view) {
    const auto [found, is_new] = site_of_group_.emplace(group, static_cast<Index>(sites_.size()));
    if (is_new) sites_.push_back({closure.rows_in(group, view), 0});
    return found->second;
}

Index ViewConstraints::site_of_row(Index row) {
    const auto [found, is_new] = site_of_row_.emplace(row, static_cast<Index>(sites_.size()));
    if (is_new) sites_.push_back({{row}, 0});
    return found->second;
}

/// The largest weight of every source and site. Given pairs that weigh something else than implied ones are few.
void ViewConstraints::measure(const JointClosure& closure, int view) {
    struct Weights {
        Index count = 0;
        double most = 0;
    };
    std::map<Key, Weights> by_source;  // sites instead of rows
    if (closure.rules().closed) {
        for (const auto& [pair, weight] : given_) {
            const auto& [a, b, link] = pair;
            const Index group = closure.group_of(view, a), other = closure.group_of(view, b);
            if (weight == closure.implied_weight(group, other)) continue;
            const auto of_a = site_of_group_.find(group), of_b = site_of_group_.find(other);
            if (of_a == site_of_group_.end() || of_b == site_of_group_.end()) continue;
            Weights& found = by_source[key(of_a->second, of_b->second, link)];
            ++found.count;
            found.most = std::max(found.most, weight);
        }
    }
    for (Source& source : sources_) {
        Site &a = sites_[source.a], &b = sites_[source.b];
        if (source.most == 0) {
            const auto found = by_source.find(key(source.a, source.b, source.link));
            const Weights weights = found == by_source.end() ? Weights{} : found->second;
            const auto rows = static_cast<Index>(a.rows.size());
            const Index pairs = source.a == source.b ? rows * (rows - 1) / 2 : rows * static_cast<Index>(b.rows.size());
            source.most = std::max(weights.most, weights.count < pairs ? source.implied : 0.0);
            source.weighted = weights.count > 0;
        }
        a.most = std::max(a.most, source.most);
        b.most = std::max(b.most, source.most);
    }
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
