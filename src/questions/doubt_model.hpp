#pragma once

#include "questions/base.hpp"

#include <array>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// How probably a link of the skeleton joins items that are different: a logistic regression on its features that
/// begins with weights of its own and learns from the links that were answered.
class DoubtModel {
public:
    struct Example {
        LinkFeatures features;
        double wrong = 0;  ///< 1: the answer was "different"
        double weight = 1;
    };

    DoubtModel() = default;
    /// The most probable weights given the examples, under a normal prior around the first ones.
    explicit DoubtModel(std::span<const Example> examples);

    [[nodiscard]] double p_wrong(const LinkFeatures& features) const noexcept;

private:
    std::array<double, kLinkFeatures> weights_ = kFirst;
    static constexpr std::array<double, kLinkFeatures> kFirst{-3.0, 3.5, 1.0, 3.0};
};

/// What share of links with this p_wrong is expected to be wrong. The model doubts more than that, on purpose:
/// questions are chosen by it, and a mistake that is not found costs more than a question.
double expected_wrong(double p_wrong) noexcept;

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
