#pragma once

#include <mvlink/dataset.hpp>

#include <memory>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// What a dataset holds. Shared by its copies; a changed dataset is a changed copy of this, the views shared.
struct Dataset::Core {
    std::vector<View> views;
    std::vector<Mapping> mappings;
    Objects objects;
    bool mapped = false;  // some rows of different views are one object
    std::vector<Constraint> constraints;
    Index contradictions = 0;
    std::shared_ptr<const GroupRule> group_rule;  // null: none
};

/// Constraints checked against the dataset, oriented, sorted, duplicates merged.
std::vector<Constraint> merged_constraints(const Dataset& data, std::span<const Constraint> given,
                                           std::span<const std::string> where);

/// Turns constraints as users write them into pairs of instances.
class ConstraintResolver {
public:
    explicit ConstraintResolver(const Dataset& data);
    /// One pair, or, for objects, one per view that holds both.
    [[nodiscard]] std::vector<Constraint> resolve(const ConstraintSpec& spec) const;
    /// All of them, and where each was written. If a name is wrong, the message lists the wrong ones after it too, so
    /// that a file can be mended at once.
    [[nodiscard]] std::pair<std::vector<Constraint>, std::vector<std::string>> resolve_all(
        std::span<const ConstraintSpec> specs) const;

private:
    [[nodiscard]] bool is_unknown(const InstanceRef& ref) const;
    /// `; "x", "y" and 3 more names are not there either`
    [[nodiscard]] std::string other_unknown_names(std::span<const ConstraintSpec> specs) const;
    [[nodiscard]] Index first_row(int view, Index object) const;  // -1: the view does not hold the object
    /// The row that the key itself names, else the first of the object.
    [[nodiscard]] Index row_of(int view, const std::variant<Index, std::string>& key, Index object) const;
    const Dataset& data_;
    std::vector<std::vector<Index>> first_row_;  // [view][object]; empty: row i is object i
};

}  // namespace v1
}  // namespace mvlink
