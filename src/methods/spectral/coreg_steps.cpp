#include "methods/spectral/coreg_steps.hpp"

#include "kernels/symmetric_eigen.hpp"
#include "methods/spectral/diagonal.hpp"
#include "runtime/index.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace spectral_family {
namespace {

/// S_v, with -1 on the diagonal for objects that the view lacks: no top eigenvector has them.
kernels::Graph held_graph(const ViewGraph& view) {
    if (view.missing == 0) return view.graph.S;
    Vector diagonal(view.graph.S.rows);
    for (Index i = 0; i < diagonal.size(); ++i) {
        diagonal[i] = view.present[at(i)] != 0 ? 0 : -1;
    }
    return with_diagonal(view.graph.S, diagonal);
}

kernels::EigenRequest request_of(const CoregSettings& settings, const Matrix* start) {
    kernels::EigenRequest request;
    request.count = settings.n_clusters;
    request.tol = settings.limits.tol;
    request.max_iter = settings.limits.max_iter;
    request.start = start;
    request.purpose = "coreg-spectral";
    return request;
}

/// The embeddings side by side.
Matrix side_by_side(const std::vector<const Matrix*>& parts) {
    Index cols = 0;
    for (const Matrix* part : parts) {
        cols += part->cols();
    }
    Matrix all(parts.front()->rows(), cols);
    Index first = 0;
    for (const Matrix* part : parts) {
        all.middleCols(first, part->cols()) = *part;
        first += part->cols();
    }
    return all;
}

std::vector<const Matrix*> pointers_to(const std::vector<Matrix>& U) {
    std::vector<const Matrix*> parts;
    for (const Matrix& own : U) {
        parts.push_back(&own);
    }
    return parts;
}

/// The eigenvectors of A A' of the largest eigenvalues: A x / s, where A'A x = s^2 x is small.
Matrix top_left_vectors(const Matrix& A, Index count) {
    const Eigen::MatrixXd inner = A.transpose() * A;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(inner);
    Matrix found(A.rows(), count);
    for (Index j = 0; j < count; ++j) {
        const Index place = A.cols() - 1 - j;
        const double length = std::sqrt(std::max(solver.eigenvalues()[place], 1e-300));
        found.col(j) = A * solver.eigenvectors().col(place) / length;
        Index largest = 0;
        found.col(j).cwiseAbs().maxCoeff(&largest);
        if (found(largest, j) < 0) found.col(j) *= -1;
    }
    return found;
}

void drop_missing(const ViewGraph& view, Matrix& rows) {
    if (view.missing == 0) return;
    for (Index i = 0; i < rows.rows(); ++i) {
        if (view.present[at(i)] == 0) rows.row(i).setZero();
    }
}

/// tr(P_a P_b)
double agreement(const Matrix& a, const Matrix& b) {
    return (a.transpose() * b).squaredNorm();
}

}  // namespace

std::vector<Matrix> start_embeddings(const ObjectGraphs& graphs, const CoregSettings& settings, Context& context) {
    std::vector<Matrix> U;
    for (const ViewGraph& view : graphs.views) {
        const kernels::Graph S = held_graph(view);
        const kernels::SparseOperator A(S);
        const kernels::EigenRequest request = request_of(settings, nullptr);
        kernels::EigenPairs pairs = kernels::largest_eigenpairs(A, request, context);
        if (!context.cancel_requested()) kernels::require_converged(pairs, request, "coreg-spectral");
        U.push_back(std::move(pairs.vectors));
    }
    return U;
}

void update_view(const ObjectGraphs& graphs, std::size_t view, const CoregSettings& settings, CoregTrial& trial,
                 Context& context) {
    std::vector<const Matrix*> others;
    for (std::size_t w = 0; w < trial.U.size(); ++w) {
        if (settings.scheme == CoregScheme::pairwise && w != view) others.push_back(&trial.U[w]);
    }
    if (settings.scheme == CoregScheme::centroid) others.push_back(&trial.consensus);
    if (others.empty()) return;  // one view has no other to agree with
    Matrix pull = side_by_side(others);
    drop_missing(graphs.views[view], pull);
    const kernels::Graph S = held_graph(graphs.views[view]);
    kernels::SparsePlusLowRank A(S, pull, Vector::Constant(pull.cols(), settings.lambda));
    A.highest = 1 + settings.lambda * static_cast<double>(others.size());
    const kernels::EigenRequest request = request_of(settings, &trial.U[view]);
    kernels::EigenPairs pairs = kernels::largest_eigenpairs(A, request, context);
    if (!context.cancel_requested()) kernels::require_converged(pairs, request, "coreg-spectral");
    trial.U[view] = std::move(pairs.vectors);
}

Matrix consensus_of(const std::vector<Matrix>& U, int n_clusters) {
    return top_left_vectors(side_by_side(pointers_to(U)), n_clusters);
}

Matrix joint_embedding(const ObjectGraphs& graphs, const std::vector<Matrix>& U, int n_clusters) {
    return balanced(graphs, top_left_vectors(balanced(graphs, side_by_side(pointers_to(U))), n_clusters));
}

double coreg_objective(const ObjectGraphs& graphs, const CoregSettings& settings, const CoregTrial& trial,
                       Context& context) {
    double sum = 0;
    for (std::size_t v = 0; v < trial.U.size(); ++v) {
        sum += roughness(graphs.views[v], trial.U[v], context);
        if (settings.scheme == CoregScheme::centroid) {
            sum += settings.lambda * (settings.n_clusters - agreement(trial.U[v], trial.consensus));
            continue;
        }
        for (std::size_t w = 0; w < v; ++w) {
            sum += settings.lambda * (settings.n_clusters - agreement(trial.U[v], trial.U[w]));
        }
    }
    return sum;
}

}  // namespace spectral_family
}  // namespace v1
}  // namespace mvlink
