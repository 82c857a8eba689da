#include "kernels/spectrum_bounds.hpp"

#include "kernels/symmetric_eigen.hpp"
#include "runtime/parallel.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr int kSteps = 16;
constexpr double kMargin = 0.03;
constexpr Index kGrain = 4096;

double dot(const Matrix& a, const Matrix& b, Context& context) {
    return ordered_sum(context, a.rows(), [&](Index begin, Index end) {
        return a.middleRows(begin, end - begin).cwiseProduct(b.middleRows(begin, end - begin)).sum();
    });
}

/// a += factor * b
void add(const Matrix& b, double factor, Matrix& a, Context& context) {
    parallel_for(context, a.rows(), kGrain, [&](Index begin, Index end) {
        a.middleRows(begin, end - begin) += factor * b.middleRows(begin, end - begin);
    });
}

/// The tridiagonal matrix of the iteration.
struct Tridiagonal {
    std::vector<double> diagonal, beside;  // beside[j] joins j and j + 1; the last one joins nothing
};

Tridiagonal lanczos(const SymmetricOperator& A, Context& context) {
    const Index n = A.rows();
    Matrix v(n, 1), before = Matrix::Zero(n, 1), next(n, 1);
    Random random = context.stream("eigenvectors/bounds");
    std::generate_n(v.data(), n, [&] { return random.uniform(-1, 1); });
    v /= std::sqrt(dot(v, v, context));
    Tridiagonal T;
    for (int j = 0; j < kSteps; ++j) {
        A.apply(v, next, context);
        T.diagonal.push_back(dot(v, next, context));
        add(v, -T.diagonal.back(), next, context);
        if (j > 0) add(before, -T.beside.back(), next, context);
        T.beside.push_back(std::sqrt(dot(next, next, context)));
        if (T.beside.back() < 1e-8 * (A.highest - A.lowest)) break;
        before.swap(v);
        v = next / T.beside.back();
    }
    return T;
}

}  // namespace

SpectrumSketch sketch_spectrum(const SymmetricOperator& A, Context& context) {
    const Tridiagonal T = lanczos(A, context);
    const auto size = static_cast<Index>(T.diagonal.size());
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(Eigen::Map<const Vector>(T.diagonal.data(), size),
                                  Eigen::Map<const Vector>(T.beside.data(), size - 1));
    const double width = A.highest - A.lowest;
    const double error = T.beside.back() * std::abs(solver.eigenvectors()(size - 1, 0));
    const Vector& ritz = solver.eigenvalues();
    return {std::max(A.lowest, ritz[0] - 2 * error - kMargin * width), ritz[std::max<Index>(0, size - 3)]};
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
