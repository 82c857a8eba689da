#include "experiments/select_rows.hpp"

#include "data/select_rows.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

template <class T>
void mark_negative(const DenseRows<T>& X, std::vector<char>& negative) {
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col)
            if (X.at(row, col) < 0) negative[col] = 1;
    }
}

template <class T>
void mark_negative(const SparseRows<T>& X, std::vector<char>& negative) {
    for (std::size_t entry = 0; entry < X.values.size(); ++entry)
        if (X.values[entry] < 0) negative[X.columns[entry]] = 1;
}

template <class T>
View without_columns(const View& view, const DenseRows<T>& X, const std::vector<char>& left_out, Index kept) {
    std::vector<T> values;
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col)
            if (left_out[col] == 0) values.push_back(X.at(row, col));
    }
    return View::dense(view.name(), X.rows, kept, std::move(values));
}

template <class T>
View without_columns(const View& view, const SparseRows<T>& X, const std::vector<char>& left_out, Index kept) {
    std::vector<std::int32_t> new_column(left_out.size());
    std::int32_t next = 0;
    for (std::size_t col = 0; col < left_out.size(); ++col)
        new_column[col] = left_out[col] == 0 ? next++ : -1;
    std::vector<Index> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<T> values;
    for (std::size_t row = 0; row + 1 < X.offsets.size(); ++row) {
        for (Index entry = X.offsets[row]; entry < X.offsets[row + 1]; ++entry) {
            const std::int32_t column = new_column[X.columns[entry]];
            if (column < 0) continue;
            columns.push_back(column);
            values.push_back(X.values[entry]);
        }
        offsets.push_back(static_cast<Index>(values.size()));
    }
    return View::sparse(view.name(), X.rows, kept, std::move(offsets), std::move(columns), std::move(values));
}

template <class T>
std::vector<double> variances_of(const DenseRows<T>& X) {
    std::vector<double> variances;
    for (Index col = 0; col < X.cols; ++col) {
        double sum = 0, squares = 0;
        for (Index row = 0; row < X.rows; ++row) {
            const auto x = static_cast<double>(X.at(row, col));
            sum += x;
            squares += x * x;
        }
        variances.push_back(squares - sum * sum / static_cast<double>(X.rows));
    }
    return variances;
}

template <class T>
std::vector<double> variances_of(const SparseRows<T>&) {
    throw Error(ErrorCode::input, "leading columns can be chosen only in dense views");
}

template <class T>
std::vector<double> copied(const DenseRows<T>& X, std::span<const std::vector<Index>> orders) {
    std::vector<double> values;
    for (Index row = 0; row < X.rows; ++row) {
        for (const std::vector<Index>& order : orders) {
            for (Index col = 0; col < X.cols; ++col)
                values.push_back(static_cast<double>(X.at(order[row], col)));
        }
    }
    return values;
}

template <class T>
std::vector<double> copied(const SparseRows<T>&, std::span<const std::vector<Index>>) {
    throw Error(ErrorCode::input, "columns can be put side by side only in dense views");
}

}  // namespace

std::vector<std::int32_t> select_labels(std::span<const std::int32_t> labels, std::span<const Index> rows) {
    std::vector<std::int32_t> chosen;
    chosen.reserve(rows.size());
    for (const Index row : rows)
        chosen.push_back(labels[row]);
    return chosen;
}

View nonnegative_columns(const View& view) {
    std::vector<char> negative(view.cols(), 0);
    view.visit([&](const auto& X) { mark_negative(X, negative); });
    const auto kept = static_cast<Index>(std::count(negative.begin(), negative.end(), 0));
    if (kept == view.cols()) return view;
    const View without = view.visit([&](const auto& X) { return without_columns(view, X, negative, kept); });
    if (!view.has_ids()) return without;
    return without.with_ids({view.ids().begin(), view.ids().end()});
}

View leading_columns(const View& view, double variance_share) {
    const std::vector<double> variances = view.visit([](const auto& X) { return variances_of(X); });
    double all = 0, held = 0;
    for (const double variance : variances)
        all += variance;
    std::vector<char> left_out(variances.size(), 1);
    Index kept = 0;
    for (; held < variance_share * all && kept < view.cols(); ++kept) {
        held += variances[kept];
        left_out[kept] = 0;
    }
    return view.visit([&](const auto& X) { return without_columns(view, X, left_out, kept); });
}

View side_by_side(const View& view, std::span<const std::vector<Index>> orders) {
    return View::dense(view.name(), view.rows(), view.cols() * static_cast<Index>(orders.size()),
                       view.visit([&](const auto& X) { return copied(X, orders); }));
}

Dataset select_rows(const Dataset& data, std::span<const Index> rows) {
    std::vector<View> views;
    for (const View& view : data.views()) {
        if (view.rows() != data.view(0).rows()) {
            throw Error(ErrorCode::input, "rows can be chosen only if all views have equally many");
        }
        views.push_back(v1::select_rows(view, rows));
    }
    const bool mapped = data.n_views() > 1 && !data.unmapped();
    Dataset chosen(std::move(views));
    return mapped ? chosen.with_row_mapping() : chosen;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
