#include "questions/doubt_model.hpp"

#include <Eigen/Dense>

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr double kPrecision = 0.25;  // of the prior: a weight moves by about 2 before it counts as surprising
constexpr double kWary = 0.135;      // e^-2: how much lower the odds are than those by which questions are chosen
constexpr int kNewtonSteps = 12;

double logistic(double x) {
    return 1 / (1 + std::exp(-x));
}

}  // namespace

DoubtModel::DoubtModel(std::span<const Example> examples) {
    using Vector = Eigen::Matrix<double, kLinkFeatures, 1>;
    using Square = Eigen::Matrix<double, kLinkFeatures, kLinkFeatures>;
    const Vector first = Eigen::Map<const Vector>(kFirst.data());
    Vector w = first;
    for (int step = 0; step < kNewtonSteps && !examples.empty(); ++step) {
        Vector gradient = kPrecision * (w - first);
        Square hessian = kPrecision * Square::Identity();
        for (const Example& example : examples) {
            Vector x;
            for (int j = 0; j < kLinkFeatures; ++j)
                x[j] = static_cast<double>(example.features[j]);
            const double p = logistic(w.dot(x));
            gradient += example.weight * (p - example.wrong) * x;
            hessian += example.weight * p * (1 - p) * x * x.transpose();
        }
        const Vector move = hessian.ldlt().solve(gradient);
        w -= move;
        if (move.norm() < 1e-10) break;
    }
    for (int j = 0; j < kLinkFeatures; ++j)
        weights_[j] = w[j];
}

double expected_wrong(double p_wrong) noexcept {
    const double odds = kWary * p_wrong / (1 - p_wrong);
    return p_wrong < 1 ? odds / (1 + odds) : 1;
}

double DoubtModel::p_wrong(const LinkFeatures& features) const noexcept {
    double sum = 0;
    for (int j = 0; j < kLinkFeatures; ++j)
        sum += weights_[j] * static_cast<double>(features[j]);
    return logistic(sum);
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
