#include <mvlink/error.hpp>

#include "kernels/columns.hpp"
#include "kernels/graph_embedding.hpp"
#include "kernels/rows.hpp"
#include "prepare/steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace preparation {
namespace {

constexpr std::string_view kEmbedding = "embedding";
constexpr std::string_view kEigenvalues = "eigenvalues";
constexpr std::string_view kScale = "scale";
constexpr std::string_view kRows = "rows";  // of a dense view; a sparse one is kept as its three parts
constexpr std::string_view kOffsets = "row_offsets";
constexpr std::string_view kColumns = "row_columns";
constexpr std::string_view kValues = "row_values";

constexpr double kLeastEigenvalue = 0.01;  // a new row is placed by a mean that is divided by it

template <class Numbers>
NamedArray one_row(std::string_view name, const Numbers& numbers) {
    std::vector<double> values(numbers.begin(), numbers.end());
    const auto cols = static_cast<Index>(values.size());
    return {std::string(name), 1, cols, std::move(values)};
}

NamedArray as_array(std::string_view name, const Matrix& values) {
    return {std::string(name), values.rows(), values.cols(), {values.data(), values.data() + values.size()}};
}

void require_rows(const Step& step, const View& view) {
    const Index most = view.rows() - 1;
    if (most >= 1 && step.dimensions <= most) return;
    throw Error(ErrorCode::input,
                most < 1 ? fmt::format("{}: view \"{}\" has one row; expected at least 3", step.text, view.name())
                         : fmt::format("{}: view \"{}\" has {} rows; expected at most spectral={}", step.text,
                                       view.name(), view.rows(), most));
}

void require_useful(const Step& step, const View& view, const kernels::GraphEmbedding& found) {
    const Matrix& coordinates = found.coordinates;
    if ((coordinates.colwise().maxCoeff() - coordinates.colwise().minCoeff()).maxCoeff() == 0) {
        throw Error(ErrorCode::input,
                    fmt::format("{}: the rows of view \"{}\" are all equal; expected rows that differ", step.text,
                                view.name()));
    }
    const auto usable =
        std::count_if(found.values.begin(), found.values.end(), [](double value) { return value >= kLeastEigenvalue; });
    if (usable == found.values.size()) return;
    throw Error(ErrorCode::input,
                fmt::format("{}: only {} eigenvectors of the graph of view \"{}\" vary slowly enough to place new rows "
                            "(eigenvalues >= {}); expected {}",
                            step.text, usable, view.name(), kLeastEigenvalue,
                            usable == 0 ? "more rows" : fmt::format("at most spectral={}", usable)));
}

void warn_of_graph(const Step& step, const View& view, const kernels::GraphEmbedding& found,
                   std::vector<Warning>& warnings) {
    const auto add = [&](const char* code, double value, const std::string& message) {
        warnings.push_back({code, fmt::format("{}: view \"{}\": {}", step.text, view.name(), message), value});
    };
    const Index joined = found.parts.count - found.parts.isolated;
    if (joined > 1) {
        add("graph-components", static_cast<double>(joined),
            fmt::format("the graph of nearest neighbours falls into {} parts; the first {} coordinates only tell these "
                        "apart",
                        joined, std::min<Index>(joined - 1, found.values.size())));
    }
    if (found.parts.isolated > 0) {
        add("isolated-rows", static_cast<double>(found.parts.isolated),
            fmt::format("{} rows have no neighbours in the graph; their coordinates are 0", found.parts.isolated));
    }
    if (found.recall < 1) {
        add("approximate-neighbors", found.recall,
            fmt::format("the search for neighbours was approximate and found {:.1f} % of them", 100 * found.recall));
    }
}

/// The training rows, which new rows are compared with.
std::vector<NamedArray> kept_rows(const View& view) {
    return view.visit([&](const auto& X) -> std::vector<NamedArray> {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            return {one_row(kOffsets, X.offsets), one_row(kColumns, X.columns), one_row(kValues, X.values)};
        } else {
            NamedArray rows{std::string(kRows), X.rows, X.cols, {}};
            rows.values.reserve(X.rows * X.cols);
            for (Index row = 0; row < X.rows; ++row) {
                kernels::for_each_entry(X, row, [&](Index, double x) { rows.values.push_back(x); });
            }
            return {std::move(rows)};
        }
    });
}

bool has_array(const PreparationStep& fitted, std::string_view name) {
    return std::any_of(fitted.arrays.begin(), fitted.arrays.end(),
                       [&](const NamedArray& array) { return array.name == name; });
}

Index whole_number(const PreparationStep& fitted, double value) {
    if (value >= 0 && value <= 9e15 && value == std::floor(value)) return static_cast<Index>(value);
    throw Error(ErrorCode::input, fmt::format("model: step {} of the preparation has a position {}; expected a whole "
                                              "number >= 0",
                                              fitted.step, value));
}

const NamedArray& row_array(const PreparationStep& fitted, std::string_view name) {
    for (const NamedArray& array : fitted.arrays) {
        if (array.name == name) return array_of(fitted, name, 1, array.cols);
    }
    return array_of(fitted, name, 1, 0);  // says that it is missing
}

/// The view of the training rows; View::sparse checks that they are rows at all.
View stored_rows(const PreparationStep& fitted, Index rows, Index cols) {
    const std::string name = "training_rows";
    if (has_array(fitted, kRows)) {
        const NamedArray& kept = array_of(fitted, kRows, rows, cols);
        return View::borrow(name, DenseRows<double>{kept.values.data(), rows, cols, cols, 1});
    }
    std::vector<Index> offsets;
    for (const double offset : array_of(fitted, kOffsets, 1, rows + 1).values) {
        offsets.push_back(whole_number(fitted, offset));
    }
    std::vector<std::int32_t> columns;
    for (const double column : row_array(fitted, kColumns).values) {
        columns.push_back(static_cast<std::int32_t>(
            std::min<Index>(whole_number(fitted, column), std::numeric_limits<std::int32_t>::max())));
    }
    try {
        return View::sparse(name, rows, cols, std::move(offsets), std::move(columns),
                            row_array(fitted, kValues).values);
    } catch (const Error& error) {
        throw Error(ErrorCode::input,
                    fmt::format("model: step {} of the preparation: {}", fitted.step, error.message()));
    }
}

/// The view with these coordinates as its columns, in the precision that it has.
View with_coordinates(const View& view, const double* coordinates, Index dimensions) {
    const auto size = static_cast<std::size_t>(view.rows() * dimensions);
    const View made = view.visit([&](const auto& X) {
        using Scalar = typename std::decay_t<decltype(X)>::Scalar;
        auto values = std::make_shared<std::vector<Scalar>>(size);
        std::transform(coordinates, coordinates + size, values->begin(),
                       [](double x) { return static_cast<Scalar>(x); });
        const Scalar* first = values->data();
        return view.with_features(DenseRows<Scalar>{first, X.rows, dimensions, dimensions, 1}, std::move(values));
    });
    std::vector<std::string> names;
    for (Index number = 1; number <= dimensions; ++number) {
        names.push_back(fmt::format("spectral{}", number));
    }
    return made.with_column_names(std::move(names));
}

}  // namespace

void warn_if_unscaled(const Step& step, const View& view, std::vector<Warning>& warnings, Context& context) {
    constexpr double kTooFar = 10;
    if (view.is_sparse()) return;  // cosines take the length of rows out
    std::vector<double> deviations = view.visit(
        [&](const auto& X) { return kernels::column_variances(X, kernels::column_means(X, context), context); });
    std::erase(deviations, 0.0);
    if (deviations.empty()) return;
    std::sort(deviations.begin(), deviations.end());
    const double ratio = std::sqrt(deviations.back() / deviations[(deviations.size() - 1) / 2]);
    if (!(ratio > kTooFar)) return;
    warnings.push_back({"unscaled-features",
                        fmt::format("{}: the widest column of view \"{}\" has {:.0f} times the deviation of a typical "
                                    "one, and so decides which rows are neighbours; scale the columns first",
                                    step.text, view.name(), ratio),
                        ratio,
                        {{"prep", "standardize," + step.text}, {"prep", "minmax," + step.text}}});
}

PreparationStep fit_spectral(const Step& step, const View& view, std::vector<Warning>& warnings, Context& context) {
    require_rows(step, view);
    const auto cells = static_cast<std::size_t>(view.rows()) * static_cast<std::size_t>(step.dimensions + 1);
    context.require_memory(6 * cells * sizeof(double), "the eigenvectors of spectral");
    const kernels::GraphEmbedding found = kernels::embed_rows(view.features(), step.dimensions, step.text, context);
    require_useful(step, view, found);
    warn_of_graph(step, view, found, warnings);
    PreparationStep fitted{
        step.text,
        {as_array(kEmbedding, found.coordinates), one_row(kEigenvalues, found.values), one_row(kScale, found.scale)}};
    for (NamedArray& array : kept_rows(view)) {
        fitted.arrays.push_back(std::move(array));
    }
    return fitted;
}

View embedded_training_rows(const PreparationStep& fitted, const View& view) {
    const Index dimensions = parse_step(fitted.step).dimensions;
    const NamedArray& embedding = array_of(fitted, kEmbedding, view.rows(), dimensions);
    return with_coordinates(view, embedding.values.data(), dimensions);
}

View apply_spectral(const PreparationStep& fitted, const View& view, Context& context) {
    const Index dimensions = parse_step(fitted.step).dimensions;
    const NamedArray& embedding = array_of(fitted, kEmbedding, -1, dimensions);
    const NamedArray& values = array_of(fitted, kEigenvalues, 1, dimensions);
    const NamedArray& scale = array_of(fitted, kScale, 1, embedding.rows);
    const auto is_positive = [](double x) { return x > 0; };
    if (!std::all_of(values.values.begin(), values.values.end(), is_positive) ||
        !std::all_of(scale.values.begin(), scale.values.end(), is_positive)) {
        throw Error(ErrorCode::input,
                    fmt::format("model: step {} of the preparation has an eigenvalue or scale that is "
                                "not > 0",
                                fitted.step));
    }
    const View rows = stored_rows(fitted, embedding.rows, view.cols());
    const Matrix placed = kernels::embed_new_rows(
        view.features(), rows.features(), Eigen::Map<const Matrix>(embedding.values.data(), embedding.rows, dimensions),
        Eigen::Map<const Vector>(values.values.data(), dimensions),
        Eigen::Map<const Vector>(scale.values.data(), embedding.rows), context);
    return with_coordinates(view, placed.data(), dimensions);
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
