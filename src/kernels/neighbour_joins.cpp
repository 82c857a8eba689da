#include "kernels/neighbour_joins.hpp"

#include "kernels/neighbour_candidates.hpp"
#include "kernels/neighbour_lists.hpp"
#include "kernels/neighbour_panels.hpp"
#include "kernels/neighbour_workers.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using PanelLimits = std::array<float, static_cast<std::size_t>(kPanel)>;

/// Some rows by place, in panels. They are taken relative to the first, so that rounding is small compared with their
/// distances, however far they are from others.
template <class Panels>
struct Group {
    std::span<const std::int32_t> places;
    std::vector<std::int32_t> ids;
    Panels panels;

    void load(const JoinedRows& rows, std::span<const std::int32_t> chosen, const Centre& centre) {
        places = chosen;
        ids.clear();
        for (const std::int32_t place : chosen) {
            ids.push_back(rows.ids[at(place)]);
        }
        panels.prepare(rows.source, ids, rows.scale);
        for (Index panel = 0; panel < panels.rows().panels(); ++panel) {
            panels.fill(panel, centre);
        }
    }

    [[nodiscard]] Index panel_count() const { return panels.rows().panels(); }

    /// Scores that may matter to the rows of a panel as lists are now, compared with rows up to this length.
    void set_limits(const NearLists& lists, Index panel, float longest, const ScoreError& error,
                    PanelLimits& limits) const {
        limits.fill(PanelRows::kFar);  // rows that are not there look for nothing
        for (Index r = 0; r < panels.rows().rows_of(panel); ++r) {
            const Index row = panel * kPanel + r;
            const float worst = std::min(lists.worst(places[at(row)]), PanelRows::kFar / 4);
            limits[at(r)] = -0.5F * (worst + error(panels.rows().lengths[row], longest));
        }
    }
};

template <class Panels>
class JoinWorker {
public:
    Group<Panels> fresh, old;

    explicit JoinWorker(const JoinedRows& rows)
        : rows_(rows), error_(rows.source.most_entries()), exact_(rows.source, rows.source) {}

    /// All pairs of the new ones, and of new and old ones.
    template <class Offer>
    void join(const NearLists& lists, Offer&& offer) {
        for (Index other = 0; other < fresh.panel_count(); ++other) {
            among_.select(other);
            for (Index panel = 0; panel <= other; ++panel) {
                compare(among_, fresh, panel, other, lists, offer);
            }
        }
        for (Index other = 0; other < old.panel_count(); ++other) {
            across_.select(other);
            for (Index panel = 0; panel < fresh.panel_count(); ++panel) {
                compare(across_, old, panel, other, lists, offer);
            }
        }
    }

private:
    /// Calls offer(place, other place, squared distance) for the pairs of two panels that matter to the first of them.
    template <class Offer>
    void compare(typename Panels::Scorer& scorer, const Group<Panels>& others, Index panel, Index other,
                 const NearLists& lists, Offer&& offer) {
        const PanelRows &rows = fresh.panels.rows(), &other_rows = others.panels.rows();
        scorer.compute(panel, scores_.data());
        fresh.set_limits(lists, panel, other_rows.longest[other], error_, limits_);
        others.set_limits(lists, other, rows.longest[panel], error_, other_limits_);
        const bool same = &others == &fresh && panel == other;
        for_each_near(scores_.data(), limits_.data(), other_limits_.data(), [&](Index r, Index l, float score) {
            const Index row = panel * kPanel + r, other_row = other * kPanel + l;
            const std::int32_t a = fresh.places[at(row)], b = others.places[at(other_row)];
            if ((same && r >= l) || a == b) return;
            const float distance = certain(a, b, -2 * score, error_(rows.lengths[row], other_rows.lengths[other_row]));
            if (distance <= lists.worst(a)) offer(a, b, distance);
            if (distance <= lists.worst(b)) offer(b, a, distance);
        });
    }

    /// The squared distance; by differences if rounding may be much of it, because the two are near each other but far
    /// from what their group is relative to.
    float certain(Index a, Index b, float squared_distance, float error) {
        constexpr float kMuch = 0.05F;
        if (error < kMuch * squared_distance) return squared_distance;
        exact_.start(rows_.ids[at(a)]);
        return static_cast<float>(exact_(rows_.ids[at(b)]) * rows_.scale * rows_.scale);
    }

    const JoinedRows& rows_;
    ScoreError error_;
    RowDistances exact_;
    typename Panels::Scorer among_{fresh.panels, fresh.panels}, across_{fresh.panels, old.panels};
    alignas(64) std::array<float, static_cast<std::size_t>(kPanel* kPanel)> scores_{};
    PanelLimits limits_{}, other_limits_{};
};

template <class Panels>
void join_all_parts(const JoinedRows& rows, const RowPartition& parts, NearLists& lists, Context& context) {
    Workers<JoinWorker<Panels>> workers;
    const auto make = [&] { return std::make_unique<JoinWorker<Panels>>(rows); };
    context.pool().run(static_cast<Index>(parts.bounds.size()) - 1, [&](Index part) {
        if (context.cancel_requested()) return;
        const auto begin = at(parts.bounds[at(part)]), end = at(parts.bounds[at(part) + 1]);
        const auto places = std::span(parts.order).subspan(begin, end - begin);
        workers.with(make, [&](JoinWorker<Panels>& worker) {
            worker.fresh.load(rows, places, rows.source.point(rows.ids[at(places[places.size() / 2])]));
            worker.old.places = {};
            worker.old.panels.prepare(rows.source, {}, rows.scale);
            // A row is in one part only: no other task changes its list.
            worker.join(lists, [&](Index a, Index b, float distance) { lists.offer(a, b, distance); });
        });
    });
}

/// One round: joins of many rows at a time find offers, by the range of rows that they are for; then each range takes
/// its own, in the order of the joins.
template <class Panels>
class Round {
public:
    Round(const JoinedRows& rows, const JoinCandidates& candidates, NearLists& lists, Context& context)
        : rows_(rows), candidates_(candidates), lists_(lists), context_(context), offers_(at(kTasks * kRanges)) {}

    Index run() {
        const Index n = lists_.rows(), batch = kTasks * kRowsPerTask;
        for (Index first = 0; first < n && !context_.cancel_requested(); first += batch) {
            context_.pool().run(kTasks, [&](Index task) {
                const Index begin = first + task * kRowsPerTask;
                find_offers(task, std::min(n, begin), std::min(n, begin + kRowsPerTask));
            });
            context_.pool().run(kRanges, [&](Index range) { take_offers(range); });
        }
        return entered_.load();
    }

private:
    static constexpr Index kTasks = 64, kRowsPerTask = 256, kRanges = 64;
    struct Offer {
        std::int32_t row, other;
        float distance;
    };

    std::vector<Offer>& offers(Index task, Index range) { return offers_[at(task * kRanges + range)]; }

    void find_offers(Index task, Index begin, Index end) {
        const auto make = [&] { return std::make_unique<JoinWorker<Panels>>(rows_); };
        const Index per_range = (lists_.rows() + kRanges - 1) / kRanges;
        workers_.with(make, [&](JoinWorker<Panels>& worker) {
            for (Index row = begin; row < end && !context_.cancel_requested(); ++row) {
                if (candidates_.fresh(row).empty()) continue;
                const Centre centre = rows_.source.point(rows_.ids[at(row)]);
                worker.fresh.load(rows_, candidates_.fresh(row), centre);
                worker.old.load(rows_, candidates_.old(row), centre);
                worker.join(lists_, [&](std::int32_t a, std::int32_t b, float distance) {
                    offers(task, a / per_range).push_back({a, b, distance});
                });
            }
        });
    }

    void take_offers(Index range) {
        Index entered = 0;
        for (Index task = 0; task < kTasks; ++task) {
            for (const Offer& offer : offers(task, range)) {
                entered += lists_.offer(offer.row, offer.other, offer.distance) ? 1 : 0;
            }
            offers(task, range).clear();
        }
        entered_.fetch_add(entered, std::memory_order_relaxed);
    }

    const JoinedRows& rows_;
    const JoinCandidates& candidates_;
    NearLists& lists_;
    Context& context_;
    std::vector<std::vector<Offer>> offers_;
    Workers<JoinWorker<Panels>> workers_;
    std::atomic<Index> entered_{0};
};

}  // namespace

void join_parts(const JoinedRows& rows, const RowPartition& parts, NearLists& lists, Context& context) {
    if (rows.source.sparse()) {
        join_all_parts<SparsePanels>(rows, parts, lists, context);
    } else {
        join_all_parts<DensePanels>(rows, parts, lists, context);
    }
}

Index join_neighbours(const JoinedRows& rows, std::uint64_t seed, NearLists& lists, Context& context) {
    const JoinCandidates candidates(lists, seed, context);
    if (rows.source.sparse()) return Round<SparsePanels>(rows, candidates, lists, context).run();
    return Round<DensePanels>(rows, candidates, lists, context).run();
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
