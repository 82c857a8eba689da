#include "methods/factors/multi/steps.hpp"

#include "kernels/nonnegative.hpp"
#include "kernels/thin_products.hpp"
#include "methods/common/best_start.hpp"
#include "methods/common/objects.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

constexpr const char* kMethod = "multi-nmf";
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
        known.push_back(start_labels[at(view.object_of[at(row)])]);
    }
    keep(best_of(known.empty() ? options.n_init : 1, context,
                 [&](int restart) {
                     const Random random = context.stream("multi-nmf/init", static_cast<std::uint64_t>(restart));
                     Factors start =
                         known.empty() ? random_start(n, d, k, random) : start_from_labels(known, d, k, random);
                     return factorize_from(view.X, std::move(start), plain_rounds(options), kMethod, context);
                 }),
         view);
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
    view.factors.V = by_row(by_object(before), view.object_of).cwiseMax(kLeastDivisor);
    meet_v(view, context);
    view.factors.objective.clear();
    keep(factorize_from(view.X, std::move(view.factors), plain_rounds(options), kMethod, context), view);
}

}  // namespace

Matrix by_object(const SharedView& view) {
    return mean_by_object(view.factors.V, view.object_of, view.factors.V.rows());
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
            if (sweep > 0 && context.cancel_requested()) return;  // all have factors: whoever cancels waits no longer
            if ((v == 0 && sweep == 0) || views.size() == 1) continue;
            const SharedView& before = views[(v + views.size() - 1) % views.size()];
            start_from(before, sweep > 0 || v == 0, v, options, views[v], context);
        }
    }
}

Matrix consensus_of(const std::vector<SharedView>& views) {
    Matrix sum = by_object(views.front());
    for (std::size_t v = 1; v < views.size(); ++v) {
        sum += by_object(views[v]);
    }
    return sum / static_cast<double>(views.size());
}

double objective_of(const std::vector<SharedView>& views, const Matrix& consensus, double lambda) {
    double sum = 0;
    for (const SharedView& view : views) {
        sum += view.loss + lambda * (by_object(view) - consensus).squaredNorm();
    }
    return sum;
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
