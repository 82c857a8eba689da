#include "methods/smvc/answer.hpp"

#include "methods/common/view_results.hpp"
#include "methods/smvc/bound.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

std::string clustering_name(Index m) {
    return fmt::format("clustering{}", m + 1);
}

/// Linked rows keep the responsibilities that their links gave them.
void relabel_linked_rows(const Problem& problem, const State& state, kernels::MixtureLabels& found) {
    const Form& form = problem.form;
    for (Index place = 0; place < state.psi.rows(); ++place) {
        const auto row = static_cast<std::size_t>(problem.links.rows[static_cast<std::size_t>(place)]);
        for (Index m = 0; m < form.clusterings(); ++m) {
            Index best = 0;
            const double most = state.psi.row(place).segment(form.begin(m), form.size(m)).maxCoeff(&best);
            found.labels[m][row] = static_cast<std::int32_t>(best);
            found.probability[m][row] = most;
        }
    }
}

std::vector<Clustering> clusterings_of(const Dataset& data, const Problem& problem, const State& state) {
    std::vector<Clustering> list(problem.form.clusterings());
    for (std::size_t m = 0; m < list.size(); ++m) {
        list[m].name = clustering_name(static_cast<Index>(m));
        list[m].explained = explained(problem, state, static_cast<Index>(m));
    }
    for (Index d = 0; d < state.phi.rows(); ++d) {
        Index best = 0;
        const double probability = state.phi.row(d).maxCoeff(&best);
        if (best < problem.form.clusterings()) {
            list[best].dimensions.push_back({problem.table.X.columns[d], probability});
        }
    }
    for (Index e = 0; e < state.xi.rows(); ++e) {
        Index best = 0;
        const double probability = state.xi.row(e).maxCoeff(&best);
        list[best].constraints.push_back({data.constraints()[e], probability});
    }
    return list;
}

}  // namespace

std::vector<Partition> partitions_of(const std::vector<Index>& first, kernels::MixtureLabels&& found) {
    std::vector<Partition> partitions;
    for (std::size_t m = 0; m < found.labels.size(); ++m) {
        for (double& probability : found.probability[m]) {
            probability = std::clamp(probability, 0.0, 1.0);
        }
        partitions.push_back({Scope::clustering, clustering_name(static_cast<Index>(m)),
                              static_cast<int>(first[m + 1] - first[m]), std::move(found.labels[m]),
                              std::move(found.probability[m])});
    }
    return partitions;
}

void write_answer(const Dataset& data, const Problem& problem, const State& state, double constraint_weight,
                  Result& result, Context& context) {
    kernels::MixtureLabels found =
        kernels::hard_assign(problem.table.X, problem.table.rows, mixtures_of(problem, state), context);
    relabel_linked_rows(problem, state, found);
    result.partitions = partitions_of(problem.form.first, std::move(found));
    result.clusterings = clusterings_of(data, problem, state);
    result.constraints = report_on_clusterings(data, result.partitions, constraint_weight);
    result.model = model_of(result, problem, state, data.view(0));
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
