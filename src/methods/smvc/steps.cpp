#include "kernels/special.hpp"
#include "methods/smvc/bound.hpp"
#include "methods/smvc/priors.hpp"
#include "methods/smvc/state.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

constexpr double kLogTwoPi = 1.83787706640934548356;
constexpr Index kGrain = 256;  // linked rows or links at a time

/// Scores become probabilities.
void normalise(Eigen::Ref<Eigen::RowVectorXd> scores) {
    const double top = scores.maxCoeff();
    scores = (scores.array() - top).exp();
    scores /= scores.sum();
}

/// Eq. (12) for one linked row, its neighbours as they are now.
void update_row(const Problem& problem, double strength, const Matrix& base, Index place, State& state) {
    const Form& form = problem.form;
    auto row = state.psi.row(place);
    Eigen::RowVectorXd scores = base.row(place);
    for (const Links::End& end : problem.links.of(place)) {
        const double w = strength * problem.links.list[end.link].weight;
        for (Index m = 0; m < form.clusterings(); ++m) {
            scores.segment(form.begin(m), form.size(m)) +=
                w * state.xi(end.link, m) * state.psi.row(end.other).segment(form.begin(m), form.size(m));
        }
    }
    for (Index m = 0; m < form.clusterings(); ++m) {
        normalise(scores.segment(form.begin(m), form.size(m)));
    }
    row = scores;
}

/// Linked rows, colour by colour: each colour sees the updated earlier ones.
void sweep_colours(const Problem& problem, double strength, const Matrix& base, State& state, Context& context) {
    for (const std::vector<Index>& places : problem.links.colours) {
        parallel_for(context, static_cast<Index>(places.size()), kGrain, [&](Index begin, Index end) {
            for (Index at = begin; at < end; ++at) {
                update_row(problem, strength, base, places[at], state);
            }
        });
    }
}

Vector linked_entropy(const Problem& problem, const Matrix& psi, Context& context) {
    const Form& form = problem.form;
    const Vector zero = Vector::Zero(form.clusterings());
    return ordered_sum(
        context, psi.rows(), zero, static_cast<std::size_t>(zero.size()) * sizeof(double),
        [&](Vector& part, Index begin, Index end) {
            for (Index row = begin; row < end; ++row) {
                for (Index m = 0; m < form.clusterings(); ++m) {
                    for (Index c = form.begin(m); c < form.begin(m) + form.size(m); ++c) {
                        if (psi(row, c) > 0) part[m] -= psi(row, c) * std::log(psi(row, c));
                    }
                }
            }
        },
        [](Vector& total, const Vector& part) { total += part; });
}

/// Entropies of rows without links: what ln sum exp(score) has beyond the expected score, which is linear in the sums.
Vector free_entropy(const Form& form, const kernels::Mixtures& mixtures, const kernels::MixtureSums& found) {
    Vector entropy = found.log_totals;
    for (Index m = 0; m < form.clusterings(); ++m) {
        for (Index c = form.begin(m); c < form.begin(m) + form.size(m); ++c) {
            entropy[m] -= mixtures.offsets[c] * found.counts[c] + mixtures.weights.col(c).dot(found.sums.col(c));
        }
        entropy[m] = std::max(entropy[m], 0.0);  // rounding
    }
    return entropy;
}

/// What the bound holds of lambda_m, and where Eq. (13) with the normaliser of must-links would take it.
class WeightPart {
public:
    WeightPart(const Problem& problem, double strength, const State& state, Index m)
        : form_(problem.form), m_(m), counts_(state.counts.segment(form_.begin(m), form_.size(m))) {
        if (form_.paper) return;
        for (std::size_t e = 0; e < problem.links.list.size(); ++e) {
            const double w = strength * problem.links.list[e].weight;
            if (w <= 0) continue;
            const double xi = state.xi(static_cast<Index>(e), m);
            if (!pulls_.empty() && pulls_.back().weight == w) {
                pulls_.back().share += xi;
            } else {
                pulls_.push_back({w, xi});
            }
        }
    }

    [[nodiscard]] bool pulled() const { return !pulls_.empty(); }
    [[nodiscard]] Vector plain() const { return counts_.array() + form_.lambda0; }

    [[nodiscard]] double value(const Vector& lambda) const {
        const double s = expected_square(form_, m_, lambda);
        const Vector logs = expected_log_weights(form_, lambda);
        double sum = counts_.dot(logs.segment(form_.begin(m_), form_.size(m_))) - weight_divergence(form_, m_, lambda);
        for (const auto& [weight, share] : pulls_) {
            sum -= share * log_normaliser(weight, s);
        }
        return sum;
    }

    /// lambda_k = n_k + 2 c p_k (s - p_k).
    [[nodiscard]] Vector target(const Vector& own) const {
        const Vector p = own / own.sum();
        const double s = p.squaredNorm();
        double c = 0;
        for (const auto& [weight, share] : pulls_) {
            c += share / (1 / std::expm1(weight) + s);
        }
        return plain().array() + 2 * c * p.array() * (s - p.array());
    }

private:
    struct Pull {
        double weight, share;
    };
    const Form& form_;
    Index m_;
    Vector counts_;
    std::vector<Pull> pulls_;  // must-links, runs of equal weights joined
};

/// One step towards the fixed point, halved until the bound rises; false if none does.
bool step_towards_fixed_point(const WeightPart& part, Index begin, Index size, Vector& lambda) {
    constexpr int kMostHalvings = 10;
    const Vector own = lambda.segment(begin, size);
    const Vector way = part.target(own) - own;
    const double before = part.value(lambda);
    double share = 1;
    for (int halving = 0; halving < kMostHalvings; ++halving, share /= 2) {
        const Vector next = own + share * way;
        if (next.minCoeff() <= 0) continue;
        lambda.segment(begin, size) = next;
        if (part.value(lambda) >= before) return true;
    }
    lambda.segment(begin, size) = own;
    return false;
}

}  // namespace

State started(const Problem& problem, std::span<const std::vector<std::int32_t>> labels, Context& context) {
    const Form& form = problem.form;
    State state;
    const Index columns = form.clusterings() + (form.background ? 1 : 0);
    state.phi = Matrix::Constant(problem.table.dims(), columns, 1 / static_cast<double>(columns));
    state.xi.resize(static_cast<Index>(problem.links.list.size()), form.clusterings());
    for (Index e = 0; e < state.xi.rows(); ++e) {
        state.xi.row(e) = log_h_of(problem, e).transpose().array().exp();
    }
    kernels::MixtureSums found = kernels::label_sums(problem.table.X, labels, form.first, kSure, context);
    state.psi.resize(static_cast<Index>(problem.links.rows.size()), form.components());
    for (Index place = 0; place < state.psi.rows(); ++place) {
        kernels::label_responsibilities(labels, form.first, kSure, problem.links.rows[place],
                                        state.psi.row(place).data());
    }
    state.counts = std::move(found.counts);
    state.sums = std::move(found.sums);
    state.entropy = Vector::Zero(form.clusterings());
    state.lambda = state.counts.array() + form.lambda0;
    update_components(problem, state);
    return state;
}

Matrix together(const Problem& problem, const State& state, Context& context) {
    const Form& form = problem.form;
    Matrix overlap(static_cast<Index>(problem.links.list.size()), form.clusterings());
    parallel_for(context, overlap.rows(), kGrain, [&](Index begin, Index end) {
        for (Index e = begin; e < end; ++e) {
            const Links::Link& link = problem.links.list[e];
            for (Index m = 0; m < form.clusterings(); ++m) {
                overlap(e, m) = state.psi.row(link.a)
                                    .segment(form.begin(m), form.size(m))
                                    .dot(state.psi.row(link.b).segment(form.begin(m), form.size(m)));
            }
        }
    });
    return overlap;
}

void update_constraints(const Problem& problem, double strength, State& state, Context& context) {
    const Form& form = problem.form;
    if (!problem.links.any()) return;
    Vector square(form.clusterings());
    for (Index m = 0; m < form.clusterings(); ++m) {
        square[m] = expected_square(form, m, state.lambda);
    }
    state.xi = together(problem, state, context);
    parallel_for(context, state.xi.rows(), kGrain, [&](Index begin, Index end) {
        for (Index e = begin; e < end; ++e) {
            const double w = strength * problem.links.list[e].weight;
            const Vector& log_h = log_h_of(problem, e);
            for (Index m = 0; m < form.clusterings(); ++m) {
                const double cost = w > 0 && !form.paper ? log_normaliser(w, square[m]) : 0;
                state.xi(e, m) = log_h[m] + w * state.xi(e, m) - cost;
            }
            normalise(state.xi.row(e));
        }
    });
}

void update_dimensions(const Problem& problem, bool with_background, State& state) {
    const Form& form = problem.form;
    const DimensionTerms terms = dimension_terms(problem, state);
    const Index M = form.clusterings();
    // Departure: Eq. (11) lacks the divergence, without which it does not belong to Eq. (14); see README.md.
    state.phi.leftCols(M) = form.paper ? terms.likelihood : Matrix(terms.likelihood - terms.divergence);
    if (form.background) state.phi.col(M).setConstant(background_evidence(problem));
    const Index columns = with_background ? state.phi.cols() : M;
    for (Index d = 0; d < state.phi.rows(); ++d) {
        state.phi.row(d) += log_r_of(problem, d).transpose();
        normalise(state.phi.row(d).head(columns));
        state.phi.row(d).tail(state.phi.cols() - columns).setZero();
    }
}

kernels::Mixtures mixtures_of(const Problem& problem, const State& state) {
    const Form& form = problem.form;
    const Index D = problem.table.dims();
    kernels::Mixtures mixtures{form.first, Eigen::MatrixXd(2 * D, form.components()),
                               expected_log_weights(form, state.lambda)};
    for (Index m = 0; m < form.clusterings(); ++m) {
        const Eigen::ArrayXd phi = state.phi.col(m).array();
        for (Index c = form.begin(m); c < form.begin(m) + form.size(m); ++c) {
            const auto mu = state.mu.col(c).array();
            const Eigen::ArrayXd tau = state.alpha[c] / state.beta.col(c).array();
            mixtures.weights.col(c).head(D) = phi * tau * mu;
            mixtures.weights.col(c).tail(D) = -0.5 * phi * tau;
            const double even = kernels::digamma(state.alpha[c]) - kLogTwoPi - 1 / state.kappa[c];
            mixtures.offsets[c] += 0.5 * (phi * (even - state.beta.col(c).array().log() - mu.square() * tau)).sum();
        }
    }
    return mixtures;
}

void update_responsibilities(const Problem& problem, double strength, State& state, Context& context) {
    const Table& table = problem.table;
    const kernels::Mixtures mixtures = mixtures_of(problem, state);
    kernels::MixtureSums found = kernels::soft_assign(table.X, problem.links.free_rows(table.rows), mixtures, context);
    state.entropy = free_entropy(problem.form, mixtures, found);
    if (problem.links.any()) {
        const kernels::RowSet linked = problem.links.linked_rows();
        const Matrix base = kernels::mixture_scores(table.X, linked, mixtures, context);
        sweep_colours(problem, strength, base, state, context);
        state.entropy += linked_entropy(problem, state.psi, context);
        const kernels::MixtureSums own = kernels::weighted_sums(table.X, linked, state.psi, context);
        found.counts += own.counts;
        found.sums += own.sums;
    }
    state.counts = std::move(found.counts);
    state.sums = std::move(found.sums);
}

void update_weights(const Problem& problem, double strength, State& state) {
    constexpr int kSteps = 5;
    const Form& form = problem.form;
    for (Index m = 0; m < form.clusterings(); ++m) {
        const WeightPart part(problem, strength, state, m);
        if (!part.pulled()) {
            state.lambda.segment(form.begin(m), form.size(m)) = part.plain();
            continue;
        }
        // Departure: Eq. (13) leaves out the normaliser of Eq. (7), and a giant cluster then satisfies must-links free.
        for (int step = 0; step < kSteps; ++step) {
            if (!step_towards_fixed_point(part, form.begin(m), form.size(m), state.lambda)) break;
        }
    }
}

void update_components(const Problem& problem, State& state) {
    const Form& form = problem.form;
    const Index D = problem.table.dims();
    state.kappa = state.counts.array() + form.kappa0;
    state.alpha = state.counts.array() / 2 + form.alpha0;
    state.mu.resize(D, form.components());
    state.beta.resize(D, form.components());
    for (Index c = 0; c < form.components(); ++c) {
        const double u = state.counts[c];
        const auto S1 = state.sums.col(c).head(D).array();
        const auto S2 = state.sums.col(c).tail(D).array();
        state.mu.col(c) = S1 / (form.kappa0 + u);
        if (u <= 0) {
            state.beta.col(c).setConstant(form.beta0);
            continue;
        }
        // Departure: the printed beta sums over all rows, whatever their responsibility; see README.md.
        const Eigen::ArrayXd mean = S1 / u;
        state.beta.col(c) =
            form.beta0 + (S2 - S1 * mean).max(0.0) / 2 + form.kappa0 * u / (form.kappa0 + u) / 2 * mean.square();
    }
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
