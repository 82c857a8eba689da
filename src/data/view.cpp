#include <mvlink/view.hpp>

#include <mvlink/error.hpp>
#include <mvlink/sparse_rows.hpp>

#include "data/check_features.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <string>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {

struct View::Table {
    std::string name;
    Features features;
    std::shared_ptr<const void> owner;
    bool owns;  // nobody else holds the memory
};

struct View::Ids {
    std::vector<std::string> names;
    std::unordered_map<std::string_view, Index> row_of;
};

namespace {

/// [A-Za-z0-9_-]+, and not a name that is reserved for a result file.
void check_name(const std::string& name) {
    const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), allowed)) {
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": expected a name of letters, digits, '_' and '-'", name));
    }
    constexpr std::string_view kClustering = "clustering";
    const bool numbered = name.size() > kClustering.size() && name.starts_with(kClustering) &&
                          std::all_of(name.begin() + kClustering.size(), name.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
    if (name == "objects" || numbered) {
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": this name is reserved for result files; choose another", name));
    }
}

Index cells(const std::string& name, Index rows, Index cols) {
    if (rows < 0 || cols < 0 || (cols > 0 && rows > std::numeric_limits<Index>::max() / cols)) {
        throw Error(ErrorCode::input, fmt::format("view \"{}\": {} x {} is not a size", name, rows, cols));
    }
    return rows * cols;
}

/// Features with the memory that they are in.
struct Owned {
    Features features;
    std::shared_ptr<const void> owner;
};

template <class T>
Owned own_dense(const std::string& name, Index rows, Index cols, std::vector<T> values) {
    if (static_cast<Index>(values.size()) != cells(name, rows, cols)) {
        throw Error(ErrorCode::input, fmt::format("view \"{}\": {} values for {} x {}; expected {}", name,
                                                  values.size(), rows, cols, rows * cols));
    }
    auto owner = std::make_shared<const std::vector<T>>(std::move(values));
    return {DenseRows<T>{owner->data(), rows, cols, cols, 1}, owner};
}

template <class T>
Owned own_sparse(OwnedSparseRows<T> rows) {
    auto owner = std::make_shared<const OwnedSparseRows<T>>(std::move(rows));
    return {owner->view(), owner};
}

template <class T>
Owned copied(const std::string& name, const DenseRows<T>& X) {
    std::vector<T> values;
    values.reserve(X.rows * X.cols);
    for (Index row = 0; row < X.rows; ++row) {
        for (Index col = 0; col < X.cols; ++col) {
            values.push_back(X.at(row, col));
        }
    }
    return own_dense(name, X.rows, X.cols, std::move(values));
}

template <class T>
Owned copied(const std::string&, const SparseRows<T>& X) {
    return own_sparse<T>({X.rows,
                          X.cols,
                          {X.offsets.begin(), X.offsets.end()},
                          {X.columns.begin(), X.columns.end()},
                          {X.values.begin(), X.values.end()}});
}

}  // namespace

View View::dense(std::string name, Index rows, Index cols, std::vector<double> values) {
    Owned owned = own_dense(name, rows, cols, std::move(values));
    return make(std::move(name), owned.features, std::move(owned.owner), true);
}

View View::dense(std::string name, Index rows, Index cols, std::vector<float> values) {
    Owned owned = own_dense(name, rows, cols, std::move(values));
    return make(std::move(name), owned.features, std::move(owned.owner), true);
}

View View::sparse(std::string name, Index rows, Index cols, std::vector<Index> offsets,
                  std::vector<std::int32_t> columns, std::vector<double> values) {
    Owned owned = own_sparse<double>({rows, cols, std::move(offsets), std::move(columns), std::move(values)});
    return make(std::move(name), owned.features, std::move(owned.owner), true);
}

View View::sparse(std::string name, Index rows, Index cols, std::vector<Index> offsets,
                  std::vector<std::int32_t> columns, std::vector<float> values) {
    Owned owned = own_sparse<float>({rows, cols, std::move(offsets), std::move(columns), std::move(values)});
    return make(std::move(name), owned.features, std::move(owned.owner), true);
}

View View::borrow(std::string name, Features features, std::shared_ptr<const void> owner) {
    return make(std::move(name), features, std::move(owner), false);
}

View View::make(std::string name, Features features, std::shared_ptr<const void> owner, bool owns) {
    check_name(name);
    check_features(name, features);
    View view;
    view.table_ = std::make_shared<const Table>(Table{std::move(name), features, std::move(owner), owns});
    return view;
}

View View::kept_as(std::string name) const {
    if (table_->owns) return make(std::move(name), table_->features, table_->owner, true);
    Owned owned = visit([&](const auto& X) { return copied(name, X); });
    return make(std::move(name), owned.features, std::move(owned.owner), true);
}

View View::with_ids(std::vector<std::string> ids) const {
    if (static_cast<Index>(ids.size()) != rows()) {
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": {} ids for {} rows; expected one per row", name(), ids.size(), rows()));
    }
    auto table = std::make_shared<Ids>();
    table->names = std::move(ids);
    table->row_of.reserve(table->names.size());
    for (Index row = 0; row < rows(); ++row) {
        const std::string& id = table->names[row];
        if (id.empty())
            throw Error(ErrorCode::input, fmt::format("view \"{}\": the id of row {} is empty", name(), row));
        const auto [other, is_new] = table->row_of.emplace(id, row);
        if (!is_new) {
            throw Error(ErrorCode::input, fmt::format("view \"{}\": id \"{}\" is at row {} and again at row {}", name(),
                                                      id, other->second, row));
        }
    }
    View view = *this;
    view.ids_ = std::move(table);
    return view;
}

View View::with_column_names(std::vector<std::string> names) const {
    if (static_cast<Index>(names.size()) != cols()) {
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": {} column names for {} columns; expected one per column", name(),
                                names.size(), cols()));
    }
    View view = *this;
    view.column_names_ = std::make_shared<const std::vector<std::string>>(std::move(names));
    return view;
}

View View::with_features(Features features, std::shared_ptr<const void> owner) const {
    if (row_count(features) != rows()) {
        throw Error(ErrorCode::input, fmt::format("view \"{}\": {} rows of features for {} rows; expected one per row",
                                                  name(), row_count(features), rows()));
    }
    View view = borrow(name(), features, std::move(owner));
    view.ids_ = ids_;
    if (view.cols() == cols()) view.column_names_ = column_names_;
    return view;
}

const std::string& View::name() const noexcept {
    return table_->name;
}
const Features& View::features() const noexcept {
    return table_->features;
}

Index View::rows() const noexcept {
    return visit([](const auto& X) { return X.rows; });
}

Index View::cols() const noexcept {
    return visit([](const auto& X) { return X.cols; });
}

bool View::is_sparse() const noexcept {
    return visit([](const auto& X) { return X.kSparse; });
}

Index View::nonzeros() const noexcept {
    return visit([](const auto& X) -> Index {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            return X.nonzeros();
        } else {
            return X.rows * X.cols;
        }
    });
}

std::string View::kind() const {
    return visit([](const auto& X) {
        using Scalar = typename std::decay_t<decltype(X)>::Scalar;
        return fmt::format("{} float{}", X.kSparse ? "sparse" : "dense", 8 * sizeof(Scalar));
    });
}

bool View::has_ids() const noexcept {
    return ids_ != nullptr;
}

std::span<const std::string> View::ids() const noexcept {
    return ids_ ? std::span<const std::string>(ids_->names) : std::span<const std::string>();
}

std::span<const std::string> View::column_names() const noexcept {
    return column_names_ ? std::span<const std::string>(*column_names_) : std::span<const std::string>();
}

std::optional<Index> View::find_row(std::string_view id) const {
    if (!ids_) return std::nullopt;
    const auto found = ids_->row_of.find(id);
    return found == ids_->row_of.end() ? std::nullopt : std::optional<Index>(found->second);
}

std::string View::row_name(Index row) const {
    if (row < 0 || row >= rows()) {
        throw Error(ErrorCode::input,
                    fmt::format("row {} of view \"{}\" does not exist (it has {} rows)", row, name(), rows()));
    }
    return ids_ ? ids_->names[row] : std::to_string(row);
}

}  // namespace v1
}  // namespace mvlink
