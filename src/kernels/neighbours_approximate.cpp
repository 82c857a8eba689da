#include "kernels/neighbours_approximate.hpp"

#include "kernels/near_lists.hpp"
#include "kernels/neighbour_candidates.hpp"
#include "kernels/neighbour_joins.hpp"
#include "kernels/neighbour_partition.hpp"
#include "kernels/neighbours_exact.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using Measured = std::vector<std::pair<double, std::int32_t>>;  // squared distances and places

constexpr double kEnough = 0.97;  // recall at which the search ends
constexpr Index kSample = 256;    // rows that decide when it ends, and as many that the recall is stated for
constexpr Index kPart = 2048;     // rows of a part, at most
constexpr int kAttempts = 6;      // each of some partitions and rounds
constexpr int kFewest = 2;        // partitions of an attempt
constexpr int kMost = 12;         // partitions or rounds of an attempt
// What a partition or a round must find of what is missing, so that another one of its kind follows. A round finds more
// but takes several times as long.
constexpr double kWorthPartition = 0.1;
constexpr double kWorthRound = 0.1;

Index list_length(int k, Index rows) {
    return std::min<Index>(rows - 1, std::max(20, k + k / 2));
}

/// Rows of a sample with the distance of their k-th nearest row.
class Truth {
public:
    Truth(const SearchRows& rows, std::span<const std::int32_t> ids, int k, Random random, Context& context)
        : rows_(rows), ids_(ids), k_(k) {
        const auto n = static_cast<Index>(ids.size());
        for (Index i = 0; i < std::min(2 * kSample, n); ++i) {
            places_.push_back(static_cast<std::int32_t>(random.below(n)));
        }
        search(context);
    }

    /// The share of the sample's neighbours that are listed; of its first half, or of the second.
    [[nodiscard]] double recall(const NearLists& lists, bool second) const {
        const std::size_t half = places_.size() / 2;
        const std::size_t begin = second ? half : 0, end = second ? places_.size() : half;
        RowDistances distances(rows_, rows_);
        Index found = 0;
        for (std::size_t i = begin; i < end; ++i) {
            Index near = 0;
            distances.start(ids_[at(places_[i])]);
            for (const NearLists::Entry& entry : lists.of(places_[i])) {
                near += entry.known() && distances(ids_[at(entry.place())]) <= farthest_[i] ? 1 : 0;
            }
            found += std::min<Index>(near, k_);
        }
        return static_cast<double>(found) / (static_cast<double>(end - begin) * k_);
    }

private:
    /// Some rows after the other, so that only a few are in memory as panels.
    void search(Context& context) {
        constexpr Index kChunk = 8192;
        const auto n = static_cast<Index>(ids_.size());
        std::vector<std::int32_t> asked;
        for (const std::int32_t place : places_) {
            asked.push_back(ids_[at(place)]);
        }
        std::vector<PlaceLists> found(at((n + kChunk - 1) / kChunk), PlaceLists(0, 0));
        parallel_for(context, n, kChunk, [&](Index begin, Index end) {
            const int most = static_cast<int>(std::min<Index>(k_ + 1, end - begin));  // the row itself is among them
            const auto part = ids_.subspan(at(begin), at(end - begin));
            found[at(begin / kChunk)] = exact_neighbours_of(rows_, asked, rows_, part, most, context);
        });
        for (std::size_t i = 0; i < places_.size(); ++i) {
            std::vector<double> nearest;
            for (const PlaceLists& part : found) {
                const auto first = part.squared_distance.begin() + static_cast<Index>(i) * part.k;
                nearest.insert(nearest.end(), first, first + part.k);
            }
            std::sort(nearest.begin(), nearest.end());
            farthest_.push_back(nearest[at(k_)]);  // the first is the row itself
        }
    }

    const SearchRows& rows_;
    std::span<const std::int32_t> ids_;
    int k_;
    std::vector<std::int32_t> places_;
    std::vector<double> farthest_;
};

/// Partitions and rounds in turn, until enough is found.
class Search {
public:
    Search(const JoinedRows& rows, const Truth& truth, NearLists& lists, Context& context)
        : rows_(rows), truth_(truth), lists_(lists), context_(context) {}

    void run() {
        for (int attempt = 0; attempt < kAttempts && !ended(); ++attempt) {
            double gain = 1;
            for (int i = 0; i < kMost && (i < kFewest || gain >= kWorthPartition) && !ended(); ++i) {
                gain = gain_of([&] { join_partition(); });
            }
            gain = 1;
            for (int i = 0; i < kMost && gain >= kWorthRound && !ended(); ++i) {
                gain = gain_of([&] { join_round(); });
            }
        }
    }

private:
    [[nodiscard]] bool ended() const { return context_.cancel_requested() || recall_ >= kEnough; }

    /// The share of what is missing that a step finds.
    template <class Step>
    double gain_of(Step&& step) {
        const double before = recall_;
        step();
        recall_ = truth_.recall(lists_, /*second=*/false);
        return (recall_ - before) / (1 - before);
    }

    void join_partition() {
        const Random random = context_.stream("neighbours/partition", partitions_++);
        const RowPartition parts = random_partition(rows_.source, rows_.ids, kPart, rows_.scale, random, context_);
        join_parts(rows_, parts, lists_, context_);
    }

    void join_round() {
        join_neighbours(rows_, context_.stream("neighbours/round", rounds_++).bits(), lists_, context_);
    }

    const JoinedRows& rows_;
    const Truth& truth_;
    NearLists& lists_;
    Context& context_;
    std::uint64_t partitions_ = 0, rounds_ = 0;
    double recall_ = 0;
};

/// The lists in double.
void measure(const JoinedRows& rows, const NearLists& lists, Context& context, PlaceLists& out) {
    constexpr Index kGrain = 256;
    parallel_for(context, lists.rows(), kGrain, [&](Index begin, Index end) {
        RowDistances distances(rows.source, rows.source);
        Measured found;
        for (Index row = begin; row < end; ++row) {
            found.clear();
            distances.start(rows.ids[at(row)]);
            const auto measure_one = [&](Index other) { return distances(rows.ids[at(other)]); };
            for (const NearLists::Entry& entry : lists.of(row)) {
                if (entry.known()) found.emplace_back(measure_one(entry.place()), entry.place());
            }
            out.write(row, row, lists.rows(), found, measure_one);
        }
    });
}

}  // namespace

PlaceLists approximate_neighbours(const SearchRows& rows, std::span<const std::int32_t> ids, int k, Context& context) {
    const auto n = static_cast<Index>(ids.size());
    const Index length = list_length(k, n);
    const double bytes = static_cast<double>(n * length) * sizeof(NearLists::Entry) + JoinCandidates::bytes(n);
    context.require_memory(static_cast<std::size_t>(bytes), "the search for nearest neighbours");
    const Truth truth(rows, ids, k, context.stream("neighbours/sample"), context);
    const JoinedRows joined{rows, ids, rows.scale(ids, rows.middle(ids), context)};
    NearLists lists(n, length);
    Search(joined, truth, lists, context).run();
    PlaceLists out(n, k);
    measure(joined, lists, context, out);
    out.exact = false;
    out.recall = truth.recall(lists, /*second=*/true);
    out.complete = !context.cancel_requested();
    return out;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
