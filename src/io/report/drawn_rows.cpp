#include "io/report/drawn_rows.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

using Key = std::tuple<InstanceId, InstanceId, Link>;

Key key_of(const Constraint& constraint) {
    return {std::min(constraint.a, constraint.b), std::max(constraint.a, constraint.b), constraint.link};
}

bool lies_in(const Constraint& constraint, int view) {
    return constraint.a.view == view && constraint.b.view == view;
}

/// Keeps `most` items in their order, chosen at random with equal chances.
template <class T>
std::vector<T> thin_out(const std::vector<T>& items, Index most, Random random) {
    auto left = static_cast<Index>(items.size());
    Index wanted = std::clamp<Index>(most, 0, left);
    std::vector<T> kept;
    kept.reserve(wanted);
    for (const T& item : items) {
        if (wanted == 0) break;
        if (random.below(left--) < wanted) {
            kept.push_back(item);
            --wanted;
        }
    }
    return kept;
}

void choose_constraints(const Dataset& data, const ConstraintReport& report, int view, Index most, Context& context,
                        Drawn& drawn) {
    std::set<Key> broken;
    std::vector<DrawnConstraint> violated;
    for (const Violation& violation : report.violations) {
        if (!lies_in(violation.constraint, view) || !broken.insert(key_of(violation.constraint)).second) continue;
        if (static_cast<Index>(violated.size()) < most) violated.push_back({violation.constraint, true});
    }
    std::vector<DrawnConstraint> kept;
    for (const Constraint& constraint : data.constraints()) {
        if (!lies_in(constraint, view)) continue;
        ++drawn.constraints_in_view;
        if (!broken.contains(key_of(constraint))) kept.push_back({constraint, false});
    }
    drawn.constraints = thin_out(kept, most - static_cast<Index>(violated.size()),
                                 context.stream("report/lines", static_cast<std::uint64_t>(view)));
    drawn.constraints.insert(drawn.constraints.end(), violated.rbegin(), violated.rend());
}

/// Marks the rows of the drawn constraints, then those of the others as long as there is room.
std::vector<bool> mark_constrained(const Dataset& data, int view, Index most, const Drawn& drawn) {
    std::vector<bool> marked(data.view(view).rows(), false);
    Index count = 0;
    const auto mark = [&](const InstanceId& end) {
        if (end.view != view || marked[end.row]) return;
        marked[end.row] = true;
        ++count;
    };
    for (const DrawnConstraint& item : drawn.constraints) {
        mark(item.constraint.a);
        mark(item.constraint.b);
    }
    for (const Constraint& constraint : data.constraints()) {
        if (count >= most) break;
        mark(constraint.a);
        mark(constraint.b);
    }
    return marked;
}

}  // namespace

Drawn choose_drawn(const Dataset& data, const ConstraintReport& report, int view, const DrawingBudget& budget,
                   Context& context) {
    Drawn drawn;
    choose_constraints(data, report, view, std::min(budget.lines, budget.points / 2), context, drawn);

    const std::vector<bool> constrained = mark_constrained(data, view, budget.points, drawn);
    std::vector<Index> others;
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        (constrained[row] ? drawn.rows : others).push_back(row);
    }
    const std::vector<Index> sample = thin_out(others, budget.points - static_cast<Index>(drawn.rows.size()),
                                               context.stream("report/points", static_cast<std::uint64_t>(view)));
    drawn.rows.insert(drawn.rows.end(), sample.begin(), sample.end());
    // Shuffled, since rows often come sorted by class and the last class would hide the others.
    context.stream("report/order", static_cast<std::uint64_t>(view)).shuffle(std::span<Index>(drawn.rows));
    return drawn;
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
