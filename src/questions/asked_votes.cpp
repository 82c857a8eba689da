#include "questions/asked_votes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr std::size_t kFewestAsked = 3;
constexpr std::size_t kMostReached = 2000;
constexpr std::size_t kMostCompared = 300;  // asked items that decide on the rule, the latest ones
constexpr std::array<double, 3> kWidths{0.35, 0.7, 1.4};
constexpr std::array<double, 4> kLinks{0.1, 0.3, 1, 3};
constexpr double kPreference = 0.5;  // for links that count much: log of them times this, in log likelihood
constexpr double kNearMiddle = 0.15;
constexpr double kInaudible = 1e-4;
constexpr double kUnforeseen = 0.05;  // votes for a label that nothing speaks for

/// Votes of the items that some asked one reaches: of a million items these are few.
class BallotBox {
public:
    BallotBox(Index n_items, int n_clusters) : n_clusters_(n_clusters), ballot_(n_items, kNone) {}

    void exclude(Index item) { ballot_[item] = kExcluded; }

    void vote(Index item, std::int32_t label, double vote) {
        if (ballot_[item] == kExcluded) return;
        if (ballot_[item] == kNone) {
            ballot_[item] = static_cast<std::int32_t>(items_.size());
            items_.push_back(item);
            votes_.resize(votes_.size() + static_cast<std::size_t>(n_clusters_), 0.0);
        }
        votes_[static_cast<Index>(ballot_[item]) * n_clusters_ + label] += vote;
    }

    void count(double links, std::vector<std::int32_t>& labels, std::vector<double>& share) {
        for (std::size_t i = 0; i < items_.size(); ++i) {
            const Index item = items_[i];
            const auto first = votes_.begin() + static_cast<Index>(i) * n_clusters_;
            const auto last = first + n_clusters_;
            first[labels[item]] += links;
            const auto most = std::max_element(first, last);
            share[item] = *most / std::accumulate(first, last, 0.0);
            labels[item] = static_cast<std::int32_t>(most - first);
        }
    }

private:
    static constexpr std::int32_t kNone = -1;
    static constexpr std::int32_t kExcluded = -2;
    Index n_clusters_;
    std::vector<std::int32_t> ballot_;  // of an item
    std::vector<Index> items_;          // of a ballot
    std::vector<double> votes_;         // ballots x clusters
};

double radius_of(const Base& base, Index item) {
    return base.near_distance[(item + 1) * base.n_near - 1];
}

double heard(double distance, double width) {
    return std::exp(-distance * distance / (2 * width * width));
}

/// The labels that the start alone would give: those of the tops now.
std::vector<std::int32_t> labels_of_start(const Base& base, const std::vector<std::int32_t>& labels) {
    std::vector<std::int32_t> of_start(static_cast<std::size_t>(base.start.n_clusters), -1);
    for (int cluster = 0; cluster < base.start.n_clusters; ++cluster) {
        if (base.tree.top[cluster] >= 0) of_start[cluster] = labels[base.tree.top[cluster]];
    }
    return of_start;
}

/// Votes of the other asked items for the label of each, and all of their votes.
struct OtherVotes {
    std::vector<double> own;
    std::vector<double> all;
};

OtherVotes votes_of_others(const std::vector<Index>& asked, const std::vector<std::int32_t>& labels, double width,
                           const Reach& reach) {
    OtherVotes votes{std::vector<double>(asked.size(), 0.0), std::vector<double>(asked.size(), 0.0)};
    for (std::size_t i = 0; i < asked.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double vote = heard(reach.distance(asked[i], asked[j]), width);
            const double for_own = labels[asked[i]] == labels[asked[j]] ? vote : 0;
            votes.all[i] += vote;
            votes.all[j] += vote;
            votes.own[i] += for_own;
            votes.own[j] += for_own;
        }
    }
    return votes;
}

}  // namespace

double Reach::distance(Index a, Index b) const noexcept {
    const double scale = std::sqrt(radius_of(base_, a) * radius_of(base_, b));
    const double distance = base_.cloud.distance(a, b);
    if (distance == 0) return 0;
    return scale > 0 ? distance / scale : std::numeric_limits<double>::infinity();
}

const std::vector<std::pair<std::int32_t, float>>& Reach::of(Index asked) {
    const auto [found, is_new] = found_.try_emplace(asked);
    auto& reached = found->second;
    if (!is_new) return reached;
    for (const std::int32_t item : base_.cloud.spaces[base_.cloud.space[asked]].items) {
        const double away = distance(asked, item);
        if (item != asked && std::isfinite(away)) reached.emplace_back(item, static_cast<float>(away));
    }
    if (reached.size() > kMostReached) {
        const auto nearer = [](const auto& x, const auto& y) {
            return std::pair(x.second, x.first) < std::pair(y.second, y.first);
        };
        std::nth_element(reached.begin(), reached.begin() + kMostReached, reached.end(), nearer);
        reached.resize(kMostReached);
        reached.shrink_to_fit();
    }
    return reached;
}

std::vector<Index> asked_items(const Beliefs& beliefs) {
    std::vector<Index> asked;
    std::unordered_map<Index, bool> seen;
    for (const PairEvidence& pair : beliefs.pairs) {
        if (!pair.holds()) continue;
        for (const Index item : {pair.a, pair.b}) {
            if (seen.try_emplace(item, true).second) asked.push_back(item);
        }
    }
    return asked;
}

VoteRule choose_rule(const Base& base, const std::vector<Index>& asked, const std::vector<std::int32_t>& labels,
                     const Reach& reach) {
    std::vector<Index> latest = asked;
    if (latest.size() > kMostCompared) latest.erase(latest.begin(), latest.end() - kMostCompared);
    const std::vector<std::int32_t> of_start = labels_of_start(base, labels);
    VoteRule best{kWidths.front(), kLinks.back()};
    double best_score = -std::numeric_limits<double>::infinity();
    for (const double width : kWidths) {
        const OtherVotes votes = votes_of_others(latest, labels, width, reach);
        for (const double links : kLinks) {
            double score = kPreference * std::log(links) - kNearMiddle * std::abs(std::log(width / kWidths[1]));
            for (std::size_t i = 0; i < latest.size(); ++i) {
                const bool start_is_right = of_start[base.start.labels[latest[i]]] == labels[latest[i]];
                const double own = votes.own[i] + (start_is_right ? links : 0);
                const double least = kUnforeseen / std::max(base.start.n_clusters, 1);
                score += std::log((own + least) / (votes.all[i] + links + kUnforeseen));
            }
            if (score <= best_score) continue;
            best_score = score;
            best = {width, links};
        }
    }
    return best;
}

void follow_asked(const Base& base, const Beliefs& beliefs, int n_clusters, Reach& reach,
                  std::vector<std::int32_t>& labels, std::vector<double>& share) {
    const std::vector<Index> asked = asked_items(beliefs);
    if (asked.size() < kFewestAsked || base.n_near < 1) return;
    const VoteRule rule = choose_rule(base, asked, labels, reach);
    BallotBox box(base.count(), n_clusters);
    for (const Index item : asked)
        box.exclude(item);
    for (const Index speaker : asked) {
        for (const auto& [item, away] : reach.of(speaker)) {
            const double vote = heard(static_cast<double>(away), rule.width);
            if (vote > kInaudible) box.vote(item, labels[speaker], vote);
        }
    }
    box.count(rule.links, labels, share);
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
