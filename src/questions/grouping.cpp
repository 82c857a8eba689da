#include "questions/grouping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr double kVotes = 0.6;       // how much neighbours count for a home, against distances from centroids
constexpr double kNewCluster = 0.1;  // probability of a new cluster after one "different"; grows with their square
constexpr double kSureHome = 0.9;    // below, a part that was cut off is a cluster of its own until somebody was asked
constexpr double kCentral = 0.8;     // membership of a row that stands for its cluster
constexpr int kEnoughToJoin = 2;     // rows that are the same across two clusters before all of both are
constexpr double kSharpness = 4;     // as in Base::memberships

/// The work of one call.
class Grouper {
public:
    Grouper(const Base& base, const Beliefs& beliefs, Reach& reach)
        : base_(base), beliefs_(beliefs), reach_(reach), all_(beliefs.closure) {}

    Grouping run() {
        keep_clusters_apart();
        out_.holders = find_holders(base_, asked_items(beliefs_), all_);
        follow_links();
        count_below();
        found_clusters();
        collect_pieces();
        for (Piece& piece : out_.pieces)
            settle(piece);
        label_items();
        rate_items();
        out_.learnt = follow_asked(base_, beliefs_, out_.n_clusters, reach_, out_.labels, out_.confidence);
        count_sizes();
        return std::move(out_);
    }

private:
    struct Home {
        std::int32_t label;
        double p;
    };

    void keep_clusters_apart();
    void follow_links();
    void count_below();
    void found_clusters();
    void collect_pieces();
    void settle(Piece& piece);
    [[nodiscard]] std::vector<double> shares(const Piece& piece);
    void label_items();
    void count_sizes();
    void rate_items();
    [[nodiscard]] double doubt_of(Index item) const;
    [[nodiscard]] Index number_of_first_answer(Index item) const;

    const Base& base_;
    const Beliefs& beliefs_;
    Reach& reach_;
    Closure all_;
    Grouping out_;
    std::vector<std::int32_t> label_of_;           // of a root of all_; -1: none yet
    std::map<Index, std::vector<Index>> members_;  // of pieces, by root of all_
};

/// Whoever says that two rows of different clusters are the same need not mean the clusters: likelier one of the rows
/// was in the wrong one, and what hangs on it moves. Clusters are joined by two such answers, or by one about rows that
/// stand for their clusters.
void Grouper::keep_clusters_apart() {
    std::map<std::pair<int, int>, int> crossing;
    for (const PairEvidence& pair : beliefs_.pairs) {
        const int x = base_.start.labels[pair.a];
        const int y = base_.start.labels[pair.b];
        if (x == y || !pair.holds() || !pair.says_same()) continue;
        const bool comparable = base_.cloud.space[pair.a] == base_.cloud.space[pair.b];
        const bool central =
            !comparable || std::min(base_.memberships(pair.a)[x], base_.memberships(pair.b)[y]) > kCentral;
        crossing[std::minmax(x, y)] += central ? kEnoughToJoin : 1;
    }
    const bool needed =
        std::any_of(crossing.begin(), crossing.end(), [](const auto& entry) { return entry.second < kEnoughToJoin; });
    for (int x = 0; needed && x < base_.start.n_clusters; ++x) {
        for (int y = x + 1; y < base_.start.n_clusters; ++y) {
            const auto found = crossing.find({x, y});
            const bool joins = found != crossing.end() && found->second >= kEnoughToJoin;
            if (!joins && base_.tree.top[x] >= 0 && base_.tree.top[y] >= 0)
                all_.separate(base_.tree.top[x], base_.tree.top[y]);
        }
    }
}

void Grouper::follow_links() {
    out_.linked.assign(base_.count(), 0);
    for (const std::int32_t item : base_.safest_first)
        out_.linked[item] = all_.join(item, out_.holders.of[item]);
}

void Grouper::count_below() {
    out_.below.assign(base_.count(), 1);
    for (auto it = base_.tree.top_down.rbegin(); it != base_.tree.top_down.rend(); ++it) {
        if (out_.linked[*it]) out_.below[out_.holders.of[*it]] += out_.below[*it];
    }
}

/// Every group that holds a top is a cluster, with the least number of its tops.
void Grouper::found_clusters() {
    label_of_.assign(base_.count(), -1);
    out_.n_clusters = base_.start.n_clusters;
    out_.representatives.assign(out_.n_clusters, -1);
    for (int cluster = 0; cluster < base_.start.n_clusters; ++cluster) {
        const std::int32_t top = base_.tree.top[cluster];
        if (top < 0) continue;
        std::int32_t& label = label_of_[all_.find(top)];
        if (label >= 0) continue;
        label = cluster;
        out_.representatives[cluster] = top;
    }
}

void Grouper::collect_pieces() {
    bool any = false;
    for (const std::int32_t item : base_.safest_first)
        any = any || !out_.linked[item];
    if (!any) return;
    for (Index item = 0; item < base_.count(); ++item) {
        const Index group = all_.find(item);
        if (label_of_[group] < 0) members_[group].push_back(item);
    }
    for (const auto& [group, members] : members_) {
        Piece piece{members.front(), static_cast<Index>(members.size()), -1, 1};
        for (const Index item : members) {
            if (!out_.linked[item] && (out_.linked[piece.root] || out_.below[item] > out_.below[piece.root]))
                piece.root = item;
        }
        out_.pieces.push_back(piece);
    }
    std::sort(out_.pieces.begin(), out_.pieces.end(),
              [](const Piece& x, const Piece& y) { return std::tuple(-x.size, x.root) < std::tuple(-y.size, y.root); });
}

/// How near a piece is to every cluster: the votes of its neighbours, and the distance of its root.
std::vector<double> Grouper::shares(const Piece& piece) {
    std::vector<double> votes(out_.representatives.size(), 0.0);
    double total = 0;
    for (const Index item : members_[all_.find(piece.root)]) {
        for (const std::int32_t near : base_.near_of(item)) {
            const std::int32_t label = label_of_[all_.find(near)];
            if (label < 0) continue;
            votes[label] += 1;
            total += 1;
        }
    }
    std::vector<double> shares(votes.size(), 0.0);
    const std::vector<double> memberships = base_.memberships(piece.root);
    double least = std::numeric_limits<double>::infinity();
    for (int cluster = 0; cluster < base_.start.n_clusters; ++cluster) {
        if (base_.tree.top[cluster] < 0) continue;
        least = std::min(least, base_.distance_to_centroid(piece.root, cluster));
        shares[label_of_[all_.find(base_.tree.top[cluster])]] += (1 - kVotes) * memberships[cluster];
    }
    for (std::size_t label = 0; label < shares.size(); ++label) {
        if (static_cast<int>(label) >= base_.start.n_clusters) {
            const double ratio = base_.cloud.distance(piece.root, out_.representatives[label]) / least;
            shares[label] += (1 - kVotes) * (std::isfinite(ratio) ? std::exp(-kSharpness * (ratio - 1)) : 0.0);
        }
        shares[label] += total > 0 ? kVotes * votes[label] / total : 0;
    }
    return shares;
}

/// Puts a piece into the likeliest cluster that no answer forbids if that is probable enough, or makes it a new one.
void Grouper::settle(Piece& piece) {
    const std::vector<double> near = shares(piece);
    double total = 0;
    int forbidden = 0;
    Home best{-1, 0};
    for (std::size_t label = 0; label < near.size(); ++label) {
        const std::int32_t representative = out_.representatives[label];
        if (representative < 0) continue;
        if (all_.apart(piece.root, representative)) {
            ++forbidden;
            continue;
        }
        total += near[label];
        if (best.label < 0 || near[label] > best.p) best = {static_cast<std::int32_t>(label), near[label]};
    }
    const double p_new = std::min(0.95, kNewCluster * forbidden * forbidden);
    const double p_best = total > 0 && best.label >= 0 ? (1 - p_new) * best.p / total : 0;
    if (p_best > p_new) piece.home = out_.representatives[best.label];
    // In a wrong cluster it would spoil that one too: what is not likelier right than wrong waits alone.
    if (p_best > p_new && p_best >= kSureHome) {
        piece.p_home = p_best;
        all_.join(piece.root, piece.home);
        label_of_[all_.find(piece.root)] = best.label;
    } else {
        piece.p_home = p_best > p_new ? 1 - p_best : p_new;
        label_of_[all_.find(piece.root)] = static_cast<std::int32_t>(out_.representatives.size());
        out_.representatives.push_back(static_cast<std::int32_t>(piece.root));
    }
}

Index Grouper::number_of_first_answer(Index item) const {
    for (std::size_t number = 0; number < beliefs_.pairs.size(); ++number) {
        const PairEvidence& pair = beliefs_.pairs[number];
        if (pair.a == item || pair.b == item) return static_cast<Index>(number);
    }
    return static_cast<Index>(beliefs_.pairs.size());
}

/// New clusters are numbered by the first answer about their root, so that later answers leave the numbers alone.
void Grouper::label_items() {
    std::vector<std::pair<Index, std::int32_t>> fresh;
    for (std::size_t label = static_cast<std::size_t>(base_.start.n_clusters); label < out_.representatives.size();
         ++label) {
        fresh.emplace_back(number_of_first_answer(out_.representatives[label]), static_cast<std::int32_t>(label));
    }
    std::sort(fresh.begin(), fresh.end());
    std::vector<std::int32_t> number(out_.representatives.size());
    std::vector<std::int32_t> representatives = out_.representatives;
    for (std::size_t label = 0; label < number.size(); ++label)
        number[label] = static_cast<std::int32_t>(label);
    for (std::size_t rank = 0; rank < fresh.size(); ++rank) {
        const std::int32_t now = base_.start.n_clusters + static_cast<std::int32_t>(rank);
        number[fresh[rank].second] = now;
        representatives[now] = out_.representatives[fresh[rank].second];
    }
    out_.representatives = std::move(representatives);
    out_.n_clusters = static_cast<int>(out_.representatives.size());
    out_.labels.resize(base_.count());
    for (Index item = 0; item < base_.count(); ++item)
        out_.labels[item] = number[label_of_[all_.find(item)]];
}

void Grouper::count_sizes() {
    out_.sizes.assign(out_.representatives.size(), 0);
    for (const std::int32_t label : out_.labels)
        ++out_.sizes[label];
}

/// Of a link that nobody was asked about; of a part whose item left without it, how probably it follows.
double Grouper::doubt_of(Index item) const {
    const bool stayed_behind = out_.holders.of[item] != base_.tree.parent[item];
    return stayed_behind ? out_.holders.p_follow : beliefs_.doubt.p_wrong(base_.features[item]);
}

void Grouper::rate_items() {
    out_.p_wrong.assign(base_.count(), 0.0);
    out_.confidence.assign(base_.count(), 1.0);
    Closure known = beliefs_.closure;
    std::map<Index, double> of_piece;
    for (const Piece& piece : out_.pieces)
        of_piece[piece.root] = piece.p_home;
    for (const std::int32_t item : base_.tree.top_down) {
        const std::int32_t holder = out_.holders.of[item];
        if (holder < 0) continue;
        if (!out_.linked[item]) {
            const auto found = of_piece.find(item);
            out_.confidence[item] = found == of_piece.end() ? 1.0 : found->second;
            continue;
        }
        if (!known.joined(item, holder)) {
            const PairEvidence* const asked = beliefs_.find(item, holder);
            const double p_same = asked ? 1 / (1 + std::exp(-asked->total())) : 0;
            out_.p_wrong[item] = asked ? 1 - p_same : doubt_of(item);
        }
        out_.confidence[item] = out_.confidence[holder] * (1 - expected_wrong(out_.p_wrong[item]));
    }
}

}  // namespace

Grouping group_items(const Base& base, const Beliefs& beliefs, Reach& reach) {
    return Grouper(base, beliefs, reach).run();
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
