#include "methods/factors/cmvnmf/steps.hpp"

#include "kernels/thin_products.hpp"
#include "methods/factors/cmvnmf/gather.hpp"
#include "methods/factors/problem/normalize.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

constexpr double kTiny = 1e-100;  // turns 0/0 into 0
constexpr double kFloor = 1e-12;
constexpr Index kGrain = 2048;

std::size_t at(int view) {
    return static_cast<std::size_t>(view);
}

/// A row of zeros has scale 0 if such rows are left out.
std::vector<double> scales_of(const View& view, const Settings& settings, Context& context) {
    std::vector<double> scales = kernels::unit_scales(view.features(), context);
    factors::require_lengths(view, scales);
    if (settings.scale == FactorScale::rows) return scales;
    const double sum = settings.scale == FactorScale::sum ? kernels::entry_sum({view.features()}, context) : 1;
    const double same = sum > 0 ? 1 / sum : 1;
    for (double& scale : scales) {
        scale = scale > 0 || settings.keep_empty_rows ? same : 0;
    }
    return scales;
}

void take_over(const Vector& lengths, Matrix& V, Context& context) {
    parallel_for(context, V.rows(), kGrain, [&](Index begin, Index end) {
        V.middleRows(begin, end - begin).array().rowwise() *= lengths.transpose().array();
    });
}

/// sum_i <V_i, (C V)_i - (M V)_i> over the ties inside a view: each occurs in both directions, as in Delta.
double disagreement_inside(const ViewLinks& links, int a, const std::vector<Matrix>& V, Context& context) {
    const Matrix& own = V[at(a)];
    double sum = 0;
    for (const Coupling& coupling : links.couplings) {
        if (coupling.view != a) continue;
        sum += ordered_sum(context, own.rows(), [&](Index begin, Index end) {
            double part = 0;
            for (const auto* ties : {&coupling.must, &coupling.cannot}) {
                const double sign = ties == &coupling.must ? -1 : 1;
                for (Index row = begin; row < end; ++row) {
                    for (Index e = ties->offsets[row]; e < ties->offsets[row + 1]; ++e) {
                        const auto entry = static_cast<std::size_t>(e);
                        part += sign * ties->values[entry] * own.row(row).dot(own.row(ties->columns[entry]));
                    }
                }
            }
            return part;
        });
    }
    return sum;
}

/// Runs one pass over a view and keeps what it measured.
void pass_over(const Problem& problem, int a, const kernels::RowUpdate& update, State& state, Context& context) {
    kernels::RowPass pass = kernels::update_rows(problem.X[at(a)], state.U[at(a)], state.V[at(a)], update, context);
    state.XtV[at(a)] = std::move(pass.XtV);
    state.VtV[at(a)] = std::move(pass.VtV);
    const Matrix UtU = state.U[at(a)].transpose() * state.U[at(a)];
    state.loss[at(a)] =
        kernels::factor_loss(problem.square_sums[at(a)], state.XtV[at(a)], state.U[at(a)], state.VtV[at(a)], UtU);
    state.disagreement[at(a)] = pass.extra;
    if (problem.links[at(a)].inside) {
        state.disagreement[at(a)] += disagreement_inside(problem.links[at(a)], a, state.V, context);
    }
}

/// One row of Eq. (4): v <- v * (xu + beta must) / (v U'U + beta (D v + cannot)).
void update_row(const double* xu, const double* vUtU, double degree, double beta, double floor, Gather& ties, Index k,
                double* v) {
    const double *must = ties.must(), *cannot = ties.cannot();
    for (Index h = 0; h < k; ++h) {
        const double above = xu[h] + beta * must[h];
        const double below = vUtU[h] + beta * (degree * v[h] + cannot[h]);
        v[h] = std::max(v[h] * above / std::max(below, kTiny), floor);
    }
}

}  // namespace

Settings settings_of(const CmvnmfOptions& options) {
    const bool paper = options.mode == Mode::paper;
    Settings settings;
    settings.k = options.n_clusters;
    settings.beta = options.beta;
    settings.use_mapping = options.use_mapping.value.value_or(!paper);
    settings.scale = options.scale != FactorScale::automatic ? options.scale
                     : paper                                 ? FactorScale::sum
                                                             : FactorScale::rows;
    settings.rescale = options.rescale.value.value_or(!paper);
    settings.align = options.align.value.value_or(!paper);
    settings.ramp = options.ramp.value.value_or(paper ? 0 : 50);
    settings.n_init = options.n_init.value.value_or(paper ? 1 : 5);
    settings.component_start = !paper;
    settings.max_iter = options.max_iter;
    settings.tol = options.tol;
    settings.floor = paper ? kTiny : kFloor;
    settings.keep_empty_rows = paper;
    return settings;
}

Problem problem_of(const Ties& ties, const Settings& settings, Context& context) {
    Problem problem;
    for (const View& view : ties.data().views()) {
        problem.scales.push_back(scales_of(view, settings, context));
    }
    for (int a = 0; a < ties.data().n_views(); ++a) {
        problem.X.push_back({ties.data().view(a).features(), problem.scales[at(a)]});
        problem.square_sums.push_back(kernels::square_sum(problem.X.back(), context));
    }
    problem.links = links_of(ties);
    return problem;
}

void measure(const Problem& problem, State& state, Context& context) {
    const std::size_t views = problem.X.size();
    state.XtV.resize(views);
    state.VtV.resize(views);
    state.loss.resize(views);
    state.disagreement.resize(views);
    for (int a = 0; a < static_cast<int>(views); ++a) {
        const Matrix& V = state.V[at(a)];
        const auto look = [&](Index first, const Matrix& XU) {
            Gather ties(problem.links[at(a)], a, state.V, V);
            double sum = 0;
            for (Index row = first; row < first + XU.rows(); ++row) {
                ties.read(row);
                sum += ties.disagreement(row, V.data() + row * V.cols());
            }
            return sum;
        };
        pass_over(problem, a, look, state, context);
    }
}

Vector update_basis(bool rescale, int a, State& state, Context& context) {
    Matrix& U = state.U[at(a)];
    kernels::multiplicative_step(state.XtV[at(a)], state.VtV[at(a)], {.eps = kTiny, .floor = 0}, U, context);
    Vector lengths = Vector::Ones(U.cols());
    if (!rescale) return lengths;
    // Departure: Eq. (2) decreases without limit under U -> s U, V -> V / s; columns of U of length 1 prevent that.
    for (Index h = 0; h < U.cols(); ++h) {
        const double length = U.col(h).norm();
        if (length > kTiny) lengths[h] = length;
    }
    U.array().rowwise() /= lengths.transpose().array();
    return lengths;
}

void update_encoding(const Problem& problem, const Settings& settings, double beta, int a, const Vector& lengths,
                     State& state, Context& context) {
    Matrix& V = state.V[at(a)];
    const Matrix UtU = state.U[at(a)].transpose() * state.U[at(a)];
    const ViewLinks& links = problem.links[at(a)];
    Matrix previous;
    if (links.inside) {
        take_over(lengths, V, context);
        previous = V;
    }
    const auto update = [&](Index first, const Matrix& XU) {
        auto lines = V.middleRows(first, XU.rows());
        if (!links.inside) lines.array().rowwise() *= lengths.transpose().array();
        Matrix product = lines * UtU;
        Gather ties(links, a, state.V, previous);
        double sum = 0;
        for (Index i = 0; i < XU.rows(); ++i) {
            const Index row = first + i;
            // Departure: a row without features is not a row of zeros; only its ties determine it.
            if (problem.X[at(a)].scale_of(row) == 0) product.row(i).setZero();
            double* v = V.data() + row * V.cols();
            ties.read(row);
            update_row(XU.data() + i * V.cols(), product.data() + i * V.cols(), links.degree[row], beta, settings.floor,
                       ties, V.cols(), v);
            sum += ties.disagreement(row, v);
        }
        return sum;
    };
    pass_over(problem, a, update, state, context);
}

double objective(const State& state, double beta) {
    return std::accumulate(state.loss.begin(), state.loss.end(), 0.0) +
           beta * std::accumulate(state.disagreement.begin(), state.disagreement.end(), 0.0);
}

Eigen::RowVectorXd vote(const ViewLinks& links, Index row, const std::vector<Matrix>& V) {
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(V.front().cols());
    for (const Coupling& coupling : links.couplings) {
        const Matrix& other = V[at(coupling.view)];
        for (const auto* ties : {&coupling.must, &coupling.cannot}) {
            const double sign = ties == &coupling.must ? 1 : -1;
            for (Index e = ties->offsets[row]; e < ties->offsets[row + 1]; ++e) {
                const auto entry = static_cast<std::size_t>(e);
                sum += sign * ties->values[entry] * other.row(ties->columns[entry]);
            }
        }
    }
    return sum;
}

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
