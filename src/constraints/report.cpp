#include "constraints/summary.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
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
        const auto found = static_cast<Index>(labels[static_cast<std::size_t>(v)].size());
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
std::vector<Constraint> judged_constraints(const Dataset& data, LabelsOfViews labels) {
    std::vector<Constraint> judged;
    for (const Constraint& constraint : data.constraints()) {
        const bool has_a = !labels[static_cast<std::size_t>(constraint.a.view)].empty();
        const bool has_b = !labels[static_cast<std::size_t>(constraint.b.view)].empty();
        if (has_a && has_b) judged.push_back(constraint);
    }
    return judged;
}

/// A row with a negative label is in no cluster, so together with nothing.
bool is_satisfied(const Constraint& constraint, LabelsOfViews labels) {
    const auto label_of = [&](InstanceId instance) {
        return labels[static_cast<std::size_t>(instance.view)][static_cast<std::size_t>(instance.row)];
    };
    const std::int32_t a = label_of(constraint.a);
    const bool together = a >= 0 && a == label_of(constraint.b);
    return together == (constraint.link == Link::must);
}

}  // namespace

ConstraintReport report_constraints(const Dataset& data, LabelsOfViews labels, double constraint_weight) {
    require_weight(constraint_weight);
    require_labels_fit(data, labels);
    const std::vector<Constraint> judged = judged_constraints(data, labels);
    const ConstraintSummary summary = constraints::summarize(judged);

    ConstraintReport report;
    report.must.implied = summary.implied_must;
    report.cannot.implied = summary.implied_cannot;
    for (const Constraint& constraint : judged) {
        ConstraintCounts& counts = constraint.link == Link::must ? report.must : report.cannot;
        ++counts.given;
        if (is_satisfied(constraint, labels)) {
            ++counts.satisfied;
        } else {
            ++counts.violated;
            report.violations.push_back({constraint, constraint.weight * constraint_weight});
        }
    }
    std::stable_sort(report.violations.begin(), report.violations.end(),
                     [](const Violation& a, const Violation& b) { return a.cost > b.cost; });
    return report;
}

}  // namespace v1
}  // namespace mvlink
