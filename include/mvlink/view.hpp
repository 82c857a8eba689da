#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// One table of instances by features: dense or sparse, float or double, owned or borrowed.
///
/// A view is checked when it is made (shape, finite values, order of sparse columns) and read-only afterwards. Copies
/// share the features, so handing views around costs nothing.
class MVLINK_API View {
public:
    /// Owned, row after row.
    static View dense(std::string name, Index rows, Index cols, std::vector<double> values);
    static View dense(std::string name, Index rows, Index cols, std::vector<float> values);
    static View sparse(std::string name, Index rows, Index cols, std::vector<Index> offsets,
                       std::vector<std::int32_t> columns, std::vector<double> values);
    static View sparse(std::string name, Index rows, Index cols, std::vector<Index> offsets,
                       std::vector<std::int32_t> columns, std::vector<float> values);

    /// Borrowed: `owner` keeps the memory alive (empty: the caller does).
    static View borrow(std::string name, Features features, std::shared_ptr<const void> owner = {});

    /// The same features with one id per row (unique, none empty) or one name per column.
    [[nodiscard]] View with_ids(std::vector<std::string> ids) const;
    [[nodiscard]] View with_column_names(std::vector<std::string> names) const;

    /// Other features of the same rows: name and ids stay, and so do the column names where there are as many columns.
    [[nodiscard]] View with_features(Features features, std::shared_ptr<const void> owner = {}) const;

    /// The same features under another name, without ids, in memory that nobody can change: shared if this view owns
    /// its features, copied if they are borrowed.
    [[nodiscard]] View kept_as(std::string name) const;

    [[nodiscard]] const std::string& name() const noexcept;
    [[nodiscard]] Index rows() const noexcept;
    [[nodiscard]] Index cols() const noexcept;
    [[nodiscard]] bool is_sparse() const noexcept;
    /// Stored entries: rows x cols where dense.
    [[nodiscard]] Index nonzeros() const noexcept;
    /// "dense float64", "sparse float32", ..
    [[nodiscard]] std::string kind() const;

    [[nodiscard]] bool has_ids() const noexcept;
    [[nodiscard]] std::span<const std::string> ids() const noexcept;
    [[nodiscard]] std::span<const std::string> column_names() const noexcept;
    /// The row that carries this id.
    [[nodiscard]] std::optional<Index> find_row(std::string_view id) const;
    /// Its id, or its number where the view has no ids.
    [[nodiscard]] std::string row_name(Index row) const;

    [[nodiscard]] const Features& features() const noexcept;
    /// Calls f with DenseRows<double>, DenseRows<float>, SparseRows<double> or SparseRows<float>.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return std::visit(std::forward<F>(f), features());
    }

private:
    struct Table;
    struct Ids;
    View() = default;
    static View make(std::string name, Features features, std::shared_ptr<const void> owner, bool owns);
    std::shared_ptr<const Table> table_;
    std::shared_ptr<const Ids> ids_;
    std::shared_ptr<const std::vector<std::string>> column_names_;
};

}  // namespace v1
}  // namespace mvlink
