#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

/// SMVC (guennemann2014) as plain loops over every object, clustering, cluster and dimension. Equations as corrected:
/// beta of Eq. (14) with responsibilities, must-link normalizer, closed families. X is used as it is.
namespace mvlink::reference::smvc {

using Row = std::vector<double>;
using Table = std::vector<Row>;

enum class Family { structured, mean_field, literal };

struct Link {
    int i, j;
    double w;  // > 0: must-link
};

struct Problem {
    Table X;
    std::vector<int> K;  // one per clustering
    std::vector<Link> links;
    double mu0 = 0, kappa0 = 0.1, alpha0 = 1, beta0 = 0.1, lambda0 = 1;
    bool normaliser = true;
    bool background = false;
    Family family = Family::structured;

    int n() const { return static_cast<int>(X.size()); }
    int d() const { return static_cast<int>(X.front().size()); }
    int m() const { return static_cast<int>(K.size()); }
    int p() const { return static_cast<int>(links.size()); }
};

struct NormalGamma {
    double mu = 0, kappa = 0, alpha = 0, beta = 0;
};

struct State {
    std::vector<Table> psi;                                 // [m][i][k]
    Table phi;                                              // [d][m]; with a background, its probability last
    Table xi;                                               // [e][m]
    Table lambda;                                           // [m][k]
    std::vector<std::vector<std::vector<NormalGamma>>> ng;  // [m][k][d]
};

inline double digamma(double x) {
    double shift = 0;
    for (; x < 20; ++x)
        shift -= 1 / x;
    const double y = 1 / (x * x);
    return shift + std::log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y / 240)));
}

inline double log_sum_exp(const Row& values) {
    const double top = *std::max_element(values.begin(), values.end());
    double sum = 0;
    for (const double value : values)
        sum += std::exp(value - top);
    return top + std::log(sum);
}

inline Row softmax(const Row& values) {
    const double total = log_sum_exp(values);
    Row out;
    for (const double value : values)
        out.push_back(std::exp(value - total));
    return out;
}

inline double x_log_x(double x) {
    return x > 0 ? x * std::log(x) : 0;
}

/// f of Eq. (11), (12): the expected log density of x under a component.
inline double f(const NormalGamma& q, double x) {
    const double tau = q.alpha / q.beta;
    const double mean_log = digamma(q.alpha) - std::log(q.beta);
    const double mu2_tau = 1 / q.kappa + q.mu * q.mu * tau;
    return 0.5 * (mean_log - std::log(2 * M_PI) - mu2_tau - x * x * tau + 2 * x * q.mu * tau);
}

inline double kl(const NormalGamma& q, const NormalGamma& p) {
    return 0.5 * (std::log(q.kappa / p.kappa) + p.kappa / q.kappa - 1 +
                  p.kappa * q.alpha / q.beta * (q.mu - p.mu) * (q.mu - p.mu)) +
           (q.alpha - p.alpha) * digamma(q.alpha) - std::lgamma(q.alpha) + std::lgamma(p.alpha) +
           p.alpha * std::log(q.beta / p.beta) + q.alpha * (p.beta - q.beta) / q.beta;
}

inline double kl_dirichlet(const Row& a, const Row& b) {
    double sum_a = 0, sum_b = 0, out = 0;
    for (const double value : a)
        sum_a += value;
    for (const double value : b)
        sum_b += value;
    out = std::lgamma(sum_a) - std::lgamma(sum_b);
    for (std::size_t k = 0; k < a.size(); ++k)
        out += std::lgamma(b[k]) - std::lgamma(a[k]) + (a[k] - b[k]) * (digamma(a[k]) - digamma(sum_a));
    return out;
}

inline NormalGamma prior(const Problem& problem) {
    return {problem.mu0, problem.kappa0, problem.alpha0, problem.beta0};
}

/// Eq. (14) for weighted values.
inline NormalGamma posterior(const NormalGamma& p, const Row& x, const Row& weight) {
    double u = 0, sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        u += weight[i];
        sum += weight[i] * x[i];
    }
    const double mean = u > 0 ? sum / u : p.mu;
    double scatter = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        scatter += weight[i] * (x[i] - mean) * (x[i] - mean);
    return {(p.kappa * p.mu + u * mean) / (p.kappa + u), p.kappa + u, p.alpha + u / 2,
            p.beta + scatter / 2 + p.kappa * u / (p.kappa + u) * (mean - p.mu) * (mean - p.mu) / 2};
}

/// ln p of weighted values with the component integrated out; u is their sum of weights.
inline double log_evidence(const NormalGamma& p, const NormalGamma& q, double u) {
    return 0.5 * std::log(p.kappa / q.kappa) + std::lgamma(q.alpha) - std::lgamma(p.alpha) +
           p.alpha * std::log(p.beta) - q.alpha * std::log(q.beta) - u / 2 * std::log(2 * M_PI);
}

inline Row column(const Problem& problem, int d) {
    Row values;
    for (const Row& row : problem.X)
        values.push_back(row[static_cast<std::size_t>(d)]);
    return values;
}

inline double background_evidence(const Problem& problem, int d) {
    const Row x = column(problem, d), ones(x.size(), 1);
    return log_evidence(prior(problem), posterior(prior(problem), x, ones), static_cast<double>(x.size()));
}

inline double expected_log_weight(const Row& lambda, int k) {
    double sum = 0;
    for (const double value : lambda)
        sum += value;
    return digamma(lambda[k]) - digamma(sum);
}

inline double together(const State& s, const Link& link, int m) {
    double sum = 0;
    for (std::size_t k = 0; k < s.psi[m][link.i].size(); ++k)
        sum += s.psi[m][link.i][k] * s.psi[m][link.j][k];
    return sum;
}

/// ln(1 + (e^w - 1) E sum_k pi_k^2) for must-links, 0 otherwise.
inline double log_normaliser(const Problem& problem, const Row& lambda, double w) {
    if (!problem.normaliser || w <= 0) return 0;
    double sum = 0, squares = 0;
    for (const double value : lambda) {
        sum += value;
        squares += value * (value + 1);
    }
    return std::log(1 + (std::exp(w) - 1) * squares / (sum * (sum + 1)));
}

inline void update_xi(const Problem& problem, State& s) {  // Eq. (10)
    for (int e = 0; e < problem.p(); ++e) {
        Row score;
        for (int m = 0; m < problem.m(); ++m)
            score.push_back(problem.links[e].w * together(s, problem.links[e], m) -
                            log_normaliser(problem, s.lambda[m], problem.links[e].w));
        s.xi[e] = softmax(score);
    }
}

inline void update_phi(const Problem& problem, State& s) {  // Eq. (11)
    for (int d = 0; d < problem.d(); ++d) {
        Row score;
        for (int m = 0; m < problem.m(); ++m) {
            double sum = 0;
            for (int k = 0; k < problem.K[m]; ++k) {
                for (int i = 0; i < problem.n(); ++i)
                    sum += s.psi[m][i][k] * f(s.ng[m][k][d], problem.X[i][d]);
                if (problem.family == Family::structured) sum -= kl(s.ng[m][k][d], prior(problem));
            }
            score.push_back(sum);
        }
        if (problem.background) score.push_back(background_evidence(problem, d));
        s.phi[d] = softmax(score);
    }
}

inline void update_psi(const Problem& problem, State& s, int i) {  // Eq. (12), one object
    for (int m = 0; m < problem.m(); ++m) {
        Row score;
        for (int k = 0; k < problem.K[m]; ++k) {
            double sum = expected_log_weight(s.lambda[m], k);
            for (int d = 0; d < problem.d(); ++d)
                sum += s.phi[d][m] * f(s.ng[m][k][d], problem.X[i][d]);
            for (int e = 0; e < problem.p(); ++e) {
                const Link& link = problem.links[e];
                if (link.i == i) sum += link.w * s.xi[e][m] * s.psi[m][link.j][k];
                if (link.j == i) sum += link.w * s.xi[e][m] * s.psi[m][link.i][k];
            }
            score.push_back(sum);
        }
        s.psi[m][i] = softmax(score);
    }
}

inline Row cluster_weights(const Problem& problem, const State& s, int m, int k) {
    Row weights;
    for (int i = 0; i < problem.n(); ++i)
        weights.push_back(s.psi[m][i][k]);
    return weights;
}

/// What the bound holds of lambda_m.
inline double lambda_part(const Problem& problem, const State& s, int m, const Row& lambda) {
    double sum = -kl_dirichlet(lambda, Row(lambda.size(), problem.lambda0));
    for (int k = 0; k < problem.K[m]; ++k)
        for (int i = 0; i < problem.n(); ++i)
            sum += s.psi[m][i][k] * expected_log_weight(lambda, k);
    for (int e = 0; e < problem.p(); ++e)
        sum -= s.xi[e][m] * log_normaliser(problem, lambda, problem.links[e].w);
    return sum;
}

/// Eq. (13), then five steps towards lambda_k = n_k + 2 c p_k (s - p_k), each halved until the bound rises.
inline void update_lambda(const Problem& problem, State& s) {
    for (int m = 0; m < problem.m(); ++m) {
        Row counts(s.lambda[m].size(), problem.lambda0);
        for (int k = 0; k < problem.K[m]; ++k) {
            for (int i = 0; i < problem.n(); ++i)
                counts[k] += s.psi[m][i][k];
        }
        bool pulled = false;
        for (int e = 0; e < problem.p(); ++e)
            pulled = pulled || (problem.normaliser && problem.links[e].w > 0);
        if (!pulled) {
            s.lambda[m] = counts;
            continue;
        }
        for (int step = 0; step < 5; ++step) {
            Row p = s.lambda[m];
            double sum = 0, squares = 0, c = 0;
            for (const double value : p)
                sum += value;
            for (double& value : p) {
                value /= sum;
                squares += value * value;
            }
            for (int e = 0; e < problem.p(); ++e) {
                if (problem.links[e].w <= 0) continue;
                const double a = std::exp(problem.links[e].w) - 1;
                c += s.xi[e][m] * a / (1 + a * squares);
            }
            const double before = lambda_part(problem, s, m, s.lambda[m]);
            double share = 1;
            for (int halving = 0; halving < 20; ++halving, share /= 2) {
                Row next = s.lambda[m];
                bool positive = true;
                for (std::size_t k = 0; k < next.size(); ++k) {
                    next[k] += share * (counts[k] + 2 * c * p[k] * (squares - p[k]) - next[k]);
                    positive = positive && next[k] > 0;
                }
                if (!positive || lambda_part(problem, s, m, next) < before) continue;
                s.lambda[m] = next;
                break;
            }
        }
    }
}

inline void update_components(const Problem& problem, State& s) {  // Eq. (14)
    for (int m = 0; m < problem.m(); ++m) {
        for (int k = 0; k < problem.K[m]; ++k) {
            for (int d = 0; d < problem.d(); ++d) {
                Row weights = cluster_weights(problem, s, m, k);
                if (problem.family == Family::mean_field)
                    for (double& weight : weights)
                        weight *= s.phi[d][m];
                s.ng[m][k][d] = posterior(prior(problem), column(problem, d), weights);
            }
        }
    }
}

inline double bound(const Problem& problem, const State& s) {
    double sum = 0;
    const double options = problem.m() + (problem.background ? 1 : 0);
    for (int d = 0; d < problem.d(); ++d) {
        for (int m = 0; m < problem.m(); ++m) {
            for (int k = 0; k < problem.K[m]; ++k) {
                for (int i = 0; i < problem.n(); ++i)
                    sum += s.phi[d][m] * s.psi[m][i][k] * f(s.ng[m][k][d], problem.X[i][d]);
                // Eq. (8) as printed has q(v) and q(theta) apart: the divergence does not depend on phi.
                sum -= (problem.family == Family::structured ? s.phi[d][m] : 1) * kl(s.ng[m][k][d], prior(problem));
            }
        }
        for (const double probability : s.phi[d])
            sum -= probability * std::log(options) + x_log_x(probability);
        if (problem.background) sum += s.phi[d].back() * background_evidence(problem, d);
    }
    for (int m = 0; m < problem.m(); ++m) {
        sum += lambda_part(problem, s, m, s.lambda[m]);
        for (int i = 0; i < problem.n(); ++i)
            for (int k = 0; k < problem.K[m]; ++k)
                sum -= x_log_x(s.psi[m][i][k]);
        for (int e = 0; e < problem.p(); ++e)
            sum += s.xi[e][m] * problem.links[e].w * together(s, problem.links[e], m) -
                   s.xi[e][m] * std::log(problem.m()) - x_log_x(s.xi[e][m]);
    }
    return sum;
}

/// From responsibilities: lambda and components from psi; phi and xi even.
inline State started(const Problem& problem, std::vector<Table> psi) {
    State s;
    s.psi = std::move(psi);
    const auto wide = static_cast<std::size_t>(problem.m() + (problem.background ? 1 : 0));
    s.phi.assign(static_cast<std::size_t>(problem.d()), Row(wide, 1.0 / static_cast<double>(wide)));
    s.xi.assign(problem.links.size(), Row(static_cast<std::size_t>(problem.m()), 1.0 / problem.m()));
    for (int m = 0; m < problem.m(); ++m) {
        s.lambda.emplace_back(static_cast<std::size_t>(problem.K[m]), problem.lambda0);
        for (int k = 0; k < problem.K[m]; ++k)
            for (int i = 0; i < problem.n(); ++i)
                s.lambda[m][k] += s.psi[m][i][k];
        s.ng.emplace_back(static_cast<std::size_t>(problem.K[m]),
                          std::vector<NormalGamma>(static_cast<std::size_t>(problem.d())));
    }
    update_components(problem, s);
    return s;
}

/// One round in the paper's order; objects one after the other.
inline void round(const Problem& problem, State& s, const std::vector<int>& order) {
    update_xi(problem, s);
    update_phi(problem, s);
    for (const int i : order)
        update_psi(problem, s, i);
    update_lambda(problem, s);
    update_components(problem, s);
}

}  // namespace mvlink::reference::smvc
