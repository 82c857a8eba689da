#include <mvlink/constraints.hpp>
#include <mvlink/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace {

std::size_t at(Index i) {
    return static_cast<std::size_t>(i);
}

struct RowPair {
    Index a = 0;
    Index b = 0;
};

/// All pairs of rows with known labels, numbered but never written out: those of one class (0 .. must() - 1), and
/// those of two classes (0 .. cannot() - 1).
class PairSpace {
public:
    explicit PairSpace(std::span<const std::int32_t> labels) {
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (labels[i] >= 0) rows_.push_back(static_cast<Index>(i));
        }
        std::stable_sort(rows_.begin(), rows_.end(), [&](Index a, Index b) { return labels[at(a)] < labels[at(b)]; });
        const auto known = static_cast<Index>(rows_.size());
        for (Index i = 0; i < known; ++i) {
            if (i == 0 || labels[at(rows_[at(i)])] != labels[at(rows_[at(i - 1)])]) first_.push_back(i);
        }
        first_.push_back(known);
        must_before_.push_back(0);
        cannot_before_.push_back(0);
        for (std::size_t c = 0; c + 1 < first_.size(); ++c) {
            const Index size = first_[c + 1] - first_[c];
            must_before_.push_back(must_before_.back() + size * (size - 1) / 2);
            cannot_before_.push_back(cannot_before_.back() + size * (known - first_[c + 1]));
        }
    }

    [[nodiscard]] Index must() const { return must_before_.back(); }
    [[nodiscard]] Index cannot() const { return cannot_before_.back(); }

    [[nodiscard]] RowPair must_pair(Index number) const {
        const std::size_t cls = class_of(must_before_, number);
        const Index inside = number - must_before_[cls];
        // Pair (i, j), i < j, has the number j (j - 1) / 2 + i; the root is corrected for rounding.
        auto j = static_cast<Index>((1 + std::sqrt(1 + 8 * static_cast<double>(inside))) / 2);
        while (j * (j - 1) / 2 > inside)
            --j;
        while (j * (j + 1) / 2 <= inside)
            ++j;
        return {rows_[at(first_[cls] + inside - j * (j - 1) / 2)], rows_[at(first_[cls] + j)]};
    }

    [[nodiscard]] RowPair cannot_pair(Index number) const {
        const std::size_t cls = class_of(cannot_before_, number);
        const Index inside = number - cannot_before_[cls];
        const Index later = static_cast<Index>(rows_.size()) - first_[cls + 1];
        const Index a = rows_[at(first_[cls] + inside / later)];
        const Index b = rows_[at(first_[cls + 1] + inside % later)];
        return {std::min(a, b), std::max(a, b)};
    }

private:
    static std::size_t class_of(const std::vector<Index>& before, Index number) {
        return static_cast<std::size_t>(std::upper_bound(before.begin(), before.end(), number) - before.begin()) - 1;
    }

    std::vector<Index> rows_;           // with known labels, class after class
    std::vector<Index> first_;          // of each class in rows_, and the end
    std::vector<Index> must_before_;    // pairs of all classes before each class
    std::vector<Index> cannot_before_;  // pairs whose earlier class comes before each class
};

/// Distinct numbers of 0 .. n - 1 in the order drawn: the front of a shuffle of which only the moved places are kept.
/// So it takes `count` draws, also when nearly all numbers are asked for.
std::vector<Index> draw_distinct(Index n, Index count, Random& random) {
    std::unordered_map<Index, Index> moved;
    std::vector<Index> drawn;
    drawn.reserve(at(count));
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
                                      " asked for; the known labels allow " + std::to_string(exist)};
}

void require_valid(int view, const SampleOptions& options) {
    if (view < 0) throw Error{ErrorCode::usage, "view: found " + std::to_string(view) + "; expected at least 0"};
    if (options.count < 0) {
        throw Error{ErrorCode::usage, "count: found " + std::to_string(options.count) + "; expected at least 0"};
    }
    if (!(options.must_share < 0)) require_share(options.must_share, "must_share");
    require_share(options.wrong_share, "wrong_share");
}

Index share_of(Index count, double share) {
    return static_cast<Index>(std::llround(share * static_cast<double>(count)));
}

/// Numbers of pairs, must-links first and cannot-links from space.must() on.
std::vector<Index> draw_pairs(const PairSpace& space, const SampleOptions& options, Random& random) {
    if (options.must_share < 0) {
        const Index exist = space.must() + space.cannot();
        require_enough(options.count, exist, "pairs");
        return draw_distinct(exist, options.count, random);
    }
    const Index must = share_of(options.count, options.must_share);
    require_enough(must, space.must(), "must-links");
    require_enough(options.count - must, space.cannot(), "cannot-links");
    std::vector<Index> drawn = draw_distinct(space.must(), must, random);
    for (const Index number : draw_distinct(space.cannot(), options.count - must, random)) {
        drawn.push_back(space.must() + number);
    }
    random.shuffle(std::span<Index>{drawn});
    return drawn;
}

}  // namespace

std::vector<Constraint> sample_constraints(std::span<const std::int32_t> labels, int view, const SampleOptions& options,
                                           Random random) {
    require_valid(view, options);
    const PairSpace space{labels};
    std::vector<Constraint> constraints;
    for (const Index number : draw_pairs(space, options, random)) {
        const bool must = number < space.must();
        const auto [a, b] = must ? space.must_pair(number) : space.cannot_pair(number - space.must());
        constraints.push_back({{view, a}, {view, b}, must ? Link::must : Link::cannot, 1});
    }
    for (const Index wrong : draw_distinct(options.count, share_of(options.count, options.wrong_share), random)) {
        Link& link = constraints[at(wrong)].link;
        link = link == Link::must ? Link::cannot : Link::must;
    }
    return constraints;
}

}  // namespace v1
}  // namespace mvlink
