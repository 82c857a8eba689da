#include "methods/kmeans/metric/label_groups.hpp"

#include "kernels/label_sums.hpp"
#include "kernels/rows.hpp"

#include <algorithm>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

LabelGroups::LabelGroups(const ConstraintIndex& index, std::span<const std::int32_t> labels) {
    positions_.reserve(labels.size());
    const auto label = [&](Index p) { return labels[p]; };
    for (Index c = 0; c < index.count(); ++c) {
        const auto first = static_cast<std::ptrdiff_t>(positions_.size());
        const auto members = index.members(c);
        positions_.insert(positions_.end(), members.begin(), members.end());
        std::stable_sort(positions_.begin() + first, positions_.end(),
                         [&](Index p, Index q) { return label(p) < label(q); });
        for (auto at = positions_.begin() + first; at != positions_.end();) {
            const auto next = std::find_if(at, positions_.end(), [&](Index p) { return label(p) != label(*at); });
            groups_.push_back({label(*at), std::span<const Index>(&*at, static_cast<std::size_t>(next - at))});
            at = next;
        }
        offsets_.push_back(static_cast<Index>(groups_.size()));
    }
}

namespace {

class DenseGroupScatter final : public GroupScatter {
public:
    DenseGroupScatter(const ConstrainedView& problem, const LabelGroups& groups) : problem_(problem), groups_(groups) {
        means_.setZero(groups.count(), problem.view.cols());
        for (Index g = 0; g < groups.count(); ++g) {
            for (const Index p : groups[g].positions) {
                means_.row(g) += row(p).transpose() / groups[g].count();
            }
        }
    }

    void add_own(Index group, double weight, Scatter& S) const override {
        if (groups_[group].positions.size() < 2) return;
        for (const Index p : groups_[group].positions) {
            S.add(row(p) - means_.row(group).transpose(), weight);
        }
    }
    void add_between(Index group, Index other, double weight, Scatter& S) const override {
        S.add((means_.row(group) - means_.row(other)).transpose(),
              weight * groups_[group].count() * groups_[other].count());
    }
    void add_rows(Index p, Index q, double weight, Scatter& S) const override { S.add(row(p) - row(q), weight); }

private:
    Vector row(Index p) const { return kernels::row_of(problem_.view.features(), problem_.row_at(p)); }

    const ConstrainedView& problem_;
    const LabelGroups& groups_;
    Matrix means_;
};

/// Diagonal sums from stored entries: with s the sum of a group's rows and q that of their squares, column by column,
/// the sum over pairs is n_Q q_P + n_P q_Q - 2 s_P s_Q.
class SparseGroupScatter final : public GroupScatter {
public:
    SparseGroupScatter(const ConstrainedView& problem, const LabelGroups& groups) : problem_(problem), groups_(groups) {
        for (Index g = 0; g < groups.count(); ++g) {
            std::map<Index, double> sums;
            for (const Index p : groups[g].positions) {
                for_each(p, [&](Index j, double x) { sums[j] += x; });
            }
            sums_.emplace_back(sums.begin(), sums.end());
        }
    }

    void add_own(Index group, double weight, Scatter& S) const override {
        for (const Index p : groups_[group].positions) {
            for_each(p, [&](Index j, double x) { S.add_diagonal(j, weight * x * x); });
        }
    }
    void add_between(Index group, Index other, double weight, Scatter& S) const override {
        const auto& a = sums_[group];
        const auto& b = sums_[other];
        for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
            if (i->first == j->first) S.add_diagonal(i->first, -2 * weight * i->second * j->second);
            const bool step_i = i->first <= j->first;
            const bool step_j = j->first <= i->first;
            i += step_i ? 1 : 0;
            j += step_j ? 1 : 0;
        }
    }
    void add_rows(Index p, Index q, double weight, Scatter& S) const override {
        std::map<Index, double> difference;
        for_each(p, [&](Index j, double x) { difference[j] += x; });
        for_each(q, [&](Index j, double x) { difference[j] -= x; });
        for (const auto& [j, x] : difference) {
            S.add_diagonal(j, weight * x * x);
        }
    }

private:
    template <class Body>
    void for_each(Index p, Body&& body) const {
        std::visit([&](const auto& X) { kernels::for_each_entry(X, problem_.row_at(p), body); },
                   problem_.view.features());
    }

    const ConstrainedView& problem_;
    const LabelGroups& groups_;
    std::vector<std::vector<std::pair<Index, double>>> sums_;
};

}  // namespace

std::unique_ptr<GroupScatter> make_group_scatter(const ConstrainedView& problem, const LabelGroups& groups) {
    const bool sparse = std::visit([]<class Rows>(const Rows&) { return Rows::kSparse; }, problem.view.features());
    if (sparse) return std::make_unique<SparseGroupScatter>(problem, groups);
    return std::make_unique<DenseGroupScatter>(problem, groups);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
