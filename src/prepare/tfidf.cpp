#include <mvlink/error.hpp>

#include "data/names_in_messages.hpp"
#include "kernels/columns.hpp"
#include "kernels/rows.hpp"
#include "prepare/map_entries.hpp"
#include "prepare/steps.hpp"

#include <fmt/core.h>

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace preparation {
namespace {

constexpr std::string_view kIdf = "idf";

void require_counts(const View& view) {
    view.visit([&](const auto& X) {
        for (Index row = 0; row < X.rows; ++row) {
            kernels::for_each_entry(X, row, [&](Index col, double x) {
                if (x >= 0) return;
                throw Error(ErrorCode::input,
                            fmt::format("tfidf: view \"{}\": row {}, column {} is {}; expected counts, "
                                        "which are never negative",
                                        view.name(), row_text(view, row), column_text(view, col), x));
            });
        }
    });
}

}  // namespace

/// idf = ln((1 + n) / (1 + rows with the term)) + 1: as if one more row held every term once, so that none is divided
/// by 0.
PreparationStep fit_tfidf(const Step& step, const View& view, Context& context) {
    require_counts(view);
    std::vector<double> idf = view.visit([&](const auto& X) { return kernels::column_counts(X, context); });
    for (double& value : idf) {
        value = std::log((1 + static_cast<double>(view.rows())) / (1 + value)) + 1;
    }
    return {step.text, {{std::string(kIdf), 1, view.cols(), std::move(idf)}}};
}

View apply_tfidf(const PreparationStep& fitted, const View& view, Context& context) {
    require_counts(view);
    const std::vector<double>& idf = array_of(fitted, kIdf, 1, view.cols()).values;
    return map_entries(
        view, [&](Index, Index col, double x) { return x * idf[col]; }, context);
}

}  // namespace preparation
}  // namespace v1
}  // namespace mvlink
