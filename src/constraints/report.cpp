#include "constraints/group_report.hpp"
#include "constraints/judgements.hpp"
#include "constraints/summary.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace {

using LabelsOfViews = std::span<const std::span<const std::int32_t>>;

void require_labels_fit(const Dataset& data, LabelsOfViews labels) {
    if (labels.size() != static_cast<std::size_t>(data.n_views())) {
        throw Error{ErrorCode::input, "labels: given for " + std::to_string(labels.size()) +
                                          " views; expected one list for each of " + std::to_string(data.n_views()) +
                                          " views"};
    }
    for (int v = 0; v < data.n_views(); ++v) {
        const auto found = static_cast<Index>(labels[v].size());
        if (found == 0 || found == data.view(v).rows()) continue;
        throw Error{ErrorCode::input, "labels of view \"" + data.view(v).name() + "\": found " + std::to_string(found) +
                                          "; expected one for each of " + std::to_string(data.view(v).rows()) +
                                          " rows"};
    }
}

void require_weight(double constraint_weight) {
    if (std::isfinite(constraint_weight) && constraint_weight >= 0) return;
    throw Error{ErrorCode::usage,
                "constraint_weight: found " + std::to_string(constraint_weight) + "; expected a finite number >= 0"};
}

/// The constraints both of whose views have labels.
std::vector<Constraint> labelled_constraints(const Dataset& data, LabelsOfViews labels) {
    std::vector<Constraint> labelled;
    for (const Constraint& constraint : data.constraints()) {
        const bool has_a = !labels[constraint.a.view].empty();
        const bool has_b = !labels[constraint.b.view].empty();
        if (has_a && has_b) labelled.push_back(constraint);
    }
    return labelled;
}

/// A row with a negative label is in no cluster, so together with nothing.
bool is_satisfied(const Constraint& constraint, LabelsOfViews labels) {
    const auto label_of = [&](InstanceId instance) { return labels[instance.view][instance.row]; };
    const std::int32_t a = label_of(constraint.a);
    const bool together = a >= 0 && a == label_of(constraint.b);
    return together == (constraint.link == Link::must);
}

/// The first copy that is violated, with what all violated copies cost; none: the judgement is satisfied.
std::optional<Violation> violation_of(std::span<const Constraint> copies, LabelsOfViews labels,
                                      double constraint_weight) {
    std::optional<Violation> found;
    for (const Constraint& copy : copies) {
        if (is_satisfied(copy, labels)) continue;
        if (!found) found = Violation{copy, 0};
        found->cost += copy.weight * constraint_weight;
    }
    return found;
}

}  // namespace

ConstraintReport report_constraints(const Dataset& data, LabelsOfViews labels, double constraint_weight) {
    require_weight(constraint_weight);
    require_labels_fit(data, labels);
    const std::vector<Constraint> labelled = labelled_constraints(data, labels);
    const ConstraintSummary summary = constraints::summarize(labelled, data.objects());
    const constraints::Judgements judgements(labelled, data.objects());

    ConstraintReport report;
    report.groups = constraints::count_groups(data, labels);
    report.must.implied = summary.implied_must;
    report.cannot.implied = summary.implied_cannot;
    for (Index j = 0; j < judgements.count(); ++j) {
        const auto copies = judgements.copies(j);
        ConstraintCounts& counts = copies.front().link == Link::must ? report.must : report.cannot;
        ++counts.given;
        if (const auto violation = violation_of(copies, labels, constraint_weight)) {
            ++counts.violated;
            report.violations.push_back(*violation);
        } else {
            ++counts.satisfied;
        }
    }
    std::stable_sort(report.violations.begin(), report.violations.end(),
                     [](const Violation& a, const Violation& b) { return a.cost > b.cost; });
    return report;
}

}  // namespace v1
}  // namespace mvlink
