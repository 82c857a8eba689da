#include "methods/factors/fold_in.hpp"

#include <mvlink/error.hpp>

#include "kernels/thin_products.hpp"
#include "methods/factors/memberships.hpp"
#include "methods/factors/nonnegative.hpp"
#include "runtime/parallel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace factors {
namespace {

constexpr int kMostSweeps = 2000;   // few are needed unless columns of U are almost the same
constexpr double kSettled = 1e-10;  // of the largest entry of the row

/// Minimises v G v' / 2 - <v, target> over v >= 0, one entry after the other, from v = 0.
Eigen::RowVectorXd solve_row(const Matrix& G, const Eigen::RowVectorXd& target) {
    const Index k = G.rows();
    Eigen::RowVectorXd v = Eigen::RowVectorXd::Zero(k);
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        double moved = 0;
        for (Index j = 0; j < k; ++j) {
            if (G(j, j) <= 0) continue;
            const double next = std::max(0.0, v[j] + (target[j] - v.dot(G.row(j))) / G(j, j));
            moved = std::max(moved, std::abs(next - v[j]));
            v[j] = next;
        }
        if (moved <= kSettled * v.maxCoeff()) break;
    }
    return v;
}

}  // namespace

std::string basis_array(std::size_t view) {
    return fmt::format("basis_{}", view);
}

NamedArray basis_as_array(std::size_t view, const Matrix& U) {
    return {basis_array(view), U.rows(), U.cols(), {U.data(), U.data() + U.size()}};
}

Matrix basis_of(const Model& model, std::size_t view) {
    const NamedArray& array = model.array(basis_array(view), model.cols.at(view));
    return Eigen::Map<const Matrix>(array.values.data(), array.rows, array.cols);
}

Matrix fold_in(const Features& X, const Matrix& U, Context& context) {
    constexpr Index kGrain = 512;
    const Matrix G = U.transpose() * U;
    Matrix V = kernels::times(X, U, context);
    parallel_for(context, V.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            V.row(row) = solve_row(G, V.row(row));
        }
    });
    return V;
}

}  // namespace factors

std::vector<Partition> predict_by_fold_in(const Model& model, const Dataset& data, Context& context) {
    std::vector<std::pair<const View*, Matrix>> known;
    for (const View& view : data.views()) {
        const auto number = model.find_view(view.name(), data.n_views());
        if (!number) continue;
        if (view.cols() != model.cols.at(*number)) {
            throw Error(ErrorCode::input, fmt::format("view \"{}\" has {} columns; the model was fitted on {}",
                                                      view.name(), view.cols(), model.cols[*number]));
        }
        factors::require_nonnegative(model.method, Dataset(view));
        known.emplace_back(&view, factors::basis_of(model, *number));
    }
    if (known.empty()) {
        throw Error(ErrorCode::input, fmt::format("the data have none of the views that the model was fitted on ({})",
                                                  fmt::join(model.views, ", ")));
    }
    std::vector<Partition> partitions;
    for (const auto& [view, U] : known) {
        partitions.push_back(
            factors::partition_of(Scope::view, view->name(), factors::fold_in(view->features(), U, context), context));
    }
    return partitions;
}

}  // namespace v1
}  // namespace mvlink
