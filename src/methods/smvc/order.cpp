#include "methods/smvc/answer.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

/// The first dimension that most probably belongs to it; a clustering without any comes last.
Index first_dimension(const State& state, Index m) {
    for (Index d = 0; d < state.phi.rows(); ++d) {
        Index best = 0;
        state.phi.row(d).maxCoeff(&best);
        if (best == m) return d;
    }
    return state.phi.rows();
}

/// The clustering at each position.
std::vector<Index> clustering_order(const Problem& problem, const State& state) {
    const Form& form = problem.form;
    const auto named = [&](Index m) {
        return std::ranges::find(problem.table.known, m) != problem.table.known.end() ||
               std::ranges::any_of(problem.links.list, [&](const auto& link) { return link.clustering == m; });
    };
    const auto alike = [&](Index a, Index b) {
        return form.size(a) == form.size(b) && form.log_r[a] == form.log_r[b] && form.log_h[a] == form.log_h[b] &&
               !named(a) && !named(b);
    };
    std::vector<Index> order(form.clusterings());
    std::iota(order.begin(), order.end(), Index{0});
    for (std::size_t place = 0; place < order.size(); ++place) {
        for (std::size_t other = place + 1; other < order.size(); ++other) {
            if (alike(order[place], order[other]) &&
                first_dimension(state, order[other]) < first_dimension(state, order[place])) {
                std::swap(order[place], order[other]);
            }
        }
    }
    return order;
}

/// The component at each position.
std::vector<Index> component_order(const Form& form, const State& state, const std::vector<Index>& clusterings) {
    std::vector<Index> order;
    for (const Index m : clusterings) {
        std::vector<Index> own(form.size(m));
        std::iota(own.begin(), own.end(), form.begin(m));
        std::stable_sort(own.begin(), own.end(), [&](Index a, Index b) { return state.counts[a] > state.counts[b]; });
        order.insert(order.end(), own.begin(), own.end());
    }
    return order;
}

template <class Table>
Table chosen_columns(const Table& table, const std::vector<Index>& order) {
    return Table(table(Eigen::all, order));
}

Vector chosen(const Vector& values, const std::vector<Index>& order) {
    return values(order);
}

}  // namespace

void put_in_order(const Problem& problem, State& state) {
    const std::vector<Index> clusterings = clustering_order(problem, state);
    const std::vector<Index> components = component_order(problem.form, state, clusterings);
    std::vector<Index> with_background = clusterings;
    if (problem.form.background) with_background.push_back(problem.form.clusterings());
    state.phi = chosen_columns(state.phi, with_background);
    state.xi = chosen_columns(state.xi, clusterings);
    state.psi = chosen_columns(state.psi, components);
    state.mu = chosen_columns(state.mu, components);
    state.beta = chosen_columns(state.beta, components);
    state.sums = chosen_columns(state.sums, components);
    for (Vector* values : {&state.lambda, &state.kappa, &state.alpha, &state.counts}) {
        *values = chosen(*values, components);
    }
    state.entropy = chosen(state.entropy, clusterings);
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
