#pragma once

#include "methods/factors/cmvnmf/links.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {

/// The groups of rows, in one view or across several, that must-links join; a row without must-links is a group of its
/// own. Numbered by their first row. Linear in rows and ties.
class JointComponents {
public:
    explicit JointComponents(const Ties& ties);

    [[nodiscard]] Index count() const { return static_cast<Index>(offsets_.size()) - 1; }
    /// Its rows, by view and row.
    [[nodiscard]] std::span<const InstanceId> members(Index component) const {
        const auto begin = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(component)]);
        const auto end = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(component) + 1]);
        return std::span(members_).subspan(begin, end - begin);
    }
    /// The components of views that must-links join to each other, for one such set of views after the other.
    [[nodiscard]] std::vector<std::vector<Index>> by_joined_views() const;

private:
    std::vector<InstanceId> members_;
    std::vector<Index> offsets_;
    std::vector<Index> first_joined_view_;  // by view: the same for views that must-links join, also through others
};

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
