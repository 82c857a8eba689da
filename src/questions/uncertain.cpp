#include "questions/start_partition.hpp"
#include "questions/strategy.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

double entropy(const std::vector<double>& p) {
    double sum = 0;
    for (const double value : p)
        sum -= value > 0 ? value * std::log(value) : 0;
    return sum;
}

/// How often every item is with the top of every cluster, over several clusterings.
class Uncertain final : public Strategy {
public:
    Uncertain(const Base& base, const QuestionOptions& options, Context& context)
        : k_(base.start.n_clusters), share_(static_cast<std::size_t>(base.count() * k_), 0.0) {
        for (const Space& space : base.cloud.spaces)
            count(base, space, options.restarts, context);
        weigh_density(base);
    }

    std::optional<Ask> next(State& state, Context&) override {
        const Grouping& grouping = state.grouping;
        std::optional<Ask> best;
        double best_score = 0;
        for (Index item = 0; item < state.base.count(); ++item) {
            const double base_score = density_[item];
            if (base_score * kMost_ <= best_score || grouping.representatives[grouping.labels[item]] == item) continue;
            consider(state, item, best, best_score);
        }
        return best;
    }

private:
    void count(const Base& base, const Space& space, int restarts, Context& context);
    void weigh_density(const Base& base);
    void consider(State& state, Index item, std::optional<Ask>& best, double& best_score) const;

    static constexpr double kMost_ = 10;  // no score exceeds its density times this
    Index k_;
    std::vector<double> share_;    // items x clusters of the start
    std::vector<double> density_;  // of items, in (0, 1]
};

void Uncertain::count(const Base& base, const Space& space, int restarts, Context& context) {
    std::vector<std::int32_t> clusters;
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(k_); ++c) {
        if (base.tree.top[c] >= 0 && &base.cloud.spaces[base.cloud.space[base.tree.top[c]]] == &space)
            clusters.push_back(c);
    }
    const int k = static_cast<int>(std::min(clusters.size(), space.items.size()));
    if (k < 2) return;
    for (int restart = 0; restart < restarts; ++restart) {
        Context inner = context.nested("restart", context.stream("questions/restart", restart).bits());
        // Sizes from k to 2 k: what stays together at all of them belongs together.
        const int size = static_cast<int>(std::min<Index>(k + restart * k / restarts, space.items.size()));
        // In turns over all views together and every view alone.
        const std::size_t turn = static_cast<std::size_t>(restart) % (space.views.size() + 1);
        const Features points = space.views.size() < 2 || turn == 0 ? space.features() : space.features(turn - 1);
        const auto labels = cluster_points(points, size, 1, inner);
        for (const std::int32_t c : clusters) {
            const std::int32_t of_top = labels[base.cloud.place[base.tree.top[c]]];
            for (std::size_t place = 0; place < labels.size(); ++place) {
                if (labels[place] == of_top) share_[space.items[place] * k_ + c] += 1.0 / restarts;
            }
        }
    }
}

void Uncertain::weigh_density(const Base& base) {
    density_.assign(base.count(), 1.0);
    if (base.n_near == 0) return;
    std::vector<std::int32_t> order(density_.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<std::int32_t>(i);
    const auto radius = [&](std::int32_t item) { return base.near_distance[(item + Index{1}) * base.n_near - 1]; };
    std::sort(order.begin(), order.end(),
              [&](std::int32_t x, std::int32_t y) { return std::pair(radius(x), x) < std::pair(radius(y), y); });
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        density_[order[rank]] = 1 - 0.8 * static_cast<double>(rank) / static_cast<double>(order.size());
}

void Uncertain::consider(State& state, Index item, std::optional<Ask>& best, double& best_score) const {
    const Grouping& grouping = state.grouping;
    std::vector<double> p(grouping.representatives.size(), 0.0);
    double total = 0;
    for (Index c = 0; c < k_; ++c) {
        const std::int32_t top = state.base.tree.top[c];
        if (top < 0) continue;
        const double value = share_[item * k_ + c] + 0.01;
        p[grouping.labels[top]] += value;
    }
    for (std::size_t label = 0; label < p.size(); ++label) {
        const std::int32_t representative = grouping.representatives[label];
        if (representative < 0) continue;
        if (state.beliefs.closure.joined(item, representative)) return;  // certain already
        if (state.beliefs.closure.apart(item, representative)) p[label] = 0;
        total += p[label];
    }
    if (total <= 0) return;
    for (double& value : p)
        value /= total;
    const double uncertainty = entropy(p);
    std::vector<std::pair<double, std::int32_t>> falling;
    for (std::size_t label = 0; label < p.size(); ++label) {
        if (p[label] > 0) falling.emplace_back(-p[label], grouping.representatives[label]);
    }
    std::sort(falling.begin(), falling.end());
    double expected_questions = 0;
    for (std::size_t rank = 0; rank < falling.size(); ++rank)
        expected_questions -= static_cast<double>(rank + 1) * falling[rank].first;
    const double score = uncertainty / expected_questions * density_[item];
    if (score <= best_score) return;
    for (const auto& [minus_p, representative] : falling) {
        if (!is_open(state, item, representative)) continue;
        best_score = score;
        best = Ask{item,
                   representative,
                   QuestionKind::strategy,
                   "Several clusterings disagree about where one of the two belongs.",
                   -minus_p,
                   (1 + minus_p) * static_cast<double>(grouping.below[item]) / static_cast<double>(state.base.count())};
        return;
    }
}

}  // namespace

std::unique_ptr<Strategy> make_uncertain_strategy(const Base& base, const QuestionOptions& options, Context& context) {
    return std::make_unique<Uncertain>(base, options, context);
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
