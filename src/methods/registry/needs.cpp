#include "methods/registry/entry.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace {

std::string views_text(const Dataset& data) {
    std::vector<std::string> names;
    for (const View& view : data.views()) {
        names.push_back(view.name());
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string counted_views(int count) {
    return count == 1 ? "one view" : fmt::format("{} views", count);
}

void check_number_of_views(const MethodInfo& method, const Dataset& data) {
    const auto [least, most] = std::pair(method.needs.min_views, method.needs.max_views);
    const bool too_many = most > 0 && data.n_views() > most;
    if (!too_many && data.n_views() >= least) return;
    const std::string wanted =
        least == most || too_many ? counted_views(most) : fmt::format("at least {}", counted_views(least));
    std::vector<OptionText> advice;
    if (too_many && most == 1) advice.push_back({"views", data.view(0).name()});
    throw Error(ErrorCode::usage,
                fmt::format("method {} clusters {}, but the data has {} ({})", method.name, wanted, data.n_views(),
                            views_text(data)),
                std::move(advice));
}

void check_mapping(const MethodInfo& method, const Dataset& data) {
    if (method.needs.mapping != MappingNeed::required || !data.unmapped()) return;
    throw Error(ErrorCode::input,
                fmt::format("method {} needs views that are mapped to each other, and nothing maps the rows of {}",
                            method.name, views_text(data)));
}

/// Preparation that makes a sparse view dense, with few enough columns to be quick.
OptionText dense_preparation(const View& view) {
    constexpr Index kFew = 50;
    return {"prep", fmt::format("{}:pca={}", view.name(), std::min({kFew, view.cols(), view.rows()}))};
}

void check_density(const MethodInfo& method, const View& view) {
    if (method.needs.sparse || !view.is_sparse()) return;
    throw Error(ErrorCode::input,
                fmt::format("view \"{}\" is sparse; method {} needs dense features", view.name(), method.name),
                {dense_preparation(view)});
}

struct FoundEntry {
    Index row = -1;
    Index col = -1;
    double value = 0;
};

template <class T>
FoundEntry first_negative(const DenseRows<T>& X) {
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col) {
            if (X.at(row, col) < 0) return {row, col, static_cast<double>(X.at(row, col))};
        }
    }
    return {};
}

template <class T>
FoundEntry first_negative(const SparseRows<T>& X) {
    const auto found = std::find_if(X.values.begin(), X.values.end(), [](T value) { return value < 0; });
    if (found == X.values.end()) return {};
    const Index entry = found - X.values.begin();
    const Index row = std::upper_bound(X.offsets.begin(), X.offsets.end(), entry) - X.offsets.begin() - 1;
    return {row, X.columns[static_cast<std::size_t>(entry)], static_cast<double>(*found)};
}

std::string column_text(const View& view, Index col) {
    const auto names = view.column_names();
    if (static_cast<std::size_t>(col) >= names.size()) return std::to_string(col);
    return fmt::format("{} (\"{}\")", col, names[static_cast<std::size_t>(col)]);
}

/// "Negative values in data" are scikit-learn's words, which its checks of estimators look for.
void check_signs(const MethodInfo& method, const View& view) {
    if (!method.needs.nonnegative) return;
    const FoundEntry found = view.visit([](const auto& X) { return first_negative(X); });
    if (found.row < 0) return;
    throw Error(
        ErrorCode::input,
        fmt::format("Negative values in data: view \"{}\": row {}, column {} is {}; method {} needs features >= 0",
                    view.name(), found.row, column_text(view, found.col), found.value, method.name),
        {{"prep", fmt::format("{}:minmax", view.name())}});
}

}  // namespace

void check_needs(std::string_view method, const Dataset& data) {
    const MethodInfo& info = find_method(method);
    check_number_of_views(info, data);
    check_mapping(info, data);
    for (const View& view : data.views()) {
        check_density(info, view);
        check_signs(info, view);
    }
}

}  // namespace v1
}  // namespace mvlink
