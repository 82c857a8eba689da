#include "methods/kmeans/pck/group_steps.hpp"

#include "kernels/nearest.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr Index kGroupsAtOnce = 16;  // of a task

/// Distances are computed for about so many rows at a time, and always for whole groups.
Index rows_a_batch(Index k) {
    constexpr Index kDistances = Index{1} << 20;
    return std::clamp<Index>(kDistances / k, 256, 8192);
}

/// Whether clusters are taken once each.
class Taken {
public:
    explicit Taken(Index k) : by_(k, -1) {}
    /// False: somebody took it for the same `purpose`.
    bool take(std::int32_t cluster, Index purpose) {
        if (by_[cluster] == purpose) return false;
        by_[cluster] = purpose;
        return true;
    }

private:
    std::vector<Index> by_;
};

/// The centre is nearest beyond any rounding of the list.
bool is_clear(const kernels::Shortlist& list) {
    const bool beats_second = list.centre[1] < 0 || list.above[1] > list.slack;
    return std::isfinite(list.slack) && beats_second && list.rest > 0;
}

/// The cheapest clusters of the rows of a group; the present ones where no others are cheaper.
void choose(std::span<const double> costs, Index k, kernels::Assignment& solver, std::span<std::int32_t> labels) {
    constexpr double kRounding = 1e-14;
    const auto rows = static_cast<Index>(labels.size());
    const auto found = solver.solve(costs, rows, k);
    double present = 0, best = 0;
    bool is_allowed = true;
    Taken taken(k);
    for (Index i = 0; i < rows; ++i) {
        best += costs[i * k + found[i]];
        is_allowed = is_allowed && labels[i] >= 0 && taken.take(labels[i], 0);
        if (is_allowed) present += costs[i * k + labels[i]];
    }
    if (is_allowed && present <= best + kRounding * std::abs(best)) return;
    std::copy(found.begin(), found.end(), labels.begin());
}

/// Gives a row its new label; returns whether it changed.
bool settle(Index row, std::int32_t chosen, State& state) {
    std::int32_t& label = state.labels[row];
    if (chosen == label) return false;
    state.moved.push_back({row, label, chosen});
    label = chosen;
    return true;
}

/// The free groups, and the labels that their rows are given.
class FreeGroups {
public:
    FreeGroups(const ConstrainedView& problem, const GroupedRows& groups, const State& state, Context& context)
        : problem_(problem), groups_(groups), centroids_(state.centroids), context_(context) {
        for (Index group = 0; group < groups.count(); ++group) {
            if (groups.is_constrained(group)) continue;
            free_.push_back(group);
            offsets_.push_back(offsets_.back() + static_cast<Index>(groups.members(group).size()));
            for (const Index row : groups.members(group))
                labels_.push_back(state.labels[row]);
        }
    }

    /// Groups whose rows have different nearest clusters need no more.
    void take_nearest(std::span<const kernels::Shortlist> lists) {
        is_open_.assign(free_.size(), 0);
        parallel_for(context_, static_cast<Index>(free_.size()), kGroupsAtOnce, [&](Index begin, Index end) {
            Taken taken(centroids_.rows());
            for (Index i = begin; i < end; ++i)
                is_open_[i] = take_nearest(i, lists, taken) ? 0 : 1;
        });
    }

    void solve_others() {
        const Index most = rows_a_batch(centroids_.rows());
        std::vector<Index> batch;
        Index rows = 0;
        for (Index i = 0; i < static_cast<Index>(free_.size()); ++i) {
            if (is_open_[i] == 0) continue;
            batch.push_back(i);
            rows += offsets_[i + 1] - offsets_[i];
            if (rows < most) continue;
            solve(batch, rows);
            batch.clear();
            rows = 0;
        }
        if (!batch.empty()) solve(batch, rows);
    }

    Index settle_all(State& state) const {
        Index changed = 0;
        for (std::size_t i = 0; i < free_.size(); ++i) {
            Index place = offsets_[i];
            for (const Index row : groups_.members(free_[i]))
                changed += settle(row, labels_[place++], state) ? 1 : 0;
        }
        return changed;
    }

private:
    bool take_nearest(Index i, std::span<const kernels::Shortlist> lists, Taken& taken) {
        const auto rows = groups_.members(free_[i]);
        for (const Index row : rows) {
            const kernels::Shortlist& list = lists[groups_.place_of(row)];
            if (!is_clear(list) || !taken.take(list.centre[0], i)) return false;
        }
        Index place = offsets_[i];
        for (const Index row : rows)
            labels_[place++] = lists[groups_.place_of(row)].centre[0];
        return true;
    }

    void solve(const std::vector<Index>& batch, Index rows) {
        const Index k = centroids_.rows();
        std::vector<Index> of_batch, first;
        of_batch.reserve(rows);
        for (const Index i : batch) {
            first.push_back(static_cast<Index>(of_batch.size()));
            const auto members = groups_.members(free_[i]);
            of_batch.insert(of_batch.end(), members.begin(), members.end());
        }
        if (distances_.rows() < rows) distances_.resize(rows, k);
        kernels::distances(problem_.view.features(), of_batch, centroids_, distances_.topRows(rows), context_);
        parallel_for(context_, static_cast<Index>(batch.size()), 1, [&](Index begin, Index end) {
            kernels::Assignment solver;
            for (Index b = begin; b < end; ++b) {
                const Index i = batch[b], size = offsets_[i + 1] - offsets_[i];
                const std::span<const double> costs(distances_.data() + first[b] * k, size * k);
                choose(costs, k, solver, std::span(labels_).subspan(offsets_[i], size));
            }
        });
    }

    const ConstrainedView& problem_;
    const GroupedRows& groups_;
    const Matrix& centroids_;
    Context& context_;
    std::vector<Index> free_, offsets_{0};
    std::vector<std::int32_t> labels_;   // of the rows of free groups, one after the other
    std::vector<std::uint8_t> is_open_;  // by free group
    Matrix distances_;
};

}  // namespace

std::size_t bytes_for_groups(const GroupedRows& groups, Index k) {
    if (groups.empty()) return 0;
    Index largest = 0;
    for (Index group = 0; group < groups.count(); ++group)
        largest = std::max(largest, static_cast<Index>(groups.members(group).size()));
    const auto rows = static_cast<std::size_t>(rows_a_batch(k) + largest);
    return rows * static_cast<std::size_t>(k) * sizeof(double) +
           groups.chosen_rows().size() * (sizeof(kernels::Shortlist) + sizeof(std::int32_t));
}

Index assign_free_groups(const ConstrainedView& problem, const GroupedRows& groups,
                         std::span<const kernels::Shortlist> lists, State& state, Context& context) {
    if (groups.empty()) return 0;
    FreeGroups free(problem, groups, state, context);
    free.take_nearest(lists);
    free.solve_others();
    return free.settle_all(state);
}

GroupVisit::GroupVisit(const ConstrainedView& problem, const GroupedRows& groups, const Matrix& centroids)
    : problem_(problem), groups_(groups), distance_(problem.view.features(), centroids), k_(centroids.rows()) {}

Index GroupVisit::assign(Index group, Penalties& penalties, State& state) {
    const auto rows = groups_.members(group);
    measure(rows, penalties, state);
    std::vector<std::int32_t> labels = present_;
    choose(costs_, k_, solver_, labels);
    Index changed = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (problem_.constrained(rows[i])) {
            penalties.move(problem_.position_of(rows[i]), labels[i]);
            changed += labels[i] != present_[i] ? 1 : 0;
        } else {
            changed += settle(rows[i], labels[i], state) ? 1 : 0;
        }
    }
    return changed;
}

/// Distances plus what constraints to rows outside of the group cost; its own rows are in no cluster meanwhile.
void GroupVisit::measure(std::span<const Index> rows, Penalties& penalties, const State& state) {
    costs_.assign(rows.size() * static_cast<std::size_t>(k_), 0.0);
    present_.clear();
    for (const Index row : rows) {
        const bool has_pairs = problem_.constrained(row);
        const Index position = has_pairs ? problem_.position_of(row) : -1;
        present_.push_back(has_pairs ? penalties.label(position) : state.labels[row]);
        if (has_pairs) penalties.move(position, -1);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::span<double> of_row(costs_.data() + static_cast<Index>(i) * k_, static_cast<std::size_t>(k_));
        if (problem_.constrained(rows[i])) penalties.add_costs(problem_.position_of(rows[i]), of_row);
        for (Index h = 0; h < k_; ++h)
            of_row[h] += distance_(rows[i], h);
    }
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
