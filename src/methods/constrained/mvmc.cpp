#include <mvlink/constrained_spectral.hpp>

#include "methods/constrained/frame.hpp"
#include "methods/constrained/mvmc_steps.hpp"
#include "methods/constrained/pair_graphs.hpp"
#include "methods/spectral/family.hpp"
#include "runtime/index.hpp"

#include <cmath>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

constexpr Limit kLimit{"mvmc", 5000, 4};
constexpr int kUsualComponents = 30;

Similarities complete(const Completion& problem, const MvmcOptions& options, Context& context) {
    Similarities state;
    for (const auto& U : problem.U) {
        state.table.emplace_back(Eigen::MatrixXd::Zero(U.cols(), U.cols()));
        state.M.push_back({Eigen::VectorXd::Zero(U.cols()), Eigen::MatrixXd::Identity(U.cols(), U.cols())});
    }
    double before = objective_of(problem, state);
    const auto round = [&](int) {
        for (std::size_t v = 0; v < problem.views(); ++v) {
            completion_step(problem, v, state);
        }
        return objective_of(problem, state);
    };
    run_rounds({kLimit.method, options.max_iter}, state, context, round, [&](int t) {
        const double now = state.objective[at(t)];
        const bool rests = std::abs(before - now) <= options.tol * std::abs(before);
        before = now;
        return rests;
    });
    return state;
}

/// The mean of U_v M_v U_v' over the views.
Eigen::MatrixXd mean_similarity(const std::vector<Basis>& bases, const std::vector<Eigen::MatrixXd>& M) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(bases.front().U.rows(), bases.front().U.rows());
    for (std::size_t v = 0; v < bases.size(); ++v) {
        sum += bases[v].U * M[v] * bases[v].U.transpose() / static_cast<double>(bases.size());
    }
    return sum;
}

/// What the views say without constraints: cosines.
std::vector<Eigen::MatrixXd> of_rows_alone(const std::vector<Basis>& bases) {
    std::vector<Eigen::MatrixXd> M;
    for (const Basis& basis : bases) {
        M.emplace_back(basis.singular.cwiseAbs2().asDiagonal());
    }
    return M;
}

bool is_empty(const Similarities& state) {
    for (const Eigen::MatrixXd& M : state.table) {
        if (M.size() > 0 && M.cwiseAbs().maxCoeff() > 1e-12) return false;
    }
    return true;
}

Found embed(const Task& task, const MvmcOptions& options, Context& context) {
    std::vector<Basis> bases;
    Completion problem{{},
                       known_entries(task.beliefs, task.n()),
                       options.completion_weight,
                       options.rank_penalty,
                       options.consensus_weight};
    for (int view = 0; view < task.data.n_views(); ++view) {
        bases.push_back(
            basis_of(task.data, task.rows, view, options.n_components.value.value_or(kUsualComponents), context));
        problem.U.push_back(bases.back().U);
    }
    problem.prepare();
    Similarities state = complete(problem, options, context);
    const bool empty = is_empty(state);
    Eigen::MatrixXd similarity = mean_similarity(bases, empty ? of_rows_alone(bases) : state.table);
    const double most = similarity.cwiseAbs().maxCoeff();
    if (most > 0) similarity /= most;
    kernels::EigenPairs pairs =
        top_of(kernels::normalized(graph_of(similarity)), task.n_clusters, kLimit.method, context);
    Found found{std::move(pairs.vectors), std::move(state), spectral_family::equal_weights(task.graphs)};
    if (empty) {
        found.warnings.push_back(
            {"completion-empty",
             "the constraints are too few to complete similarities: clusters come from the cosines "
             "of the rows; lower rank_penalty",
             static_cast<double>(task.beliefs.size()),
             {{"rank_penalty", "0.1"}}});
    }
    return found;
}

}  // namespace
}  // namespace constrained_spectral

Result mvmc(const Dataset& data, const MvmcOptions& options, Context& context, const Start& start) {
    using namespace constrained_spectral;
    return run_on_pairs(kLimit, options, options.normalize_rows, data, context, start,
                        [&](const Task& task, Context& own) { return embed(task, options, own); });
}

}  // namespace v1
}  // namespace mvlink
