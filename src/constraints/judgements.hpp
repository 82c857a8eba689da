#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/dataset.hpp>

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// The judgements of users, each with the constraints that represent it: one, or, for a judgement on objects, one
/// per view that holds both. What only follows from judgements (implied, propagated) is left out.
class Judgements {
public:
    /// Constraints as a dataset keeps them, and its objects.
    Judgements(std::span<const Constraint> constraints, const Objects& objects);

    [[nodiscard]] Index count() const noexcept { return static_cast<Index>(offsets_.size()) - 1; }
    /// At least one, in the order of the constraints; judgements are in the order of their first one.
    [[nodiscard]] std::span<const Constraint> copies(Index judgement) const noexcept {
        const auto at = static_cast<std::size_t>(judgement);
        return std::span(copies_).subspan(offsets_[at], static_cast<std::size_t>(offsets_[at + 1] - offsets_[at]));
    }
    /// There are some, and every one is on objects.
    [[nodiscard]] bool all_on_objects() const noexcept;

private:
    std::vector<Constraint> copies_;  // judgement after judgement
    std::vector<Index> offsets_{0};
};

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
