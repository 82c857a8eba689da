#include "questions/conflicts.hpp"
#include "questions/strategy.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

// Exponent of the number of rows that an answer may move: large parts first, while little is known; it fades as the
// remaining mistakes become small.
constexpr double kImpact = 1;
constexpr double kFade = 150;  // answers after which the exponent is 1/e
// A wrong merge overturns two clusters at once, so that the start must not be left for one answer too easily.
constexpr double kMergeCaution = 0.3;
constexpr double kLeastMerge = 0.02;  // clusters that are joined with less probability are not asked about
constexpr Index kVoters = 50000;      // items whose neighbours say which clusters touch each other
// What the learner doubts are single rows: half the measure of links, whose doubt stands for all that hang on them.
constexpr double kRowCaution = 0.5;
constexpr double kLeastDoubt = 0.1;
constexpr double kLeastOpen = 0.3;  // rows that a link counts for at least
// A surprising answer is asked about again before others are given, the more so the more often people err.
constexpr double kRepeat = 2;
constexpr double kUsualRate = 0.05;
constexpr double kRowsAround = 5;  // rows that follow an asked one at least
constexpr double kMostLearnt = 2;  // log odds that the learner may have against an answer

/// Every kind of question by the same measure: the probability that something is wrong times a power of the
/// rows that would move.
class Chooser {
public:
    explicit Chooser(State& state)
        : state_(state),
          base_(state.base),
          grouping_(state.grouping),
          exponent_(kImpact * std::exp(-static_cast<double>(state.n_answers) / kFade)) {
        count_open();
    }

    std::optional<Ask> run() {
        consider_links();
        consider_homes();
        consider_merges();
        consider_doubts();
        consider_repeats();
        return best_;
    }

private:
    void offer(Index a, Index b, double p_wrong, double rows, double p_same, QuestionKind kind, const char* why) {
        const double score = p_wrong * std::pow(rows, exponent_);
        if (score <= best_score_) return;
        if (kind == QuestionKind::strategy && !is_open(state_, a, b)) return;
        best_score_ = score;
        best_ = Ask{a, b, kind, why, p_same, p_wrong * rows / static_cast<double>(base_.count())};
    }

    /// Items on the smaller side of a link.
    [[nodiscard]] double movable(Index item) const {
        const double below = static_cast<double>(grouping_.below[item]);
        const double size = static_cast<double>(grouping_.sizes[grouping_.labels[item]]);
        return std::max(1.0, std::min(below, size - below));
    }
    /// The same of items that follow the link and not the asked ones near them.
    [[nodiscard]] double open(Index item) const {
        if (open_below_.empty()) return movable(item);
        const double below = open_below_[item];
        return std::max(kLeastOpen, std::min(below, open_of_[grouping_.labels[item]] - below));
    }

    void consider_links();
    void consider_homes();
    void consider_merges();
    void consider_doubts();
    void consider_repeats();
    void count_open();
    [[nodiscard]] double learnt_odds(const PairEvidence& pair) const;
    [[nodiscard]] double highest_rate() const;
    void offer_merge(int x, int y, double touching);

    State& state_;
    const Base& base_;
    const Grouping& grouping_;
    double exponent_;
    std::vector<double> open_below_;  // by item; empty where nothing was learnt
    std::vector<double> open_of_;     // by label
    std::optional<Ask> best_;
    double best_score_ = 0;
};

void Chooser::consider_links() {
    constexpr auto kWhy = "Each stands for rows like it, and nobody has been asked about the two yet.";
    for (const std::int32_t item : base_.safest_first) {
        const double p = grouping_.p_wrong[item];
        if (!grouping_.linked[item] || p <= 0) continue;
        offer(item, grouping_.holders.of[item], p, open(item), 1 - p, QuestionKind::strategy, kWhy);
    }
}

void Chooser::consider_homes() {
    for (const Piece& piece : grouping_.pieces) {
        if (piece.home < 0) continue;
        offer(piece.root, piece.home, 1 - piece.p_home, static_cast<double>(piece.size), piece.p_home,
              QuestionKind::strategy, "One of the two left its cluster; this may be where it belongs.");
    }
}

/// Clusters that many neighbours cross between may be one.
void Chooser::consider_merges() {
    const int k = grouping_.n_clusters;
    if (base_.n_near > 0) {
        std::vector<double> crossing(static_cast<std::size_t>(k) * static_cast<std::size_t>(k), 0.0);
        const Index step = std::max<Index>(1, base_.count() / kVoters);
        for (Index item = 0; item < base_.count(); item += step) {
            const int from = grouping_.labels[item];
            for (const std::int32_t near : base_.near_of(item)) {
                const int to = grouping_.labels[near];
                if (from != to) crossing[static_cast<std::size_t>(std::min(from, to)) * k + std::max(from, to)] += 1;
            }
        }
        for (int x = 0; x < k; ++x) {
            for (int y = x + 1; y < k; ++y) {
                const double count = crossing[static_cast<std::size_t>(x) * k + y] * static_cast<double>(step);
                const double smaller = static_cast<double>(std::min(grouping_.sizes[x], grouping_.sizes[y]));
                if (smaller > 0) offer_merge(x, y, count / (smaller * base_.n_near));
            }
        }
    }
}

void Chooser::offer_merge(int x, int y, double touching) {
    const Index a = grouping_.representatives[x];
    const Index b = grouping_.representatives[y];
    if (a < 0 || b < 0) return;
    const bool comparable = base_.cloud.space[a] == base_.cloud.space[b];
    const double p = comparable ? 0.5 * touching / (touching + 0.5)
                                : static_cast<double>(base_.cloud.spaces.size()) / std::max(2, base_.start.n_clusters);
    if (p < kLeastMerge) return;
    const double rows = static_cast<double>(std::min(grouping_.sizes[x], grouping_.sizes[y]));
    offer(a, b, kMergeCaution * p, rows, p, QuestionKind::strategy,
          comparable ? "Each stands for a cluster, and the two clusters touch each other."
                     : "Each stands for a cluster of its view; only answers can join views.");
}

/// Log odds of "same" by what the other asked items say of the two: each is taken at its word while the other is
/// doubted.
double Chooser::learnt_odds(const PairEvidence& pair) const {
    const auto& expected = grouping_.learnt.expected;
    const auto of_a = expected.find(pair.a);
    const auto of_b = expected.find(pair.b);
    if (of_a == expected.end() || of_b == expected.end()) return pair.expected;
    const std::int32_t a = grouping_.labels[pair.a];
    const std::int32_t b = grouping_.labels[pair.b];
    const double p =
        pair.says_same() ? std::min(of_a->second[a], of_b->second[b]) : std::max(of_a->second[b], of_b->second[a]);
    return std::clamp(std::log(p / (1 - p)), -kMostLearnt, kMostLearnt);
}

double Chooser::highest_rate() const {
    double highest = 0;
    for (const PersonReport& person : state_.beliefs.people)
        highest = std::max(highest, person.error_rate);
    return highest;
}

void Chooser::consider_repeats() {
    const double haste = kRepeat * std::pow(highest_rate() / kUsualRate, exponent_);
    for (const PairEvidence& pair : state_.beliefs.pairs) {
        if (pair.answers.empty() || pair.same + pair.different == 0) continue;
        if (pair.same + pair.different + pair.not_sure >= kMostRepeats) continue;
        const double p_same = 1 / (1 + std::exp(-pair.said - learnt_odds(pair)));
        const double p = !pair.decided() ? 0.5 : pair.says_same() ? 1 - p_same : p_same;
        const double rows = std::max(kRowsAround, std::min(movable(pair.a), movable(pair.b)));
        offer(pair.a, pair.b, haste * p, rows, 1 / (1 + std::exp(-pair.total())), QuestionKind::repeat,
              "Asked again: the earlier answer was unexpected.");
    }
}

/// What hangs on every link, less what the asked items say of it anyway.
void Chooser::count_open() {
    const std::vector<float>& told = grouping_.learnt.told;
    if (told.empty()) return;
    open_below_.resize(told.size());
    open_of_.assign(grouping_.sizes.size(), 0.0);
    for (std::size_t item = 0; item < told.size(); ++item) {
        open_below_[item] = 1 - static_cast<double>(told[item]);
        open_of_[grouping_.labels[item]] += open_below_[item];
    }
    for (auto it = base_.tree.top_down.rbegin(); it != base_.tree.top_down.rend(); ++it) {
        if (grouping_.linked[*it]) open_below_[grouping_.holders.of[*it]] += open_below_[*it];
    }
}

/// Items of which the asked ones near them say different things, and whose neighbours are as doubtful.
void Chooser::consider_doubts() {
    const std::vector<Doubt>& doubts = grouping_.learnt.doubts;
    if (doubts.empty()) return;
    std::vector<float> p_wrong(base_.count(), 0.0F);
    for (const Doubt& doubt : doubts)
        p_wrong[doubt.item] = doubt.p_wrong;
    const double around = 1.0 + base_.n_near;
    for (const Doubt& doubt : doubts) {
        const double own = static_cast<double>(doubt.p_wrong);
        if (own < kLeastDoubt) continue;
        double sum = own;
        for (const std::int32_t near : base_.near_of(doubt.item))
            sum += static_cast<double>(p_wrong[near]);
        offer(doubt.item, doubt.nearest, kRowCaution * sum / around, around, 1 - own, QuestionKind::strategy,
              "Rows like the first are in several clusters.");
    }
}

class Skeleton final : public Strategy {
public:
    std::optional<Ask> next(State& state, Context&) override { return Chooser(state).run(); }
};

}  // namespace

std::unique_ptr<Strategy> make_skeleton_strategy() {
    return std::make_unique<Skeleton>();
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
