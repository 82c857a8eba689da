#include <mvlink/error.hpp>

#include "data/names_in_messages.hpp"
#include "kernels/columns.hpp"
#include "prepare/full_columns.hpp"
#include "prepare/map_entries.hpp"
#include "prepare/steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace preparation {
namespace {

constexpr std::string_view kShift = "shift";
constexpr std::string_view kScale = "scale";

PreparationStep fitted(const Step& step, const View& view, std::vector<double> shift, std::vector<double> scale) {
    for (std::size_t col = 0; col < scale.size(); ++col) {
        if (std::isfinite(shift[col]) && std::isfinite(scale[col])) continue;
        throw Error(ErrorCode::numerical,
                    fmt::format("{}: view \"{}\": column {} has a range too large for floating-point numbers",
                                step.text, view.name(), column_text(view, static_cast<Index>(col))));
    }
    const auto cols = static_cast<Index>(shift.size());
    return {step.text,
            {{std::string(kShift), 1, cols, std::move(shift)}, {std::string(kScale), 1, cols, std::move(scale)}}};
}

/// A sparse view whose zeros a shift changes, with these zeros stored: as a sparse one if few columns are shifted,
/// such as the few with negative numbers under minmax.
View with_room_for_moved_zeros(const View& view, const std::vector<double>& shift, std::string_view step,
                               std::vector<Warning>& warnings, Context& context) {
    constexpr double kSparseShare = 0.25;  // of stored entries, up to which a sparse view is the smaller and faster one
    std::vector<bool> moved(shift.size());
    std::transform(shift.begin(), shift.end(), moved.begin(), [](double s) { return s != 0; });
    if (!view.is_sparse() || std::count(moved.begin(), moved.end(), true) == 0) return view;
    const double cells = static_cast<double>(view.rows()) * static_cast<double>(view.cols());
    if (entries_with_full_columns(view, moved) > kSparseShare * cells)
        return written_out(view, step, warnings, context);
    return with_full_columns(view, moved, context);
}

}  // namespace

PreparationStep fit_standardize(const Step& step, const View& view, Context& context) {
    return view.visit([&](const auto& X) {
        const kernels::ColumnRanges ranges = kernels::column_ranges(X, context);
        std::vector<double> shift = kernels::column_means(X, context);
        std::vector<double> scale = kernels::column_variances(X, shift, context);
        for (std::size_t col = 0; col < scale.size(); ++col) {
            const bool constant = ranges.least[col] == ranges.most[col];
            if (constant) shift[col] = ranges.least[col];  // the mean of equal numbers may be off by its rounding
            scale[col] = constant || scale[col] == 0 ? 1 : std::sqrt(scale[col]);
        }
        return fitted(step, view, std::move(shift), std::move(scale));
    });
}

PreparationStep fit_minmax(const Step& step, const View& view, Context& context) {
    return view.visit([&](const auto& X) {
        kernels::ColumnRanges ranges = kernels::column_ranges(X, context);
        for (std::size_t col = 0; col < ranges.most.size(); ++col) {
            const double range = ranges.most[col] - ranges.least[col];
            ranges.most[col] = range == 0 ? 1 : range;
        }
        return fitted(step, view, std::move(ranges.least), std::move(ranges.most));
    });
}

View apply_shift_and_scale(const PreparationStep& fitted, const View& view, std::vector<Warning>& warnings,
                           Context& context) {
    const std::vector<double>& shift = array_of(fitted, kShift, 1, view.cols()).values;
    const std::vector<double>& scale = array_of(fitted, kScale, 1, view.cols()).values;
    const View rows = with_room_for_moved_zeros(view, shift, fitted.step, warnings, context);
    return map_entries(
        rows,
        [&](Index, Index col, double x) {
            const auto at = static_cast<std::size_t>(col);
            return (x - shift[at]) / scale[at];
        },
        context);
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
