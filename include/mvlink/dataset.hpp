#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/export.hpp>
#include <mvlink/group_rule.hpp>
#include <mvlink/view.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Which rows of two views are the same object: any set of row pairs, so none, partial, complete and many-to-many are
/// one type.
struct Mapping {
    int view_a = 0;
    int view_b = 1;
    std::vector<std::pair<Index, Index>> rows;
};

/// The objects: the components of the mapping graph, numbered by their first instance in the
/// order of views and rows (so row i is object i where rows are mapped to rows, or where there is one view).
class MVLINK_API Objects {
public:
    [[nodiscard]] Index count() const noexcept { return count_; }
    [[nodiscard]] Index of(InstanceId instance) const noexcept {
        return object_of_.empty()
                   ? instance.row
                   : object_of_[static_cast<std::size_t>(instance.view)][static_cast<std::size_t>(instance.row)];
    }
    /// Row i of every view is object i.
    [[nodiscard]] bool rows_are_objects() const noexcept { return object_of_.empty(); }

private:
    friend class Dataset;
    Index count_ = 0;
    std::vector<std::vector<Index>> object_of_;  // [view][row]; empty: row i is object i
};

/// A problem: views, how their rows map to each other, and constraints.
///
/// Checked once when built, read-only afterwards. Adding a mapping or constraints gives a new dataset that shares the
/// views, so that it never re-checks them.
class MVLINK_API Dataset {
public:
    /// Views with distinct names, nothing mapped, no constraints.
    explicit Dataset(std::vector<View> views);
    explicit Dataset(View view);

    /// Row i of every view is object i; all views must have equally many rows.
    [[nodiscard]] Dataset with_row_mapping() const;
    /// Equal ids in two views are the same object; views without ids stay unmapped.
    [[nodiscard]] Dataset with_id_mapping() const;
    [[nodiscard]] Dataset with_mappings(std::vector<Mapping> mappings) const;

    /// Replaces the constraints. Duplicates of one type become one of the most trusted origin; its weight is the
    /// largest of those that are judgements, or of that origin if none is. Weight 0 is dropped, self pairs and bad
    /// weights are refused. The order and orientation of the list do not matter: kept sorted, a < b.
    [[nodiscard]] Dataset with_constraints(std::span<const Constraint> constraints) const;
    [[nodiscard]] Dataset with_constraints(std::span<const ConstraintSpec> constraints) const;

    /// Replaces the rule about groups of objects. It is about the objects as they are mapped now, so the mapping comes
    /// first: with a rule, with_mappings and its like are refused with Error{usage}.
    [[nodiscard]] Dataset with_group_rule(GroupRule rule) const;

    /// Other features for the same views: as many, with the same names and rows; mappings and constraints stay.
    [[nodiscard]] Dataset with_views(std::vector<View> views) const;

    /// The named views in this order, with the mappings, constraints and groups among them.
    [[nodiscard]] Dataset select(std::span<const std::string> names) const;

    [[nodiscard]] int n_views() const noexcept;
    [[nodiscard]] const View& view(int index) const;
    [[nodiscard]] std::span<const View> views() const& noexcept;
    std::span<const View> views() const&& = delete;  // would outlive what it shows
    [[nodiscard]] std::optional<int> find_view(std::string_view name) const;
    [[nodiscard]] std::span<const Mapping> mappings() const& noexcept;
    std::span<const Mapping> mappings() const&& = delete;  // would outlive what it shows
    /// The instance that a person names: an id where the view has ids, else a row. Throws Error{input} opened by
    /// `where` if there is none.
    [[nodiscard]] InstanceId find_instance(const InstanceRef& ref, const std::string& where) const;
    [[nodiscard]] const Objects& objects() const noexcept;
    /// True if nothing is mapped although there are several views.
    [[nodiscard]] bool unmapped() const noexcept;
    [[nodiscard]] std::span<const Constraint> constraints() const& noexcept;
    std::span<const Constraint> constraints() const&& = delete;  // would outlive what it shows
    /// Null: there is none.
    [[nodiscard]] const GroupRule* group_rule() const noexcept;
    /// Pairs that are both must- and cannot-linked.
    [[nodiscard]] Index contradictions() const noexcept;

    /// "row 17 of view "text"", or with its id.
    [[nodiscard]] std::string instance_name(InstanceId instance) const;

private:
    struct Core;
    explicit Dataset(std::shared_ptr<const Core> core);
    [[nodiscard]] Objects selected_objects(std::span<const int> chosen) const;
    std::shared_ptr<const Core> core_;
};

}  // namespace v1
}  // namespace mvlink
