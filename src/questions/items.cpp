#include "questions/items.hpp"

#include "data/union_find.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace questions {

Items::Items(const Dataset& data) : data_(data), count_(data.objects().count()) {
    if (!data.objects().rows_are_objects()) {
        for (int view = 0; view < data.n_views(); ++view) {
            auto& rows = first_row_.emplace_back(static_cast<std::size_t>(count_), Index{-1});
            for (Index row = data.view(view).rows() - 1; row >= 0; --row) {
                rows[data.objects().of({view, row})] = row;
            }
        }
    }
    number_spaces();
}

void Items::number_spaces() {
    UnionFind joined(data_.n_views());
    for (Index item = 0; item < count_; ++item) {
        const int first = first_view(item);
        for (int view = first + 1; view < data_.n_views(); ++view) {
            if (row(view, item) >= 0) joined.join(first, view);
        }
    }
    n_spaces_ = 0;
    space_of_view_.assign(data_.n_views(), 0);
    for (int view = 0; view < data_.n_views(); ++view) {
        const Index first = joined.find(view);
        space_of_view_[view] = first == view ? n_spaces_++ : space_of_view_[first];
    }
}

int Items::first_view(Index item) const noexcept {
    int view = 0;
    while (view + 1 < data_.n_views() && row(view, item) < 0)
        ++view;
    return view;
}

std::pair<InstanceId, InstanceId> Items::shown(Index a, Index b) const {
    for (int view = 0; view < data_.n_views(); ++view) {
        if (row(view, a) >= 0 && row(view, b) >= 0) return {{view, row(view, a)}, {view, row(view, b)}};
    }
    const int view_a = first_view(a);
    const int view_b = first_view(b);
    return {{view_a, row(view_a, a)}, {view_b, row(view_b, b)}};
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
