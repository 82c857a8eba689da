#include "methods/common/requirements.hpp"

#include "data/names_in_messages.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace {

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
    return {row, X.columns[entry], static_cast<double>(*found)};
}

}  // namespace

const View& require_one_view(const Dataset& data) {
    if (data.n_views() == 1) return data.view(0);
    throw Error(ErrorCode::usage,
                fmt::format("the method clusters one view, but the data has {}; choose one", data.n_views()));
}

void require_rows_for_clusters(const View& view, Index n_clusters, const char* option) {
    if (n_clusters <= view.rows()) return;
    throw Error(ErrorCode::input,
                fmt::format("{}: {} clusters for the {} rows of view \"{}\"; expected at most one per row", option,
                            n_clusters, view.rows(), view.name()));
}

void require_rows_for_clusters(const Dataset& data, Index n_clusters) {
    for (const View& view : data.views()) {
        require_rows_for_clusters(view, n_clusters);
    }
}

void require_clusters_for_groups(const Dataset& data, Index n_clusters) {
    if (data.group_rule() == nullptr) return;
    const GroupRule& rule = *data.group_rule();
    const LargestGroup largest = largest_group(rule);
    if (largest.size <= n_clusters) return;
    throw Error(
        ErrorCode::input,
        fmt::format("at most one \"{}\": {} {} have \"{}\", but {} clusters can hold one of them each; expected "
                    "n_clusters of at least {}",
                    rule.name, largest.size, data.n_views() == 1 ? "rows" : "objects", rule.values[largest.group],
                    n_clusters, largest.size));
}

void require_no_start(const Start& start, const char* method) {
    if (start.empty()) return;
    throw Error(ErrorCode::usage,
                fmt::format("warm start: {} always starts from scratch; expected no earlier result", method));
}

void require_nonnegative(std::string_view method, const View& view) {
    const FoundEntry found = view.visit([](const auto& X) { return first_negative(X); });
    if (found.row < 0) return;
    throw Error(
        ErrorCode::input,
        fmt::format("Negative values in data: view \"{}\": row {}, column {} is {}; method {} needs features >= 0",
                    view.name(), row_text(view, found.row), column_text(view, found.col), found.value, method),
        {{"prep", fmt::format("{}:minmax", view.name())}});
}

}  // namespace v1
}  // namespace mvlink
