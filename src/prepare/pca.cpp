#include <mvlink/error.hpp>

#include "kernels/principal.hpp"
#include "prepare/steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace preparation {
namespace {

constexpr std::string_view kMean = "mean";
constexpr std::string_view kComponents = "components";

void require_fits(const Step& step, const View& view) {
    if (view.cols() < 2) {
        throw Error(ErrorCode::input,
                    fmt::format("{}: view \"{}\" has one column; expected at least 2", step.text, view.name()));
    }
    const Index most = std::min(view.rows(), view.cols());
    if (step.dimensions <= most) return;
    throw Error(ErrorCode::input, fmt::format("{}: view \"{}\" has {} rows and {} columns; expected at most pca={}",
                                              step.text, view.name(), view.rows(), view.cols(), most));
}

}  // namespace

PreparationStep fit_pca(const Step& step, const View& view, Context& context) {
    require_fits(step, view);
    const auto wide = static_cast<std::size_t>(view.cols()) * sizeof(double);
    context.require_memory(4 * wide * static_cast<std::size_t>(step.dimensions), "the components of pca");
    kernels::Principal found =
        view.visit([&](const auto& X) { return kernels::principal_components(X, step.dimensions, context); });
    return {step.text,
            {{std::string(kMean), 1, view.cols(), std::move(found.mean)},
             {std::string(kComponents), step.dimensions, view.cols(), std::move(found.components)}}};
}

View apply_pca(const PreparationStep& fitted, const View& view, Context& context) {
    const NamedArray& mean = array_of(fitted, kMean, 1, view.cols());
    const NamedArray& components = array_of(fitted, kComponents, -1, view.cols());
    const View made = view.visit([&](const auto& X) {
        using Scalar = typename std::decay_t<decltype(X)>::Scalar;
        auto values =
            std::make_shared<std::vector<Scalar>>(kernels::project(X, mean.values, components.values, context));
        const Scalar* first = values->data();
        return view.with_features(DenseRows<Scalar>{first, X.rows, components.rows, components.rows, 1},
                                  std::move(values));
    });
    std::vector<std::string> names;
    for (Index number = 1; number <= components.rows; ++number) {
        names.push_back(fmt::format("pc{}", number));
    }
    return made.with_column_names(std::move(names));
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
