#include "kernels/neighbour_candidates.hpp"

#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

/// The same for both ends of a pair: who wins a draw does not depend on who asks first.
std::uint32_t priority(std::uint64_t seed, Index row, Index candidate) {
    std::uint64_t x = seed ^ (static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint64_t>(candidate));
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return static_cast<std::uint32_t>(x >> 32);
}

}  // namespace

/// Keeps those of lowest priority, for some rows.
class JoinCandidates::Draw {
public:
    Draw(Kind& kind, std::uint64_t seed, Index begin, Index end)
        : kind_(kind), seed_(seed), begin_(begin), priorities_(at((end - begin) * kMost)) {}

    void offer(Index row, Index candidate) {
        std::int32_t* places = kind_.places.data() + row * kMost;
        std::uint32_t* priorities = priorities_.data() + (row - begin_) * kMost;
        std::uint8_t& count = kind_.counts[at(row)];
        const std::uint32_t own = priority(seed_, row, candidate);
        const auto place = static_cast<std::int32_t>(candidate);
        // A max-heap by priority; a row that is listed and lists is drawn once.
        if (count == kMost && own >= priorities[0]) return;
        if (std::find(places, places + count, place) != places + count) return;
        if (count < kMost) {
            Index child = count++;
            for (; child > 0 && priorities[(child - 1) / 2] < own; child = (child - 1) / 2) {
                move(places, priorities, (child - 1) / 2, child);
            }
            places[child] = place;
            priorities[child] = own;
            return;
        }
        Index parent = 0;
        for (Index child = 1; child < kMost; child = 2 * parent + 1) {
            if (child + 1 < kMost && priorities[child + 1] > priorities[child]) ++child;
            if (priorities[child] <= own) break;
            move(places, priorities, child, parent);
            parent = child;
        }
        places[parent] = place;
        priorities[parent] = own;
    }

private:
    static void move(std::int32_t* places, std::uint32_t* priorities, Index from, Index to) {
        places[to] = places[from];
        priorities[to] = priorities[from];
    }

    Kind& kind_;
    std::uint64_t seed_;
    Index begin_;
    std::vector<std::uint32_t> priorities_;
};

JoinCandidates::JoinCandidates(NearLists& lists, std::uint64_t seed, Context& context)
    : fresh_(lists.rows()), old_(lists.rows()) {
    constexpr Index kShards = 16;  // each reads all lists
    const Index n = lists.rows();
    context.pool().run(kShards,
                       [&](Index shard) { draw(lists, seed, n * shard / kShards, n * (shard + 1) / kShards); });
    settle(lists, context);
}

void JoinCandidates::draw(const NearLists& lists, std::uint64_t seed, Index begin, Index end) {
    Draw fresh(fresh_, seed, begin, end), old(old_, ~seed, begin, end);
    const auto offer = [&](bool is_new, Index row, Index candidate) { (is_new ? fresh : old).offer(row, candidate); };
    for (Index row = 0; row < lists.rows(); ++row) {
        const bool own = row >= begin && row < end;
        for (const NearLists::Entry& entry : lists.of(row)) {
            if (!entry.known()) break;
            const Index other = entry.place();
            if (own) offer(entry.is_new(), row, other);
            if (other >= begin && other < end) offer(entry.is_new(), other, row);
        }
    }
}

void JoinCandidates::settle(NearLists& lists, Context& context) const {
    constexpr Index kGrain = 4096;
    parallel_for(context, lists.rows(), kGrain, [&](Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            const auto drawn = fresh(row);
            for (Index position = 0; position < lists.length(); ++position) {
                const NearLists::Entry entry = lists.of(row)[at(position)];
                if (!entry.known() || !entry.is_new()) continue;
                if (std::find(drawn.begin(), drawn.end(), entry.place()) != drawn.end()) lists.settle(row, position);
            }
        }
    });
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
