#include "methods/mvcsc/trial.hpp"

#include "kernels/eigenvectors.hpp"
#include "kernels/thin_products.hpp"
#include "methods/mvcsc/admm.hpp"
#include "methods/mvcsc/starts.hpp"
#include "methods/mvcsc/weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

constexpr double kSearchTol = 1e-6;  // of the slope, times sqrt(c)
constexpr double kValley = 0.1;      // of the tolerance: a decrease of the objective that is not worth a round

/// sum_k mu_k v_k.
double weighted(const std::vector<double>& mu, const std::vector<double>& v) {
    return std::inner_product(mu.begin(), mu.end(), v.begin(), 0.0);
}

double relative_change(const std::vector<double>& now, const std::vector<double>& before) {
    double difference = 0, size = 0;
    for (std::size_t k = 0; k < now.size(); ++k) {
        difference += (now[k] - before[k]) * (now[k] - before[k]);
        size += before[k] * before[k];
    }
    return std::sqrt(difference / size);
}

/// Of matrices with orthonormal columns, whatever their bases: how far one space is from the other, 0 to 1.
double distance_of_spaces(const Matrix& F, const Matrix& other, Context& context) {
    const auto c = static_cast<double>(F.cols());
    return std::sqrt(std::max(0.0, c - kernels::transposed_times(F, other, context).squaredNorm()) / c);
}

/// Weighs the views anew (Algorithm 3), and notes how much F, by this much, and mu changed.
void weigh_views(const Problem& problem, double F_change, Trial& trial, Context& context) {
    trial.v = roughness(problem.S, trial.state.F, context);
    const std::vector<double> before = std::exchange(trial.state.mu, view_weights(trial.v, trial.beta));
    trial.F_change.push_back(F_change);
    trial.mu_change.push_back(relative_change(trial.state.mu, before));
}

/// Takes the new F of a search, and weighs the views anew.
void move_to(Matrix F, const Problem& problem, Trial& trial, Context& context) {
    const Matrix before = std::exchange(trial.state.F, std::move(F));
    weigh_views(problem, (trial.state.F - before).norm() / before.norm(), trial, context);
}

bool stands_still(const Trial& trial, double tol) {
    return trial.F_change.back() <= tol && trial.mu_change.back() <= tol;
}

/// Or moves along the bottom of a valley: where clusters are hard to tell apart, F can turn for long while the
/// objective hardly falls.
bool has_come_to_rest(const Trial& trial, double tol) {
    if (stands_still(trial, tol)) return true;
    const std::size_t rounds = trial.objective.size();
    if (rounds < 2) return false;
    const double before = trial.objective[rounds - 2], now = trial.objective[rounds - 1];
    return before - now < kValley * tol * std::abs(now);
}

double penalty_of_weights(const Trial& trial) {
    return trial.beta / 2 * weighted(trial.state.mu, trial.state.mu);
}

/// sum_k mu_k L_k.
Quadratic weighted_laplacian(const Problem& problem, const std::vector<double>& mu, Context& context) {
    return {kernels::weighted_sum(problem.S, mu, context), Vector::Ones(problem.n)};
}

/// sum_k mu_k L_k and the Laplacian of the must-links.
Quadratic weighted_sum(const CorrectedForm& form, const std::vector<double>& mu, Context& context) {
    std::vector<double> weights = mu;
    weights.push_back(1);  // of the must-links
    return {kernels::weighted_sum(form.graphs, weights, context), form.terms.must_degree().array() + 1};
}

}  // namespace

CorrectedForm::CorrectedForm(const Problem& problem, const std::vector<ObjectPair>& pairs, double gamma)
    : terms(pairs, gamma, problem.n, problem.c), graphs(problem.S) {
    graphs.push_back(terms.must());
}

Trial free_trial(const Problem& problem, double beta, const Settings& settings, const State& spectral,
                 Context& context) {
    Trial trial;
    trial.state = spectral;
    trial.beta = beta;
    const auto round = [&](int t) {
        double F_change = 0;
        if (t > 0) {
            Matrix F = eigenvectors_of(problem, trial.state.mu, settings.eigen_tol, &trial.state.F, context);
            F_change = distance_of_spaces(F, trial.state.F, context);
            trial.state.F = std::move(F);
        }
        weigh_views(problem, F_change, trial, context);
        return weighted(trial.state.mu, trial.v) + penalty_of_weights(trial);
    };
    run_rounds({"mvcsc", settings.max_iter}, trial, context, round,
               [&](int) { return has_come_to_rest(trial, settings.tol); });
    return trial;
}

Trial corrected_trial(const Problem& problem, const CorrectedForm& form, double beta, const Settings& settings,
                      State start, Context& context) {
    Trial trial;
    trial.state = std::move(start);
    trial.beta = beta;
    const auto round = [&](int) {
        const auto f = corrected_objective(form.terms, weighted_sum(form, trial.state.mu, context), context);
        const std::vector<double> mu_before = trial.state.mu;
        auto minimum = kernels::minimize_on_stiefel(f, trial.state.F, {settings.search_steps, kSearchTol}, context);
        move_to(std::move(minimum.F), problem, trial, context);
        const double of_constraints = minimum.value - weighted(mu_before, trial.v);
        return weighted(trial.state.mu, trial.v) + of_constraints + penalty_of_weights(trial);
    };
    run_rounds({"mvcsc", settings.max_iter}, trial, context, round,
               [&](int) { return has_come_to_rest(trial, settings.tol); });
    return trial;
}

Trial paper_trial(const Problem& problem, double beta, const Settings& settings, State start, Context& context) {
    Trial trial;
    trial.state = std::move(start);
    trial.beta = beta;
    const LinkRows C(problem.links.pairs, problem.n);
    const AdmmSettings admm{settings.gamma, settings.rho, settings.search_steps, trial.state.F.cols() == 1};
    Multipliers multipliers{Matrix::Zero(C.count(), trial.state.F.cols()),
                            Matrix::Zero(C.count(), trial.state.F.cols())};
    const auto round = [&](int) {
        const Quadratic L = weighted_laplacian(problem, trial.state.mu, context);
        Matrix F = trial.state.F;
        for (int step = 0; step < settings.admm_steps; ++step) {
            admm_step(L, C, admm, F, multipliers, context);  // Algorithm 2
        }
        move_to(std::move(F), problem, trial, context);
        return weighted(trial.state.mu, trial.v) + link_loss(C, settings.gamma, trial.state.F, context) +
               penalty_of_weights(trial);
    };
    run_rounds({"mvcsc", settings.max_iter}, trial, context, round,
               [&](int) { return stands_still(trial, settings.tol); });
    return trial;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
