#include "methods/propagation/propagate.hpp"

#include "kernels/label_scatter.hpp"
#include "methods/propagation/reach.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

constexpr double kRounding = 1e-9;  // bounds must not cut off what the threshold itself would keep
constexpr Index kItem = 1 << 16;    // candidates of a piece of work
constexpr Index kBatch = 1 << 22;   // candidates between two looks at which are the heaviest

/// The pairs of some targets of one source.
struct Item {
    std::size_t source;
    std::size_t begin, end;  // targets of its first site
};

/// Constraints by pair and type, the heaviest of each first.
bool by_pair(const Propagated& x, const Propagated& y) {
    return std::tuple(x.i, x.j, x.link, -x.weight, x.u, x.v) < std::tuple(y.i, y.j, y.link, -y.weight, y.u, y.v);
}
bool same_pair(const Propagated& x, const Propagated& y) {
    return x.i == y.i && x.j == y.j && x.link == y.link;
}
bool heavier(const Propagated& x, const Propagated& y) {
    return std::tuple(-x.weight, x.i, x.j, x.link) < std::tuple(-y.weight, y.i, y.j, y.link);
}

/// The heaviest constraint of each pair and type, and of these so many. Once there are enough, lighter ones cannot
/// enter any more, so the threshold rises.
class Heaviest {
public:
    Heaviest(double threshold, Index most) : threshold_(threshold), most_(static_cast<std::size_t>(most)) {}

    [[nodiscard]] double threshold() const { return threshold_; }
    [[nodiscard]] bool dropped() const { return dropped_; }

    void add(const std::vector<Propagated>& found) { kept_.insert(kept_.end(), found.begin(), found.end()); }
    void settle() {
        std::sort(kept_.begin(), kept_.end(), by_pair);
        kept_.erase(std::unique(kept_.begin(), kept_.end(), same_pair), kept_.end());
        if (kept_.size() <= most_) return;
        dropped_ = true;
        if (most_ == 0) return kept_.clear();
        std::nth_element(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(most_), kept_.end(), heavier);
        kept_.resize(most_);
        threshold_ =
            std::max(threshold_, std::min_element(kept_.begin(), kept_.end(), [](const auto& x, const auto& y) {
                                     return x.weight < y.weight;
                                 })->weight);
    }
    [[nodiscard]] std::vector<Propagated> sorted() && {
        std::sort(kept_.begin(), kept_.end(), by_pair);
        return std::move(kept_);
    }

private:
    double threshold_;
    std::size_t most_;
    bool dropped_ = false;
    std::vector<Propagated> kept_;
};

/// Eq. (10) over all constraints of the sources.
class Sources {
public:
    Sources(const ViewConstraints& constraints, const std::vector<SiteReach>& reach)
        : constraints_(constraints), reach_(reach) {}

    /// How many candidates there are: pairs of targets whose costs leave this weight. A pair counts once per source.
    [[nodiscard]] Index count(double threshold) const {
        Index candidates = 0;
        for (const Source& source : constraints_.sources()) {
            const auto first = at(source.a).targets(), second = at(source.b).targets();
            const double bound = bound_of(source, threshold);
            std::size_t y = second.size();
            for (std::size_t x = 0; x < first.size() && y > 0; ++x) {
                while (y > 0 && first[x].cost + second[y - 1].cost > bound)
                    --y;
                candidates += static_cast<Index>(y);
            }
        }
        return candidates;
    }
    [[nodiscard]] double largest_weight() const {
        double most = 0;
        for (const Source& source : constraints_.sources())
            most = std::max(most, source.most);
        return most;
    }

    /// The next pieces of work, from where the last call stopped; none at the end.
    std::vector<Item> next(double threshold) {
        std::vector<Item> items;
        Index candidates = 0;
        for (; source_ < constraints_.sources().size() && candidates < kBatch; ++source_, target_ = 0) {
            candidates += cut(threshold, kBatch - candidates, items);
            if (target_ > 0) break;
        }
        return items;
    }

    void find(const Item& item, double threshold, std::vector<Propagated>& found) const {
        const Source& source = constraints_.sources()[item.source];
        const auto first = at(source.a).targets(), second = at(source.b).targets();
        const double bound = bound_of(source, threshold);
        for (std::size_t x = item.begin; x < item.end; ++x) {
            for (const SiteReach::Target& y : second) {
                if (first[x].cost + y.cost > bound) break;
                const bool counted_already = source.a == source.b && first[x].row > y.row;
                if (first[x].row == y.row || counted_already) continue;
                const Propagated best = heaviest(source, first[x], y);
                if (best.weight >= threshold) found.push_back(best);
            }
        }
    }

private:
    [[nodiscard]] const SiteReach& at(Index site) const { return reach_[site]; }
    static double bound_of(const Source& source, double threshold) {
        return source.most >= threshold ? std::log(source.most / threshold) + kRounding : -1;
    }

    /// Cuts what is left of a source into items of at most `most` candidates altogether; target_ is 0 if it is done.
    Index cut(double threshold, Index most, std::vector<Item>& items) {
        const Source& source = constraints_.sources()[source_];
        const auto first = at(source.a).targets(), second = at(source.b).targets();
        const double bound = bound_of(source, threshold);
        std::size_t x = target_, begin = x, y = second.size();
        Index candidates = 0, in_item = 0;
        for (; x < first.size() && candidates < most; ++x) {
            while (y > 0 && first[x].cost + second[y - 1].cost > bound)
                --y;
            if (y == 0) break;
            candidates += static_cast<Index>(y);
            in_item += static_cast<Index>(y);
            if (in_item < kItem) continue;
            items.push_back({source_, begin, x + 1});
            begin = x + 1;
            in_item = 0;
        }
        if (x > begin) items.push_back({source_, begin, x});
        const bool done = x == first.size() || y == 0;
        target_ = done ? 0 : x;
        return candidates;
    }

    /// The best of all pairs of endpoints. They are sorted by cost, so few are looked at.
    [[nodiscard]] Propagated heaviest(const Source& source, const SiteReach::Target& x,
                                      const SiteReach::Target& y) const {
        const auto of_x = at(source.a).endpoints(x), of_y = at(source.b).endpoints(y);
        const double head_start = std::log(source.most);
        Propagated best{std::min(x.row, y.row), std::max(x.row, y.row), source.link, 0, 0, 0};
        double least = std::numeric_limits<double>::infinity();
        for (const Reached& p : of_x) {
            if (p.cost + of_y.front().cost - head_start >= least) break;
            for (const Reached& q : of_y) {
                if (p.cost + q.cost - head_start >= least) break;
                if (p.endpoint == q.endpoint) continue;
                const double w = constraints_.weight(source, p.endpoint, q.endpoint);
                if (p.cost + q.cost - std::log(w) >= least) continue;
                least = p.cost + q.cost - std::log(w);
                best.weight = w * std::exp(-(p.cost + q.cost));
                best.u = x.row < y.row ? p.endpoint : q.endpoint;
                best.v = x.row < y.row ? q.endpoint : p.endpoint;
            }
        }
        return best;
    }

    const ViewConstraints& constraints_;
    const std::vector<SiteReach>& reach_;
    std::size_t source_ = 0, target_ = 0;  // where the next batch begins
};

/// A threshold, no lower than the one asked for, that leaves at least so many candidates and few more.
double raised_threshold(const Sources& sources, double threshold, Index wanted) {
    constexpr int kHalvings = 30;
    if (sources.count(threshold) <= wanted) return threshold;
    double low = std::log(threshold), high = std::log(std::max(threshold, sources.largest_weight()));
    for (int step = 0; step < kHalvings; ++step) {
        const double middle = (low + high) / 2;
        (sources.count(std::exp(middle)) >= wanted ? low : high) = middle;
    }
    return std::max(threshold, std::exp(low));
}

/// All constraints of at least this weight, or the heaviest.
Heaviest found_from(Sources sources, double threshold, Index most, Context& context) {
    Heaviest heaviest(threshold, most);
    for (std::vector<Item> items = sources.next(heaviest.threshold()); !items.empty();
         items = sources.next(heaviest.threshold())) {
        std::vector<std::vector<Propagated>> found(items.size());
        parallel_for(context, static_cast<Index>(items.size()), 1, [&](Index begin, Index end) {
            for (auto item = static_cast<std::size_t>(begin); item < static_cast<std::size_t>(end); ++item) {
                sources.find(items[item], heaviest.threshold(), found[item]);
            }
        });
        for (const std::vector<Propagated>& part : found) {
            heaviest.add(part);
        }
        heaviest.settle();
    }
    return heaviest;
}

/// Where far more pairs pass than may be kept, only those near the lightest that stays are looked at: a threshold with
/// a few times as many candidates as may be kept is tried first, and a lower one if pairs that several sources share
/// leave too few.
Heaviest heaviest_of(const Sources& sources, const PropagationRules& rules, Context& context) {
    constexpr Index kTimes = 4, kFewest = 1 << 12;
    for (Index wanted = std::max(kTimes * rules.most, kFewest);; wanted *= kTimes) {
        const double threshold = raised_threshold(sources, rules.threshold, wanted);
        Heaviest heaviest = found_from(sources, threshold, rules.most, context);
        if (threshold == rules.threshold || heaviest.dropped()) return heaviest;
    }
}

std::vector<Index> endpoints_of(const ViewConstraints& constraints) {
    std::vector<Index> rows;
    for (const Site& site : constraints.sites()) {
        rows.insert(rows.end(), site.rows.begin(), site.rows.end());
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

}  // namespace

PropagationRows::PropagationRows(const View& view, std::span<const Index> targets, const ViewConstraints& constraints,
                                 Context& context)
    : targets_(targets.begin(), targets.end()), endpoints_(endpoints_of(constraints)) {
    const std::size_t rows = 2 * (targets_.size() + endpoints_.size());  // also in the coordinates of a cluster
    context.require_memory(rows * static_cast<std::size_t>(view.cols()) * sizeof(double),
                           "the rows that constraints are carried over to");
    target_rows_ = kernels::gathered_rows(view.features(), targets_);
    endpoint_rows_ = kernels::gathered_rows(view.features(), endpoints_);
}

Index PropagationRows::endpoint_of(Index row) const {
    return std::lower_bound(endpoints_.begin(), endpoints_.end(), row) - endpoints_.begin();
}

std::vector<Propagated> propagate(const PropagationRows& rows, const ViewConstraints& constraints,
                                  std::span<const ClusterGaussian> gaussians, std::span<const std::int32_t> labels,
                                  const PropagationRules& rules, Context& context, PropagationCounts* counts) {
    PropagationCounts found_counts;
    const std::vector<SiteReach> reach =
        reach_of_sites(rows, constraints, gaussians, labels, rules, found_counts, context);
    if (context.cancel_requested()) return {};
    Heaviest heaviest = heaviest_of(Sources(constraints, reach), rules, context);
    found_counts.dropped = heaviest.dropped();
    found_counts.lightest = heaviest.threshold();
    if (counts != nullptr) *counts = found_counts;
    return std::move(heaviest).sorted();
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
