#include "constraints/pair_space.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>
#include <mvlink/sampling.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// Distinct numbers of 0 .. n - 1 in the order drawn: the front of a shuffle that stores only the moved positions.
/// So it takes `count` draws, even if nearly all numbers are requested.
std::vector<Index> draw_distinct(Index n, Index count, Random& random) {
    std::unordered_map<Index, Index> moved;
    std::vector<Index> drawn;
    drawn.reserve(count);
    for (Index i = 0; i < count; ++i) {
        const Index place = i + random.below(n - i);
        const auto here = moved.find(i);
        const Index item_here = here == moved.end() ? i : here->second;
        const auto [there, untouched] = moved.try_emplace(place, place);
        drawn.push_back(there->second);
        there->second = item_here;
    }
    return drawn;
}

void require_share(double share, const char* name) {
    if (share >= 0 && share <= 1) return;
    throw Error{ErrorCode::usage,
                std::string(name) + ": found " + std::to_string(share) + "; expected a share from 0 to 1"};
}

void require_enough(Index wanted, Index exist, const char* what) {
    if (wanted <= exist) return;
    throw Error{ErrorCode::input, "sample: " + std::to_string(wanted) + " " + what +
                                      " requested; the known labels allow " + std::to_string(exist)};
}

Index share_of(Index count, double share) {
    constexpr double kMost = 1e18;  // far more than any data have; larger ones fit into no Index
    return static_cast<Index>(std::llround(std::min(share * static_cast<double>(count), kMost)));
}

/// Numbers of pairs, must-links first and cannot-links from space.must() on.
std::vector<Index> draw_pairs(const PairSpace& space, Index count, double must_share, Random& random) {
    if (must_share < 0) {
        const Index exist = space.must() + space.cannot();
        require_enough(count, exist, "pairs");
        return draw_distinct(exist, count, random);
    }
    const Index must = share_of(count, must_share);
    require_enough(must, space.must(), "must-links");
    require_enough(count - must, space.cannot(), "cannot-links");
    std::vector<Index> drawn = draw_distinct(space.must(), must, random);
    for (const Index number : draw_distinct(space.cannot(), count - must, random)) {
        drawn.push_back(space.must() + number);
    }
    random.shuffle(std::span<Index>{drawn});
    return drawn;
}

void add_drawn(const PairSpace& space, Index count, double must_share, Random& random,
               std::vector<Constraint>& constraints) {
    for (const Index number : draw_pairs(space, count, must_share, random)) {
        const bool must = number < space.must();
        const auto [a, b] = must ? space.must_pair(number) : space.cannot_pair(number - space.must());
        constraints.push_back({a, b, must ? Link::must : Link::cannot, 1});
    }
}

void flip(Link& link) {
    link = link == Link::must ? Link::cannot : Link::must;
}

void flip_any(std::vector<Constraint>& constraints, double share, Random& random) {
    const auto count = static_cast<Index>(constraints.size());
    for (const Index wrong : draw_distinct(count, share_of(count, share), random))
        flip(constraints[wrong].link);
}

/// Flips a share of the must-links, and as many cannot-links.
void flip_both(std::vector<Constraint>& constraints, double share, Random& random) {
    std::vector<std::size_t> must, cannot;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        (constraints[i].link == Link::must ? must : cannot).push_back(i);
    const Index wanted = share_of(static_cast<Index>(must.size()), share);
    for (const auto* kind : {&must, &cannot}) {
        const auto exist = static_cast<Index>(kind->size());
        for (const Index wrong : draw_distinct(exist, std::min(wanted, exist), random))
            flip(constraints[(*kind)[wrong]].link);
    }
}

using Blocks = std::vector<PairBlock>;
using Rows = std::vector<std::shared_ptr<const RowsByClass>>;

Rows rows_by_class(std::span<const std::vector<std::int32_t>> labels) {
    Rows rows;
    for (std::size_t view = 0; view < labels.size(); ++view)
        rows.push_back(std::make_shared<const RowsByClass>(static_cast<int>(view), labels[view]));
    return rows;
}

/// Whether the options ask for pairs between these views.
bool asked_for(const ViewSampleOptions& options, int a, int b) {
    if (options.place == PairPlace::within) return false;
    if (options.between.empty()) return true;
    const auto names = [&](const std::pair<int, int>& pair) {
        return pair == std::pair(a, b) || pair == std::pair(b, a);
    };
    return std::any_of(options.between.begin(), options.between.end(), names);
}

Blocks blocks_of(const Rows& rows, const ViewSampleOptions& options) {
    Blocks blocks;
    for (std::size_t a = 0; a < rows.size(); ++a) {
        if (options.place != PairPlace::between) blocks.emplace_back(rows[a]);
        for (std::size_t b = a + 1; b < rows.size(); ++b) {
            if (asked_for(options, static_cast<int>(a), static_cast<int>(b))) blocks.emplace_back(rows[a], rows[b]);
        }
    }
    return blocks;
}

/// Rows of known class in the views that take part.
Index rows_taking_part(const Rows& rows, const ViewSampleOptions& options) {
    Index sum = 0;
    for (std::size_t a = 0; a < rows.size(); ++a) {
        bool takes_part = options.place != PairPlace::between;
        for (std::size_t b = 0; b < rows.size(); ++b)
            takes_part = takes_part || (a != b && asked_for(options, static_cast<int>(a), static_cast<int>(b)));
        if (takes_part) sum += rows[a]->known();
    }
    return sum;
}

void require_amount(const ViewSampleOptions& options) {
    const int given = (options.count >= 0 ? 1 : 0) + (options.percent >= 0 ? 1 : 0) + (options.per_row >= 0 ? 1 : 0);
    if (given != 1) {
        throw Error{ErrorCode::usage,
                    "sample: expected one of count, percent and per_row, at least 0; found " + std::to_string(given)};
    }
    if (options.percent > 100) {
        throw Error{ErrorCode::usage,
                    "percent: found " + std::to_string(options.percent) + "; expected a number from 0 to 100"};
    }
    if (std::isinf(options.per_row)) throw Error{ErrorCode::usage, "per_row: expected a finite number"};
}

void require_pairs_of_views(std::span<const std::vector<std::int32_t>> labels, const ViewSampleOptions& options) {
    const auto views = static_cast<int>(labels.size());
    for (const auto& [a, b] : options.between) {
        if (a >= 0 && b >= 0 && a < views && b < views && a != b) continue;
        throw Error{ErrorCode::usage, "between: found views " + std::to_string(a) + " and " + std::to_string(b) +
                                          "; expected two different ones of " + std::to_string(views)};
    }
}

void require_valid(std::span<const std::vector<std::int32_t>> labels, const ViewSampleOptions& options) {
    require_amount(options);
    require_pairs_of_views(labels, options);
    if (!(options.must_share < 0)) require_share(options.must_share, "must_share");
    require_share(options.wrong_share, "wrong_share");
    require_share(options.wrong_must_share, "wrong_must_share");
}

}  // namespace
}  // namespace constraints

std::vector<Constraint> sample_constraints(std::span<const std::vector<std::int32_t>> labels,
                                           const ViewSampleOptions& options, Random random) {
    using namespace constraints;
    require_valid(labels, options);
    const Rows rows = rows_by_class(labels);
    Blocks blocks = blocks_of(rows, options);
    std::vector<Constraint> drawn;
    if (options.percent >= 0) {
        // One stream per block: more pairs of the first block do not affect the second.
        std::vector<Random> streams;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            streams.emplace_back(random.bits());
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const Index count = share_of(blocks[i].all(), options.percent / 100);
            add_drawn(PairSpace({blocks[i]}), count, options.must_share, streams[i], drawn);
        }
    } else {
        const Index count =
            options.count >= 0 ? options.count : share_of(rows_taking_part(rows, options), options.per_row);
        add_drawn(PairSpace(std::move(blocks)), count, options.must_share, random, drawn);
    }
    flip_any(drawn, options.wrong_share, random);
    flip_both(drawn, options.wrong_must_share, random);
    return drawn;
}

std::vector<Constraint> sample_constraints(std::span<const std::int32_t> labels, int view, const SampleOptions& options,
                                           Random random) {
    using namespace constraints;
    if (view < 0) throw Error{ErrorCode::usage, "view: found " + std::to_string(view) + "; expected at least 0"};
    if (options.count < 0) {
        throw Error{ErrorCode::usage, "count: found " + std::to_string(options.count) + "; expected at least 0"};
    }
    if (!(options.must_share < 0)) require_share(options.must_share, "must_share");
    require_share(options.wrong_share, "wrong_share");
    std::vector<Constraint> drawn;
    add_drawn(PairSpace({PairBlock(std::make_shared<const RowsByClass>(view, labels))}), options.count,
              options.must_share, random, drawn);
    flip_any(drawn, options.wrong_share, random);
    return drawn;
}

}  // namespace v1
}  // namespace mvlink
