#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// How much of a view one plot may show.
struct DrawingBudget {
    Index points = 4000;
    Index lines = 1500;
};

struct DrawnConstraint {
    Constraint constraint;
    bool violated = false;
};

/// What is drawn of a view if not everything can be.
struct Drawn {
    std::vector<DrawnConstraint> constraints;  ///< violated ones last, so that they lie on top
    std::vector<Index> rows;                   ///< in drawing order
    Index constraints_in_view = 0;
};

/// Violated constraints first, then satisfied ones as the budget allows, the rows of all of them, other constrained
/// rows, and a random choice of the rest. The same dataset and seed give the same choice.
Drawn choose_drawn(const Dataset& data, const ConstraintReport& report, int view, const DrawingBudget& budget,
                   Context& context);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
