#include "prepare/steps.hpp"

#include <mvlink/error.hpp>
#include <mvlink/preparation.hpp>

#include "kernels/rows.hpp"
#include "runtime/parallel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

namespace mvlink {
inline namespace v1 {
namespace preparation {

PreparationStep fit_step(const Step& step, const View& view, std::vector<Warning>& warnings, Context& context) {
    switch (step.kind) {
        case Kind::standardize:
            return fit_standardize(step, view, context);
        case Kind::minmax:
            return fit_minmax(step, view, context);
        case Kind::l2:
            return {step.text, {}};
        case Kind::tfidf:
            return fit_tfidf(step, view, context);
        case Kind::pca:
            return fit_pca(step, view, context);
        case Kind::spectral:
            return fit_spectral(step, view, warnings, context);
    }
    throw Error(ErrorCode::internal, "preparation: a step without a function");
}

View apply_step(const PreparationStep& fitted, const View& view, std::vector<Warning>& warnings, Context& context) {
    switch (parse_step(fitted.step).kind) {
        case Kind::standardize:
        case Kind::minmax:
            return apply_shift_and_scale(fitted, view, warnings, context);
        case Kind::l2:
            return apply_l2(view, context);
        case Kind::tfidf:
            return apply_tfidf(fitted, view, context);
        case Kind::pca:
            return apply_pca(fitted, view, context);
        case Kind::spectral:
            return apply_spectral(fitted, view, context);
    }
    throw Error(ErrorCode::internal, "preparation: a step without a function");
}

View apply_to_training_rows(const PreparationStep& fitted, const View& view, std::vector<Warning>& warnings,
                            Context& context) {
    if (parse_step(fitted.step).kind == Kind::spectral) return embedded_training_rows(fitted, view);
    return apply_step(fitted, view, warnings, context);
}

const NamedArray& array_of(const PreparationStep& fitted, std::string_view name, Index rows, Index cols) {
    const auto found = std::find_if(fitted.arrays.begin(), fitted.arrays.end(),
                                    [&](const NamedArray& array) { return array.name == name; });
    if (found == fitted.arrays.end() || (rows >= 0 && found->rows != rows) || found->rows < 1 || found->cols != cols ||
        static_cast<Index>(found->values.size()) != found->rows * cols) {
        throw Error(ErrorCode::input,
                    fmt::format("model: step {} of the preparation has no array \"{}\" for {} columns", fitted.step,
                                name, cols));
    }
    return *found;
}

View written_out(const View& view, std::string_view step, std::vector<Warning>& warnings, Context& context) {
    return view.visit([&](const auto& X) {
        using Scalar = typename std::decay_t<decltype(X)>::Scalar;
        const double bytes = static_cast<double>(X.rows) * static_cast<double>(X.cols) * sizeof(Scalar);
        constexpr double kMegabyte = 1 << 20;
        if (bytes > static_cast<double>(kMostBytesWrittenOut)) {
            throw Error(
                ErrorCode::input,
                fmt::format("{}: sparse view \"{}\" would become dense and take {:.0f} MB; expected at most {:.0f} "
                            "MB (l2, tfidf and pca=D do not store the zeros)",
                            step, view.name(), bytes / kMegabyte,
                            static_cast<double>(kMostBytesWrittenOut) / kMegabyte));
        }
        context.require_memory(static_cast<std::size_t>(bytes), "a sparse view with its zeros");
        auto values = std::make_shared<std::vector<Scalar>>(X.rows * X.cols, Scalar{0});
        for (Index row = 0; row < X.rows; ++row) {
            Scalar* out = values->data() + row * X.cols;
            kernels::for_each_entry(X, row, [&](Index col, double x) { out[col] = static_cast<Scalar>(x); });
        }
        warnings.push_back({"densified",
                            fmt::format("{} made the sparse view {} dense ({:.1f} MB): zeros do not stay zero", step,
                                        view.name(), bytes / kMegabyte),
                            bytes});
        const Scalar* first = values->data();
        return view.with_features(DenseRows<Scalar>{first, X.rows, X.cols, X.cols, 1}, std::move(values));
    });
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
