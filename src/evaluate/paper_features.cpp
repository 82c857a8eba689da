#include "evaluate/paper_features.hpp"

#include "kernels/label_scatter.hpp"
#include "kernels/matrix.hpp"
#include "kernels/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace evaluate {
namespace {

Matrix all_rows(const View& view) {
    std::vector<Index> rows(view.rows());
    std::iota(rows.begin(), rows.end(), Index{0});
    return kernels::gathered_rows(view.features(), rows);
}

/// Columns by the number of rows of each class in which they are above 0, most first.
std::vector<std::vector<Index>> columns_by_class(const Matrix& X, std::span<const std::int32_t> classes) {
    std::map<std::int32_t, std::vector<Index>> counts;
    for (Index row = 0; row < X.rows(); ++row) {
        auto& own = counts[classes[row]];
        own.resize(X.cols(), 0);
        for (Index col = 0; col < X.cols(); ++col)
            own[col] += X(row, col) > 0 ? 1 : 0;
    }
    std::vector<std::vector<Index>> lists;
    for (const auto& [cls, count] : counts) {
        lists.emplace_back(count.size());
        std::iota(lists.back().begin(), lists.back().end(), Index{0});
        std::stable_sort(lists.back().begin(), lists.back().end(),
                         [&own = count](Index a, Index b) { return own[a] > own[b]; });
    }
    return lists;
}

/// The first columns of the lists, each list in turn, without repetition.
std::vector<Index> in_turn(const std::vector<std::vector<Index>>& lists, Index wanted) {
    std::vector<Index> chosen;
    for (std::size_t place = 0; !lists.empty() && place < lists.front().size(); ++place) {
        for (const std::vector<Index>& list : lists) {
            if (static_cast<Index>(chosen.size()) == wanted) return chosen;
            if (std::find(chosen.begin(), chosen.end(), list[place]) == chosen.end()) chosen.push_back(list[place]);
        }
    }
    return chosen;
}

View to_view(const View& like, const Matrix& X) {
    return View::dense(like.name(), X.rows(), X.cols(), std::vector<double>(X.data(), X.data() + X.size()));
}

void scale_to_unit_range(Matrix& X) {
    for (Index col = 0; col < X.cols(); ++col) {
        const double least = X.col(col).minCoeff(), range = X.col(col).maxCoeff() - least;
        X.col(col) = (X.col(col).array() - least) / (range > 0 ? range : 1);
    }
}

void standardize(Matrix& X) {
    for (Index col = 0; col < X.cols(); ++col) {
        X.col(col).array() -= X.col(col).mean();
        const double deviation = std::sqrt(X.col(col).squaredNorm() / static_cast<double>(X.rows()));
        if (deviation > 0) X.col(col) /= deviation;
    }
}

/// D^-1/2 A D^-1/2: its largest eigenvectors are the smallest of the Laplacian.
Eigen::MatrixXd normalized_affinities(const Matrix& X) {
    const Vector squares = X.rowwise().squaredNorm();
    Eigen::MatrixXd A = X * X.transpose();
    for (Index i = 0; i < A.rows(); ++i) {
        for (Index j = 0; j < A.cols(); ++j)
            A(i, j) = std::exp(-0.5 * std::max(0.0, squares[i] + squares[j] - 2 * A(i, j)));
    }
    const Eigen::VectorXd root = A.rowwise().sum().cwiseSqrt().cwiseInverse();
    return root.asDiagonal() * A * root.asDiagonal();
}

}  // namespace

View frequent_words(const View& view, std::span<const std::int32_t> classes, Index words) {
    const Matrix X = all_rows(view);
    const std::vector<Index> chosen = in_turn(columns_by_class(X, classes), words);
    Matrix occurs(X.rows(), static_cast<Index>(chosen.size()));
    for (Index col = 0; col < occurs.cols(); ++col) {
        occurs.col(col) = (X.col(chosen[col]).array() > 0).cast<double>();
    }
    return to_view(view, occurs);
}

View rbf_spectral_features(const View& view, Index count) {
    Matrix X = all_rows(view);
    scale_to_unit_range(X);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(normalized_affinities(X));
    const Index kept = std::min(count, X.rows() - 1);
    Matrix features(X.rows(), kept);
    for (Index col = 0; col < kept; ++col) {
        features.col(col) = solved.eigenvectors().col(X.rows() - 2 - col);
    }
    standardize(features);
    return to_view(view, features);
}

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
