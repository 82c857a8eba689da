#include "methods/nmf/multi_steps.hpp"

#include "kernels/nonnegative.hpp"
#include "kernels/thin_products.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace nmf_family {
namespace {

constexpr int kStartRounds = 50;   // of a plain factorisation at the start
constexpr int kStartSweeps = 3;    // over the views
constexpr int kStepsToMeetV = 10;  // that bring a random U to a V that is already there

/// V *= (X U + lambda V*) / max(V U'U + lambda V, eps)
kernels::RowPass update_v(const Matrix& target, double lambda, SharedView& view, Context& context) {
    const Matrix G = kernels::gram(view.factors.U, context);
    Matrix& all = view.factors.V;
    return kernels::update_rows(
        view.X, view.factors.U, all,
        [&](Index first, Matrix& XU) {
            auto V = all.middleRows(first, XU.rows());
            const Matrix below = V * G + lambda * V;
            XU += lambda * target.middleRows(first, V.rows());
            V.array() *= XU.array() / below.array().max(kLeastDivisor);
            return 0.0;
        },
        context);
}

/// sum_i V_ic V*_ic for every column c.
Vector agreement(const Matrix& V, const Matrix& target, Context& context) {
    return kernels::transposed_times(V, target, context).diagonal();
}

NmfOptions plain_rounds(const MultiNmfOptions& options) {
    NmfOptions plain;
    plain.n_clusters = options.n_clusters;
    plain.solver = NmfSolver::mu;
    plain.max_iter = kStartRounds;
    plain.tol = options.tol;
    return plain;
}

void keep(Factors found, SharedView& view) {
    fix_scale(found);
    view.loss = found.objective.back();
    view.factors = std::move(found);
}

void start_first(const MultiNmfOptions& options, std::span<const std::int32_t> start_labels, SharedView& view,
                 Context& context) {
    const Index n = row_count(view.X.X), d = column_count(view.X.X), k = options.n_clusters;
    std::vector<std::int32_t> known;
    for (Index row = 0; row < n && !start_labels.empty(); ++row) {
        const Index object = view.object_of[static_cast<std::size_t>(row)];
        known.push_back(start_labels[static_cast<std::size_t>(object)]);
    }
    const int starts = known.empty() ? options.n_init : 1;
    for (int restart = 0; restart < starts; ++restart) {
        const Random random = context.stream("multi-nmf/init", static_cast<std::uint64_t>(restart));
        Factors start = known.empty() ? random_start(n, d, k, random) : start_from_labels(known, d, k, random);
        Factors found = run_rounds(view.X, std::move(start), plain_rounds(options), context);
        const bool cancelled = found.stop_reason == StopReason::cancelled;
        if (restart == 0 || found.objective.back() < view.loss * (1 - 1e-12)) keep(std::move(found), view);
        if (cancelled) break;
    }
}

/// U alone, towards a V that is given.
void meet_v(SharedView& view, Context& context) {
    const kernels::RowPass pass{kernels::transposed_times(view.X, view.factors.V, context),
                                kernels::gram(view.factors.V, context)};
    for (int step = 0; step < kStepsToMeetV; ++step) {
        update_u(pass, NmfSolver::mu, 1, view.factors.U, context);
    }
}

void start_from(const SharedView& before, bool has_u, std::uint64_t number, const MultiNmfOptions& options,
                SharedView& view, Context& context) {
    if (!has_u) {
        view.factors = random_start(row_count(view.X.X), column_count(view.X.X), options.n_clusters,
                                    context.stream("multi-nmf/view", number));
    }
    // Never quite 0: what is 0 in one view need not be so in the next, and zeros would stay.
    view.factors.V = by_row(view, by_object(before, before.factors.V)).cwiseMax(kLeastDivisor);
    meet_v(view, context);
    view.factors.objective.clear();
    keep(run_rounds(view.X, std::move(view.factors), plain_rounds(options), context), view);
}

}  // namespace

Matrix by_object(const SharedView& view, const Matrix& V) {
    Matrix out(V.rows(), V.cols());
    for (Index row = 0; row < V.rows(); ++row) {
        out.row(view.object_of[static_cast<std::size_t>(row)]) = V.row(row);
    }
    return out;
}

Matrix by_row(const SharedView& view, const Matrix& consensus) {
    Matrix out(consensus.rows(), consensus.cols());
    for (Index row = 0; row < out.rows(); ++row) {
        out.row(row) = consensus.row(view.object_of[static_cast<std::size_t>(row)]);
    }
    return out;
}

void update_view(const Matrix& target, double lambda, SharedView& view, Context& context) {
    Matrix& U = view.factors.U;
    const kernels::RowPass pass = update_v(target, lambda, view, context);
    const Vector common = lambda * agreement(view.factors.V, target, context);
    const Vector pull = lambda * U.colwise().sum().transpose().cwiseProduct(pass.VtV.diagonal());
    const Matrix below = (U * pass.VtV).rowwise() + pull.transpose();
    U.array() *= (pass.XtV.rowwise() + common.transpose()).array() / below.array().max(kLeastDivisor);
    view.loss = loss(view.squares, pass, U, context);
    fix_scale(view.factors);
}

void start_views(const MultiNmfOptions& options, std::span<const std::int32_t> start_labels,
                 std::vector<SharedView>& views, Context& context) {
    start_first(options, start_labels, views.front(), context);
    for (int sweep = 0; sweep < kStartSweeps; ++sweep) {
        for (std::size_t v = 0; v < views.size(); ++v) {
            if ((v == 0 && sweep == 0) || views.size() == 1) continue;
            const SharedView& before = views[(v + views.size() - 1) % views.size()];
            start_from(before, sweep > 0 || v == 0, v, options, views[v], context);
        }
    }
}

Matrix consensus_of(const std::vector<SharedView>& views) {
    Matrix sum = by_object(views.front(), views.front().factors.V);
    for (std::size_t v = 1; v < views.size(); ++v) {
        sum += by_object(views[v], views[v].factors.V);
    }
    return sum / static_cast<double>(views.size());
}

double objective_of(const std::vector<SharedView>& views, const Matrix& consensus, double lambda) {
    double sum = 0;
    for (const SharedView& view : views) {
        sum += view.loss + lambda * (by_object(view, view.factors.V) - consensus).squaredNorm();
    }
    return sum;
}

}  // namespace nmf_family
}  // namespace v1
}  // namespace mvlink
