#include "data/select_rows.hpp"

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

template <class T>
View dense_rows_at(const std::string& name, const DenseRows<T>& X, std::span<const Index> rows) {
    std::vector<T> values;
    values.reserve(rows.size() * static_cast<std::size_t>(X.cols));
    for (const Index row : rows) {
        for (Index col = 0; col < X.cols; ++col)
            values.push_back(X.at(row, col));
    }
    return View::dense(name, static_cast<Index>(rows.size()), X.cols, std::move(values));
}

template <class T>
View sparse_rows_at(const std::string& name, const SparseRows<T>& X, std::span<const Index> rows) {
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<T> values;
    for (const Index row : rows) {
        const auto first = X.offsets[row], last = X.offsets[row + 1];
        columns.insert(columns.end(), X.columns.begin() + first, X.columns.begin() + last);
        values.insert(values.end(), X.values.begin() + first, X.values.begin() + last);
        offsets.push_back(static_cast<Index>(values.size()));
    }
    return View::sparse(name, static_cast<Index>(rows.size()), X.cols, std::move(offsets), std::move(columns),
                        std::move(values));
}

/// The place of a row among the chosen ones; -1: it was not chosen.
Index place_of(const std::vector<Index>& rows, Index row) {
    const auto found = std::lower_bound(rows.begin(), rows.end(), row);
    return found == rows.end() || *found != row ? -1 : static_cast<Index>(found - rows.begin());
}

std::vector<Mapping> selected_mappings(const Dataset& data, const std::vector<std::vector<Index>>& rows_of_views) {
    std::vector<Mapping> chosen;
    for (const Mapping& mapping : data.mappings()) {
        Mapping part{mapping.view_a, mapping.view_b, {}};
        for (const auto& [row_a, row_b] : mapping.rows) {
            const Index a = place_of(rows_of_views[mapping.view_a], row_a);
            const Index b = place_of(rows_of_views[mapping.view_b], row_b);
            if (a >= 0 && b >= 0) part.rows.emplace_back(a, b);
        }
        chosen.push_back(std::move(part));
    }
    return chosen;
}

GroupRule selected_groups(const Dataset& data, const std::vector<std::vector<Index>>& rows_of_views,
                          const Objects& chosen) {
    GroupRule rule{data.group_rule()->name, std::vector<std::int32_t>(chosen.count()), data.group_rule()->values};
    for (int v = 0; v < data.n_views(); ++v) {
        Index place = 0;
        for (const Index row : rows_of_views[v])
            rule.group[chosen.of({v, place++})] = data.group_rule()->group[data.objects().of({v, row})];
    }
    return rule;
}

}  // namespace

View select_rows(const View& view, std::span<const Index> rows) {
    return select_rows(view, rows, view.name());
}

View select_rows(const View& view, std::span<const Index> rows, const std::string& name) {
    return view.visit([&]<class Rows>(const Rows& X) {
        if constexpr (Rows::kSparse) {
            return sparse_rows_at(name, X, rows);
        } else {
            return dense_rows_at(name, X, rows);
        }
    });
}

Dataset select_rows(const Dataset& data, const std::vector<std::vector<Index>>& rows_of_views) {
    std::vector<View> views;
    for (int v = 0; v < data.n_views(); ++v)
        views.push_back(select_rows(data.view(v), rows_of_views[v]));
    Dataset chosen(std::move(views));
    if (data.n_views() > 1 && !data.unmapped()) {
        chosen = data.objects().rows_are_objects() ? chosen.with_row_mapping()
                                                   : chosen.with_mappings(selected_mappings(data, rows_of_views));
    }
    if (data.group_rule() != nullptr) {
        chosen = chosen.with_group_rule(selected_groups(data, rows_of_views, chosen.objects()));
    }
    std::vector<Constraint> constraints;
    for (Constraint constraint : data.constraints()) {
        constraint.a.row = place_of(rows_of_views[constraint.a.view], constraint.a.row);
        constraint.b.row = place_of(rows_of_views[constraint.b.view], constraint.b.row);
        if (constraint.a.row >= 0 && constraint.b.row >= 0) constraints.push_back(constraint);
    }
    return chosen.with_constraints(std::span<const Constraint>(constraints));
}

}  // namespace v1
}  // namespace mvlink
