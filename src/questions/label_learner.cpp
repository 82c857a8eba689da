#include "questions/label_learner.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

using Eigen::MatrixXd;

constexpr std::size_t kFewestAsked = 12;    // of fewer, one odd row would take all around it along
constexpr std::size_t kMostCompared = 300;  // asked items that decide on the rule, the latest ones
constexpr std::size_t kMostHeard = 1000;    // asked items that the others follow, the latest ones
constexpr std::array<double, 3> kWidths{0.7, 1.4, 2.8};
constexpr std::array<double, 3> kLinks{0.1, 0.3, 1};
constexpr double kNoise = 0.3;       // variance of a label that was told
constexpr double kPreference = 0.5;  // for links that count much: log of them times this, in log likelihood
constexpr double kNearMiddle = 0.15;
constexpr double kInaudible = 1e-4;
constexpr double kUnforeseen = 0.02;  // least value of a label before values become probabilities

double in_common(double distance, double width) {
    return std::exp(-distance * distance / (2 * width * width));
}

/// The labels that the start alone would give: those of the tops now.
std::vector<std::int32_t> labels_of_start(const Base& base, const std::vector<std::int32_t>& labels) {
    std::vector<std::int32_t> of_start(base.start.n_clusters, -1);
    for (int cluster = 0; cluster < base.start.n_clusters; ++cluster) {
        if (base.tree.top[cluster] >= 0) of_start[cluster] = labels[base.tree.top[cluster]];
    }
    return of_start;
}

/// Between asked items, each pair once: every width needs them.
MatrixXd distances_between(const std::vector<Index>& asked, const Reach& reach) {
    const Eigen::Index m = static_cast<Eigen::Index>(asked.size());
    MatrixXd all = MatrixXd::Zero(m, m);
    for (Eigen::Index i = 0; i < m; ++i) {
        for (Eigen::Index j = 0; j < i; ++j)
            all(i, j) = all(j, i) = reach.distance(asked[i], asked[j]);
    }
    return all;
}

template <class Distances>
MatrixXd covariance(const Distances& distances, double width) {
    MatrixXd all(distances.rows(), distances.cols());
    for (Eigen::Index i = 0; i < all.rows(); ++i) {
        all(i, i) = 1 + kNoise;
        for (Eigen::Index j = 0; j < i; ++j)
            all(i, j) = all(j, i) = in_common(distances(i, j), width);
    }
    return all;
}

/// Distances in local units need not be those of any space. Where they are, no pivot is below the noise.
bool is_covariance(const Eigen::LLT<MatrixXd>& factors) {
    if (factors.info() != Eigen::Success) return false;
    const double least = factors.matrixLLT().diagonal().minCoeff();
    return least * least > kNoise / 2;
}

/// 1 for the label of every asked item, less what the rule expects there before anybody was asked.
MatrixXd surprises(const Base& base, const std::vector<Index>& asked, const std::vector<std::int32_t>& labels,
                   int n_clusters, double links) {
    const std::vector<std::int32_t> of_start = labels_of_start(base, labels);
    MatrixXd all = MatrixXd::Zero(static_cast<Eigen::Index>(asked.size()), n_clusters);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        all(row, labels[asked[i]]) += 1;
        const std::int32_t expected = of_start[base.start.labels[asked[i]]];
        if (expected >= 0) all(row, expected) -= links;
    }
    return all;
}

std::vector<Index> latest(const std::vector<Index>& asked, std::size_t most) {
    return {asked.end() - static_cast<std::ptrdiff_t>(std::min(most, asked.size())), asked.end()};
}

/// Values of the labels become probabilities.
template <class Values>
double total_of(const Values& values) {
    double total = 0;
    for (const double value : values)
        total += std::max(value, kUnforeseen);
    return total;
}

/// What is added to the values of the items that some asked one reaches: of a million items these are few.
class Ledger {
public:
    Ledger(Index n_items, int n_clusters) : n_clusters_(n_clusters), entry_(n_items, kNone) {}

    void exclude(Index item) { entry_[item] = kExcluded; }

    /// Adds to the values of the item; `speaker` is the asked item that says so.
    template <class Row>
    void add(Index item, double part, const Row& row, Index speaker, std::int32_t said) {
        if (entry_[item] == kExcluded) return;
        if (entry_[item] == kNone) {
            entry_[item] = static_cast<std::int32_t>(items_.size());
            items_.push_back(item);
            nearest_.resize(nearest_.size() + static_cast<std::size_t>(n_clusters_), {0.0F, -1});
            values_.resize(values_.size() + static_cast<std::size_t>(n_clusters_), 0.0);
        }
        const Index entry = entry_[item];
        double* const values = values_.data() + entry * n_clusters_;
        for (int label = 0; label < n_clusters_; ++label)
            values[label] += part * row[label];
        const auto now = std::pair(static_cast<float>(part), static_cast<std::int32_t>(speaker));
        auto& nearest = nearest_[entry * n_clusters_ + said];
        if (now.first > nearest.first) nearest = now;
    }

    Learnt conclude(double links, std::vector<std::int32_t>& labels, std::vector<double>& share) {
        Learnt learnt;
        learnt.told.assign(entry_.size(), 0.0F);
        for (std::size_t item = 0; item < entry_.size(); ++item)
            if (entry_[item] == kExcluded) learnt.told[item] = 1;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            const Index item = items_[i];
            const std::span<double> values(values_.data() + static_cast<Index>(i) * n_clusters_, n_clusters_);
            values[labels[item]] += links;
            const auto most = std::max_element(values.begin(), values.end());
            const std::int32_t before = labels[item];
            labels[item] = static_cast<std::int32_t>(most - values.begin());
            const double p = std::max(*most, kUnforeseen) / total_of(values);
            const auto first = nearest_.begin() + static_cast<Index>(i) * n_clusters_;
            const double told = static_cast<double>(std::max_element(first, first + n_clusters_)->first);
            // Of an item that hears little, its links say more.
            share[item] = before == labels[item] ? told * p + (1 - told) * share[item] : p;
            learnt.told[item] = static_cast<float>(told);
            const std::int32_t to = first[labels[item]].second;
            if (to >= 0) learnt.doubts.push_back({static_cast<std::int32_t>(item), static_cast<float>(1 - p), to});
        }
        return learnt;
    }

private:
    static constexpr std::int32_t kNone = -1;
    static constexpr std::int32_t kExcluded = -2;
    Index n_clusters_;
    std::vector<std::int32_t> entry_;  // of an item
    std::vector<Index> items_;         // of an entry
    std::vector<double> values_;       // entries x clusters
    std::vector<std::pair<float, std::int32_t>> nearest_;
};

/// The rule for the last of the asked items, whose distances these are.
LearnerRule best_rule(const Base& base, const std::vector<Index>& judges, const std::vector<std::int32_t>& labels,
                      int n_clusters, const MatrixXd& distances) {
    const Eigen::Index m = static_cast<Eigen::Index>(judges.size());
    LearnerRule best{kWidths.front(), kLinks.back(), {}};
    double best_score = -std::numeric_limits<double>::infinity();
    for (const double width : kWidths) {
        const Eigen::LLT<MatrixXd> factors(covariance(distances, width));
        if (!is_covariance(factors)) continue;
        const MatrixXd inverse = factors.solve(MatrixXd::Identity(m, m));
        for (const double links : kLinks) {
            const MatrixXd surprise = surprises(base, judges, labels, n_clusters, links);
            const MatrixXd weights = inverse * surprise;
            double score = kPreference * std::log(links) - kNearMiddle * std::abs(std::log(width / kWidths[1]));
            std::vector<double> values(n_clusters);
            std::unordered_map<Index, std::vector<double>> expected;
            for (Eigen::Index i = 0; i < m; ++i) {
                const std::int32_t own = labels[judges[i]];
                // What the others say of item i: its own value less what leaving it out takes away.
                for (int label = 0; label < n_clusters; ++label)
                    values[label] = (label == own ? 1.0 : 0.0) - weights(i, label) / inverse(i, i);
                const double total = total_of(values);
                for (double& value : values)
                    value = std::max(value, kUnforeseen) / total;
                score += std::log(values[own]);
                expected[judges[i]] = values;
            }
            if (score <= best_score) continue;
            best_score = score;
            best = {width, links, std::move(expected)};
        }
    }
    return best;
}

}  // namespace

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

LearnerRule choose_rule(const Base& base, const std::vector<Index>& asked, const std::vector<std::int32_t>& labels,
                        int n_clusters, const Reach& reach) {
    const std::vector<Index> judges = latest(asked, kMostCompared);
    return best_rule(base, judges, labels, n_clusters, distances_between(judges, reach));
}

Learnt follow_asked(const Base& base, const Beliefs& beliefs, int n_clusters, Reach& reach,
                    std::vector<std::int32_t>& labels, std::vector<double>& share) {
    const std::vector<Index> asked = asked_items(beliefs);
    if (asked.size() < kFewestAsked || base.n_near < 1) return {};
    const std::vector<Index> speakers = latest(asked, kMostHeard);
    const std::vector<Index> judges = latest(asked, kMostCompared);
    const MatrixXd distances = distances_between(speakers, reach);
    const Eigen::Index m = static_cast<Eigen::Index>(judges.size());
    LearnerRule rule = best_rule(base, judges, labels, n_clusters, distances.bottomRightCorner(m, m));
    const Eigen::LLT<MatrixXd> factors(covariance(distances, rule.width));
    if (!is_covariance(factors)) return {};
    const MatrixXd weights = factors.solve(surprises(base, speakers, labels, n_clusters, rule.links)).transpose();
    Ledger ledger(base.count(), n_clusters);
    for (const Index item : asked)
        ledger.exclude(item);
    for (std::size_t i = 0; i < speakers.size(); ++i) {
        for (const auto& [item, away] : reach.of(speakers[i])) {
            const double part = in_common(static_cast<double>(away), rule.width);
            if (part > kInaudible)
                ledger.add(item, part, weights.col(static_cast<Eigen::Index>(i)), speakers[i], labels[speakers[i]]);
        }
    }
    Learnt learnt = ledger.conclude(rule.links, labels, share);
    learnt.expected = std::move(rule.expected);
    return learnt;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
