#include "methods/factors/cmvnmf/result.hpp"

#include "data/union_find.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/view_results.hpp"
#include "methods/common/warnings.hpp"
#include "methods/factors/answer/memberships.hpp"
#include "methods/factors/cmvnmf/model.hpp"
#include "methods/options/visitors.hpp"
#include "runtime/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

bool has_ties(const ViewLinks& links, Index row) {
    return std::any_of(links.couplings.begin(), links.couplings.end(), [&](const Coupling& coupling) {
        return coupling.must.offsets[at(row) + 1] > coupling.must.offsets[at(row)] ||
               coupling.cannot.offsets[at(row) + 1] > coupling.cannot.offsets[at(row)];
    });
}

/// Rows without features have what their ties say: with must-links that is in V already, with cannot-links alone it is
/// the cluster with the least cannot-link weight, and without ties all clusters are equal.
void settle_rows_without_features(const Problem& problem, std::vector<Matrix>& V, Result& result) {
    double without = 0, without_ties = 0;
    std::vector<std::tuple<std::size_t, Index, Eigen::RowVectorXd>> settled;
    for (std::size_t a = 0; a < V.size(); ++a) {
        for (Index row = 0; row < V[a].rows(); ++row) {
            if (problem.X[a].scale_of(row) > 0) continue;
            ++without;
            if (!has_ties(problem.links[a], row)) {
                ++without_ties;
                settled.emplace_back(a, row, Eigen::RowVectorXd::Ones(V[a].cols()));
            } else if (problem.links[a].degree[at(row)] == 0) {
                const Eigen::RowVectorXd votes = vote(problem.links[a], row, V);
                settled.emplace_back(a, row, votes.array() - votes.minCoeff());
            }
        }
    }
    for (const auto& [a, row, votes] : settled) {
        V[a].row(row) = votes;
    }
    if (without == 0) return;
    warn(result, "rows-without-features",
         fmt::format("rows without any feature: {}; constraints and mapping alone place them{}", without,
                     without_ties == 0 ? "" : fmt::format(" (with neither: {}, counted to cluster 0)", without_ties)),
         without);
}

/// The mean share of the rows of each object.
Matrix object_memberships(const Dataset& data, const std::vector<Matrix>& V) {
    Matrix sums = Matrix::Zero(data.objects().count(), V.front().cols());
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; row < V[at(v)].rows(); ++row) {
            const double sum = V[at(v)].row(row).sum();
            if (sum > 0) sums.row(data.objects().of({v, row})) += V[at(v)].row(row) / sum;
        }
    }
    return sums;
}

void add_partitions(const Dataset& data, const std::vector<Matrix>& V, Result& result, Context& context) {
    for (int v = 0; v < data.n_views(); ++v) {
        result.partitions.push_back(factors::partition_of(Scope::view, data.view(v).name(), V[at(v)], context));
        result.embeddings.push_back(factors::embedding_of(Scope::view, data.view(v).name(), V[at(v)], true));
    }
    warn_of_empty_clusters(result);
    if (data.n_views() > 1 && !data.unmapped()) {
        result.partitions.push_back(
            factors::partition_of(Scope::objects, "objects", object_memberships(data, V), context));
    }
}

/// What each violated constraint adds to Eq. (2).
void put_costs(const CmvnmfOptions& options, const std::vector<Matrix>& V, ConstraintReport& report) {
    for (Violation& violation : report.violations) {
        const Constraint& constraint = violation.constraint;
        const auto v = V[at(constraint.a.view)].row(constraint.a.row);
        const auto w = V[at(constraint.b.view)].row(constraint.b.row);
        violation.cost = options.beta * options.constraint_weight * constraint.weight *
                         (constraint.link == Link::must ? (v - w).squaredNorm() : 2 * v.dot(w));
    }
    std::stable_sort(report.violations.begin(), report.violations.end(),
                     [](const Violation& a, const Violation& b) { return a.cost > b.cost; });
}

/// Numbers of clusters mean the same in two views only where something joins the views.
void warn_of_views_apart(const Dataset& data, const Problem& problem, Result& result) {
    UnionFind joined(data.n_views());
    for (int a = 0; a < data.n_views(); ++a) {
        for (const Coupling& coupling : problem.links[at(a)].couplings) {
            joined.join(a, coupling.view);
        }
    }
    for (int a = 1; a < data.n_views(); ++a) {
        if (joined.find(a) == joined.find(0)) continue;
        warn(result, "views-not-joined",
             fmt::format("neither constraints nor a mapping join view \"{}\" to view \"{}\": equal numbers of clusters "
                         "there do not mean the same",
                         data.view(a).name(), data.view(0).name()),
             a);
    }
}

}  // namespace

Result result_of(const Dataset& data, const CmvnmfOptions& options, const Problem& problem, Trial trial,
                 Context& context) {
    Result result = result_header("cmvnmf", options::texts(options), data.views(), context);
    add_course(trial, result);
    settle_rows_without_features(problem, trial.state.V, result);
    add_partitions(data, trial.state.V, result, context);
    add_constraint_report(data, options.beta * options.constraint_weight, result);
    put_costs(options, trial.state.V, result.constraints);
    warn_of_views_apart(data, problem, result);
    warn_if_not_converged(result);
    for (int v = 0; v < data.n_views(); ++v) {
        for (Topic& topic : factors::topics_of(data.view(v).name(), trial.state.U[at(v)])) {
            result.topics.push_back(std::move(topic));
        }
        result.model.arrays.push_back(basis_as_array(at(v), trial.state.U[at(v)]));
    }
    return result;
}

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
