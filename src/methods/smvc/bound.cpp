#include "methods/smvc/bound.hpp"

#include "kernels/special.hpp"
#include "methods/smvc/priors.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

constexpr double kLogTwoPi = 1.83787706640934548356;

double x_log_x(double x) {
    return x > 0 ? x * std::log(x) : 0;
}

/// sum of p (ln prior - ln p) over the rows of a table of probabilities.
template <class LogPrior>
double relative_entropy(const Matrix& probabilities, LogPrior&& log_prior_of) {
    double sum = 0;
    for (Index row = 0; row < probabilities.rows(); ++row) {
        const Vector& log_prior = log_prior_of(row);
        for (Index m = 0; m < probabilities.cols(); ++m) {
            sum += probabilities(row, m) * log_prior[m] - x_log_x(probabilities(row, m));
        }
    }
    return sum;
}

double normaliser_term(const Problem& problem, double strength, const State& state) {
    double sum = 0;
    for (Index m = 0; m < problem.form.clusterings(); ++m) {
        const double s = expected_square(problem.form, m, state.lambda);
        double last_weight = 0, last_value = 0;  // most weights are equal
        for (std::size_t e = 0; e < problem.links.list.size(); ++e) {
            const double w = strength * problem.links.list[e].weight;
            if (w <= 0) continue;
            if (w != last_weight) last_value = log_normaliser(w, s);
            last_weight = w;
            sum -= state.xi(static_cast<Index>(e), m) * last_value;
        }
    }
    return sum;
}

double link_term(const Problem& problem, double strength, const State& state, Context& context) {
    const Matrix overlap = together(problem, state, context);
    double sum = 0;
    for (std::size_t e = 0; e < problem.links.list.size(); ++e) {
        const auto row = static_cast<Index>(e);
        sum += strength * problem.links.list[e].weight * state.xi.row(row).dot(overlap.row(row));
    }
    return sum;
}

double data_term(const Problem& problem, const State& state) {
    const DimensionTerms terms = dimension_terms(problem, state);
    const Index m = problem.form.clusterings();
    double sum = (state.phi.leftCols(m).array() * terms.likelihood.array()).sum();
    // As printed, q(v) q(theta) are independent: every component pays for its divergence, also where phi is 0.
    sum -=
        problem.form.paper ? terms.divergence.sum() : (state.phi.leftCols(m).array() * terms.divergence.array()).sum();
    if (problem.form.background) sum += state.phi.col(m).sum() * background_evidence(problem);
    return sum;
}

double row_term(const Problem& problem, const State& state) {
    return state.counts.dot(expected_log_weights(problem.form, state.lambda)) + state.entropy.sum();
}

}  // namespace

DimensionTerms dimension_terms(const Problem& problem, const State& state) {
    const Form& form = problem.form;
    const Index D = problem.table.dims();
    DimensionTerms terms{Matrix::Zero(D, form.clusterings()), Matrix::Zero(D, form.clusterings())};
    const double log_gamma0 = kernels::log_gamma(form.alpha0), log_beta0 = std::log(form.beta0);
    for (Index m = 0; m < form.clusterings(); ++m) {
        for (Index c = form.begin(m); c < form.begin(m) + form.size(m); ++c) {
            const double u = state.counts[c], kappa = state.kappa[c], alpha = state.alpha[c];
            const double mean_log = kernels::digamma(alpha);
            const auto mu = state.mu.col(c).array();
            const auto beta = state.beta.col(c).array();
            const auto S1 = state.sums.col(c).head(D).array();
            const auto S2 = state.sums.col(c).tail(D).array();
            const Eigen::ArrayXd tau = alpha / beta, log_beta = beta.log();
            terms.likelihood.col(m).array() += u / 2 * (mean_log - kLogTwoPi - 1 / kappa - log_beta) -
                                               tau / 2 * (S2 - 2 * mu * S1 + u * mu.square()).max(0.0);
            const double even = 0.5 * (std::log(kappa / form.kappa0) + form.kappa0 / kappa - 1) +
                                (alpha - form.alpha0) * mean_log - kernels::log_gamma(alpha) + log_gamma0 -
                                form.alpha0 * log_beta0 - alpha;
            terms.divergence.col(m).array() +=
                even + form.kappa0 / 2 * tau * mu.square() + form.alpha0 * log_beta + form.beta0 * tau;
        }
    }
    return terms;
}

double background_evidence(const Problem& problem) {
    const Form& form = problem.form;
    const auto n = static_cast<double>(problem.table.rows);
    const double alpha = form.alpha0 + n / 2, beta = form.beta0 + n / 2;  // mean 0, variance 1
    return 0.5 * std::log(form.kappa0 / (form.kappa0 + n)) + kernels::log_gamma(alpha) -
           kernels::log_gamma(form.alpha0) + form.alpha0 * std::log(form.beta0) - alpha * std::log(beta) -
           n / 2 * kLogTwoPi;
}

Vector expected_log_weights(const Form& form, const Vector& lambda) {
    Vector logs(form.components());
    for (Index m = 0; m < form.clusterings(); ++m) {
        const double all = kernels::digamma(lambda.segment(form.begin(m), form.size(m)).sum());
        for (Index c = form.begin(m); c < form.begin(m) + form.size(m); ++c) {
            logs[c] = kernels::digamma(lambda[c]) - all;
        }
    }
    return logs;
}

double log_normaliser(double w, double s) {
    if (s >= 1) return w;
    const double a = std::log1p(-s), b = w + std::log(s);
    return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
}

double expected_square(const Form& form, Index m, const Vector& lambda) {
    const auto own = lambda.segment(form.begin(m), form.size(m)).array();
    const double sum = own.sum();
    return (own * (own + 1)).sum() / (sum * (sum + 1));
}

double weight_divergence(const Form& form, Index m, const Vector& lambda) {
    const auto own = lambda.segment(form.begin(m), form.size(m));
    const double sum = own.sum(), all = kernels::digamma(sum);
    const auto k = static_cast<double>(form.size(m));
    double divergence = kernels::log_gamma(sum) - kernels::log_gamma(k * form.lambda0);
    for (const double value : own) {
        divergence += kernels::log_gamma(form.lambda0) - kernels::log_gamma(value) +
                      (value - form.lambda0) * (kernels::digamma(value) - all);
    }
    return divergence;
}

Bound bound(const Problem& problem, double strength, const State& state, Context& context) {
    Bound terms;
    terms.data = data_term(problem, state);
    terms.dimensions = relative_entropy(state.phi, [&](Index d) -> const Vector& { return log_r_of(problem, d); });
    terms.rows = row_term(problem, state);
    for (Index m = 0; m < problem.form.clusterings(); ++m) {
        terms.sizes -= weight_divergence(problem.form, m, state.lambda);
    }
    if (problem.links.any()) {
        terms.links = link_term(problem, strength, state, context);
        terms.constraints = relative_entropy(state.xi, [&](Index e) -> const Vector& { return log_h_of(problem, e); });
        if (!problem.form.paper) terms.normaliser = normaliser_term(problem, strength, state);
    }
    terms.jacobian = problem.table.jacobian;
    return terms;
}

double explained(const Problem& problem, const State& state, Index m) {
    const Form& form = problem.form;
    const DimensionTerms terms = dimension_terms(problem, state);
    const Eigen::ArrayXd gain = (terms.likelihood - terms.divergence).col(m).array() - background_evidence(problem);
    const Vector logs = expected_log_weights(form, state.lambda);
    const double rows =
        state.counts.segment(form.begin(m), form.size(m)).dot(logs.segment(form.begin(m), form.size(m)));
    const double sum =
        (state.phi.col(m).array() * gain).sum() + rows + state.entropy[m] - weight_divergence(form, m, state.lambda);
    return sum / static_cast<double>(problem.table.rows);
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
