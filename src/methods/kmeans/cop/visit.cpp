#include "methods/kmeans/cop/visit.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// Which chunk is next. In order of saturation a chunk is queued again whenever it gets harder to place; entries that
/// are out of date are skipped.
class Queue {
public:
    Queue(const CopChunks& chunks, const VisitRules& rules) : chunks_(chunks), rules_(rules) {
        saturation_.assign(chunks.count(), 0);
        taken_.assign(chunks.count(), false);
        if (rules.order == CopOrder::input) return;
        for (Index chunk = 0; chunk < chunks.count(); ++chunk) {
            waiting_.push(entry(chunk));
        }
    }

    Index next() {
        if (rules_.order == CopOrder::input) return visited_++;
        while (taken_[chunk_of(waiting_.top())]) {
            waiting_.pop();
        }
        const Index chunk = chunk_of(waiting_.top());
        taken_[chunk] = true;
        return chunk;
    }

    void saturate(Index chunk) {
        ++saturation_[chunk];
        if (rules_.order == CopOrder::saturation) waiting_.push(entry(chunk));
    }

private:
    /// Dead ends before, forbidden clusters, cannot-linked chunks; the lowest chunk if all are equal.
    using Entry = std::tuple<Index, Index, Index, Index>;

    Entry entry(Index chunk) const {
        const auto at = static_cast<std::size_t>(chunk);
        const Index before = rules_.dead_ends.empty() ? 0 : rules_.dead_ends[at];
        return {before, saturation_[at], static_cast<Index>(chunks_.cannot_linked(chunk).size()), -chunk};
    }
    static Index chunk_of(const Entry& entry) { return -std::get<3>(entry); }

    const CopChunks& chunks_;
    const VisitRules& rules_;
    std::vector<Index> saturation_;
    std::vector<bool> taken_;
    std::priority_queue<Entry> waiting_;
    Index visited_ = 0;
};

/// The cluster of least cost among those that `allowed` accepts, or -1.
template <class Allowed>
std::int32_t cheapest(const Matrix& cost, Index chunk, std::int32_t present, Allowed&& allowed) {
    std::int32_t best = -1;
    for (std::int32_t h = 0; h < cost.cols(); ++h) {
        if (!allowed(h)) continue;
        const bool better = best < 0 || cost(chunk, h) < cost(chunk, best);
        if (better || (cost(chunk, h) == cost(chunk, best) && h == present)) best = h;
    }
    return best;
}

/// Given cannot-links that would be violated, by cluster.
std::vector<Index> broken_links(const CopChunks& chunks, Index chunk, std::span<const std::int32_t> clusters, Index k) {
    std::vector<Index> broken(k, 0);
    for (const CopChunks::CannotLinked& other : chunks.cannot_linked(chunk)) {
        const std::int32_t cluster = clusters[other.chunk];
        if (cluster >= 0) broken[cluster] += other.given;
    }
    return broken;
}

}  // namespace

Visit visit_chunks(const CopChunks& chunks, const Matrix& cost, std::span<const std::int32_t> present,
                   const VisitRules& rules) {
    const Index k = cost.cols();
    Visit visit;
    visit.clusters.assign(chunks.count(), -1);
    std::vector<bool> forbidden(chunks.count() * k, false);
    Queue queue(chunks, rules);
    for (Index visited = 0; visited < chunks.count(); ++visited) {
        const Index chunk = queue.next();
        const std::int32_t own = present[chunk];
        std::int32_t cluster = cheapest(cost, chunk, own, [&](std::int32_t h) { return !forbidden[chunk * k + h]; });
        if (cluster < 0 && !rules.soften) {
            visit.dead_end = chunk;
            return visit;
        }
        if (cluster < 0) {
            const std::vector<Index> broken = broken_links(chunks, chunk, visit.clusters, k);
            const Index fewest = *std::min_element(broken.begin(), broken.end());
            cluster = cheapest(cost, chunk, own, [&](std::int32_t h) { return broken[h] == fewest; });
            visit.violated += fewest;
        }
        visit.clusters[chunk] = cluster;
        for (const CopChunks::CannotLinked& other : chunks.cannot_linked(chunk)) {
            const auto at = static_cast<std::size_t>(other.chunk * k + cluster);
            if (forbidden[at] || visit.clusters[other.chunk] >= 0) continue;
            forbidden[at] = true;
            queue.saturate(other.chunk);
        }
    }
    return visit;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
