#pragma once

#include <mvlink/dataset.hpp>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// What a person judges: the objects of a dataset, and the rows that show them.
class Items {
public:
    explicit Items(const Dataset& data);

    [[nodiscard]] Index count() const noexcept { return count_; }
    [[nodiscard]] Index of(InstanceId instance) const noexcept { return data_.objects().of(instance); }
    /// The first row of an item in a view; -1 where the view lacks it.
    [[nodiscard]] Index row(int view, Index item) const noexcept {
        return first_row_.empty() ? item : first_row_[view][item];
    }
    /// Rows to show two items by: of the first view that holds both, else each of its first view.
    [[nodiscard]] std::pair<InstanceId, InstanceId> shown(Index a, Index b) const;
    /// Which items can be compared by distance: those of one space. Views that share items are one space.
    [[nodiscard]] int space(Index item) const noexcept { return space_of_view_[first_view(item)]; }
    [[nodiscard]] int n_spaces() const noexcept { return n_spaces_; }
    [[nodiscard]] int space_of_view(int view) const noexcept { return space_of_view_[view]; }

private:
    [[nodiscard]] int first_view(Index item) const noexcept;
    void number_spaces();

    Dataset data_;
    Index count_ = 0;
    std::vector<std::vector<Index>> first_row_;  // [view][item]; empty: row i of every view is item i
    std::vector<int> space_of_view_;
    int n_spaces_ = 1;
};

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
