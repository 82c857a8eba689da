#include "kernels/neighbours_exact.hpp"

#include "kernels/neighbour_lists.hpp"
#include "kernels/neighbour_panels.hpp"
#include "kernels/neighbour_workers.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using PanelLimits = std::array<float, static_cast<std::size_t>(kPanel)>;

/// What a task computes in.
template <class Panels>
struct Worker {
    typename Panels::Scorer scorer;
    ListWork lists;
    alignas(64) std::array<float, static_cast<std::size_t>(kPanel* kPanel)> scores{};
    PanelLimits limits{}, other_limits{};

    Worker(const SearchRows& from, const Panels& rows, const SearchRows& to, const Panels& others)
        : scorer(rows, others), lists(from, to) {}
};

template <class Panels>
void fill_panels(Panels& panels, const SearchRows& rows, std::span<const std::int32_t> ids, const Centre& centre,
                 double scale, Context& context) {
    panels.prepare(rows, ids, scale);
    constexpr Index kGrain = 8;
    parallel_for(context, panels.rows().panels(), kGrain, [&](Index begin, Index end) {
        for (Index panel = begin; panel < end; ++panel) {
            panels.fill(panel, centre);
        }
    });
}

/// Scores that may matter to the rows of a panel, compared with rows up to this length.
void set_limits(const CandidateLists& lists, const PanelRows& rows, Index panel, float longest, PanelLimits& limits) {
    const float* worst = lists.worst_of_panel(panel);
    const float* lengths = rows.lengths.data() + panel * kPanel;
    for (Index r = 0; r < kPanel; ++r) {
        limits[at(r)] = -0.5F * (worst[r] + lists.error()(lengths[r], longest));
    }
}

/// All pairs of blocks of rows, each pair once. In every round a block meets one other, so that no two tasks change the
/// lists of one row.
template <class Panels>
class AllPairs {
public:
    AllPairs(const SearchRows& source, std::span<const std::int32_t> ids, int k, Context& context)
        : source_(source), context_(context), out_(static_cast<Index>(ids.size()), k) {
        const auto n = static_cast<Index>(ids.size());
        context.require_memory(static_cast<std::size_t>(Panels::bytes(source, n) + CandidateLists::bytes(n, k)),
                               "the search for nearest neighbours");
        const Centre centre = source.middle(ids);
        const double scale = source.scale(ids, centre, context);
        fill_panels(panels_, source, ids, centre, scale, context);
        lists_ = std::make_unique<CandidateLists>(source, panels_.rows(), source, panels_.rows(), k, scale);
        const Index wanted = panels_.rows().panels() / kBlocks;
        block_ = std::clamp<Index>(wanted, 4, std::max<Index>(4, kMostRows / kPanel));
    }

    PlaceLists run() {
        const Index blocks = (panels_.rows().panels() + block_ - 1) / block_;
        context_.pool().run(blocks, [&](Index block) { compare(block, block); });
        const Index seats = blocks + blocks % 2;  // one may stay empty
        for (Index round = 0; round + 1 < seats; ++round) {
            context_.pool().run(seats / 2, [&](Index table) { meet(seats, round, table); });
        }
        finish();
        return std::move(out_);
    }

private:
    static constexpr Index kBlocks = 64;
    static constexpr Index kMostRows = 1024;

    /// A tournament: the last stays in its seat, the others move on by one in every round.
    void meet(Index seats, Index round, Index table) {
        const Index others = seats - 1;
        const Index first = table == 0 ? others : (round + table) % others;
        const Index second = (round - table + others) % others;
        if (std::max(first, second) * block_ < panels_.rows().panels()) compare(first, second);
    }

    void compare(Index block, Index other_block) {
        const auto make = [&] { return std::make_unique<Worker<Panels>>(source_, panels_, source_, panels_); };
        workers_.with(make, [&](Worker<Panels>& worker) {
            const Index panels = panels_.rows().panels();
            const Index end = std::min(panels, (block + 1) * block_), other_end = (other_block + 1) * block_;
            for (Index other = other_block * block_; other < std::min(panels, other_end); ++other) {
                if (context_.cancel_requested()) cancelled_.store(true, std::memory_order_relaxed);
                if (cancelled_.load(std::memory_order_relaxed)) return;
                worker.scorer.select(other);
                for (Index panel = block * block_; panel < (block == other_block ? other + 1 : end); ++panel) {
                    compare_panels(panel, other, worker);
                }
            }
        });
    }

    void compare_panels(Index panel, Index other, Worker<Panels>& worker) {
        const PanelRows& rows = panels_.rows();
        worker.scorer.compute(panel, worker.scores.data());
        set_limits(*lists_, rows, panel, rows.longest[other], worker.limits);
        set_limits(*lists_, rows, other, rows.longest[panel], worker.other_limits);
        for_each_near(worker.scores.data(), worker.limits.data(), worker.other_limits.data(),
                      [&](Index r, Index l, float score) {
                          const Index a = panel * kPanel + r, b = other * kPanel + l;
                          if (panel == other && a >= b) return;
                          if (std::max(a, b) >= rows.size()) return;
                          if (score >= worker.limits[at(r)]) lists_->offer(a, b, -2 * score, worker.lists);
                          if (score >= worker.other_limits[at(l)]) lists_->offer(b, a, -2 * score, worker.lists);
                      });
    }

    void finish() {
        constexpr Index kGrain = 64;
        const PanelRows& rows = panels_.rows();
        parallel_for(context_, rows.size(), kGrain, [&](Index begin, Index end) {
            ListWork work(source_, source_);
            for (Index row = begin; row < end; ++row) {
                lists_->finish(row, work);
                out_.write(row, row, rows.size(), work.measured,
                           [&](Index other) { return work.distances(rows.ids[at(other)]); });
            }
        });
        out_.complete = !cancelled_.load();
    }

    const SearchRows& source_;
    Context& context_;
    PlaceLists out_;
    Panels panels_;
    std::unique_ptr<CandidateLists> lists_;
    Index block_ = 1;  // panels
    Workers<Worker<Panels>> workers_;
    std::atomic<bool> cancelled_{false};
};

/// Some queries after the other with all rows.
template <class Panels>
class QuerySearch {
public:
    QuerySearch(const SearchRows& queries, std::span<const std::int32_t> query_ids, const SearchRows& source,
                std::span<const std::int32_t> ids, int k, Context& context)
        : queries_(queries),
          query_ids_(query_ids),
          source_(source),
          context_(context),
          out_(static_cast<Index>(query_ids.size()), k) {
        context.require_memory(static_cast<std::size_t>(Panels::bytes(source, static_cast<Index>(ids.size()))),
                               "the search for nearest neighbours");
        centre_ = source.middle(ids);
        scale_ = std::min(source.scale(ids, centre_, context), queries.scale(query_ids, centre_, context));
        fill_panels(panels_, source, ids, centre_, scale_, context);
    }

    PlaceLists run() {
        parallel_for(context_, static_cast<Index>(query_ids_.size()), kBlock,
                     [&](Index begin, Index end) { search(begin, end); });
        out_.complete = !cancelled_.load();
        return std::move(out_);
    }

private:
    static constexpr Index kBlock = 8 * kPanel;

    void search(Index begin, Index end) {
        Panels block;
        block.prepare(queries_, query_ids_.subspan(at(begin), at(end - begin)), scale_);
        for (Index panel = 0; panel < block.rows().panels(); ++panel) {
            block.fill(panel, centre_);
        }
        CandidateLists lists(queries_, block.rows(), source_, panels_.rows(), out_.k, scale_);
        Worker<Panels> worker(queries_, block, source_, panels_);
        worker.other_limits.fill(PanelRows::kFar);  // the rows themselves look for nothing
        for (Index other = 0; other < panels_.rows().panels(); ++other) {
            if (context_.cancel_requested()) cancelled_.store(true, std::memory_order_relaxed);
            if (cancelled_.load(std::memory_order_relaxed)) break;
            worker.scorer.select(other);
            for (Index panel = 0; panel < block.rows().panels(); ++panel) {
                compare_panels(block.rows(), panel, other, lists, worker);
            }
        }
        const PanelRows& rows = panels_.rows();
        const auto measure = [&](Index other) { return worker.lists.distances(rows.ids[at(other)]); };
        for (Index row = 0; row < end - begin; ++row) {
            lists.finish(row, worker.lists);
            out_.write(begin + row, /*self=*/-1, rows.size(), worker.lists.measured, measure);
        }
    }

    void compare_panels(const PanelRows& block, Index panel, Index other, CandidateLists& lists,
                        Worker<Panels>& worker) {
        const PanelRows& rows = panels_.rows();
        worker.scorer.compute(panel, worker.scores.data());
        set_limits(lists, block, panel, rows.longest[other], worker.limits);
        for_each_near(worker.scores.data(), worker.limits.data(), worker.other_limits.data(),
                      [&](Index r, Index l, float score) {
                          const Index a = panel * kPanel + r, b = other * kPanel + l;
                          if (a < block.size() && b < rows.size()) lists.offer(a, b, -2 * score, worker.lists);
                      });
    }

    const SearchRows& queries_;
    std::span<const std::int32_t> query_ids_;
    const SearchRows& source_;
    Context& context_;
    PlaceLists out_;
    Centre centre_;
    double scale_ = 1;
    Panels panels_;
    std::atomic<bool> cancelled_{false};
};

}  // namespace

PlaceLists exact_neighbours(const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context) {
    if (k == 0) return {static_cast<Index>(ids.size()), 0};
    if (rows.sparse()) return AllPairs<SparsePanels>(rows, ids, k, context).run();
    return AllPairs<DensePanels>(rows, ids, k, context).run();
}

PlaceLists exact_neighbours_of(const SearchRows& queries, std::span<const std::int32_t> query_ids,
                               const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context) {
    if (k == 0 || query_ids.empty()) return {static_cast<Index>(query_ids.size()), k};
    if (rows.sparse()) return QuerySearch<SparsePanels>(queries, query_ids, rows, ids, k, context).run();
    return QuerySearch<DensePanels>(queries, query_ids, rows, ids, k, context).run();
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
