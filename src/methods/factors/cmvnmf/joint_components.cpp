#include "methods/factors/cmvnmf/joint_components.hpp"

#include "data/union_find.hpp"
#include "runtime/index.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

/// Rows of all views, numbered view after view, and the total.
std::vector<Index> first_of_views(const Dataset& data) {
    std::vector<Index> first{0};
    for (const View& view : data.views()) {
        first.push_back(first.back() + view.rows());
    }
    return first;
}

}  // namespace

JointComponents::JointComponents(const Ties& ties) {
    const std::vector<Index> first = first_of_views(ties.data());
    UnionFind rows(first.back());
    UnionFind views(ties.data().n_views());
    ties.for_each([&](const Tie& tie) {
        if (!tie.must || tie.soft) return;
        rows.join(first[at(tie.a.view)] + tie.a.row, first[at(tie.b.view)] + tie.b.row);
        views.join(tie.a.view, tie.b.view);
    });
    // The smallest member represents a set and comes first, so numbering in this loop keeps the order.
    std::vector<Index> component(at(first.back())), sizes;
    for (Index node = 0; node < first.back(); ++node) {
        const Index root = rows.find(node);
        component[at(node)] = root == node ? static_cast<Index>(sizes.size()) : component[at(root)];
        if (root == node) sizes.push_back(0);
        ++sizes[at(component[at(node)])];
    }
    offsets_.assign(1, 0);
    for (const Index size : sizes) {
        offsets_.push_back(offsets_.back() + size);
    }
    members_.resize(component.size());
    std::vector<Index> next(offsets_.begin(), offsets_.end() - 1);
    for (int view = 0; view < ties.data().n_views(); ++view) {
        first_joined_view_.push_back(views.find(view));
        for (Index node = first[at(view)]; node < first[at(view) + 1]; ++node) {
            members_[at(next[at(component[at(node)])]++)] = {view, node - first[at(view)]};
        }
    }
}

std::vector<std::vector<Index>> JointComponents::by_joined_views() const {
    std::vector<std::vector<Index>> lists(first_joined_view_.size());
    for (Index component = 0; component < count(); ++component) {
        lists[at(first_joined_view_[at(members(component).front().view)])].push_back(component);
    }
    std::erase_if(lists, [](const std::vector<Index>& list) { return list.empty(); });
    return lists;
}

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
