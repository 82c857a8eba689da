#include "methods/kmeans/answer/suspects.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

// Odds that a constraint is wrong: 19 to 1 by the features, and 3 to 1 by the other constraints on the same clusters.
constexpr double kClear = 0.95;
constexpr double kContradicted = 0.25;
constexpr double kPriorAnswers = 2;  // number of constraints that count as much as the average over such clusters

/// What the features say about two rows.
struct Opinion {
    std::pair<Index, Index> clusters;  ///< the cheapest of each, in order
    double apart = 0;                  ///< probability that the two are in different clusters
    double score = 0;                  ///< what the rows would save if each were free to take its cheapest cluster

    [[nodiscard]] bool together() const { return clusters.first == clusters.second; }
};

/// The least cost of two rows whose cheapest cluster is the same, if they take two.
double cost_apart(const Matrix& costs, Index p, Index q, Index cheapest) {
    double second_p = std::numeric_limits<double>::infinity(), second_q = second_p;
    for (Index h = 0; h < costs.cols(); ++h) {
        if (h == cheapest) continue;
        second_p = std::min(second_p, costs(p, h));
        second_q = std::min(second_q, costs(q, h));
    }
    return std::min(second_p + costs(q, cheapest), costs(p, cheapest) + second_q);
}

/// The probability of each cluster if costs are squared distances to means of normal distributions.
Eigen::ArrayXd memberships(const Matrix& costs, Index p, double least, double variance) {
    const Eigen::ArrayXd above = costs.row(p).transpose().array() - least;
    if (variance <= 0) return (above <= 0).cast<double>() / static_cast<double>((above <= 0).count());
    const Eigen::ArrayXd likelihood = (above / (-2 * variance)).exp();
    return likelihood / likelihood.sum();
}

Opinion opinion_on(const Matrix& costs, Index p, Index q, Link link, double variance) {
    Index best_p = 0, best_q = 0;
    const double least_p = costs.row(p).minCoeff(&best_p), least_q = costs.row(q).minCoeff(&best_q);
    Opinion opinion{.clusters = std::minmax(best_p, best_q)};
    opinion.apart = 1 - (memberships(costs, p, least_p, variance) * memberships(costs, q, least_q, variance)).sum();
    if (link == Link::must) {
        opinion.score = (costs.row(p) + costs.row(q)).minCoeff() - (least_p + least_q);
    } else if (best_p == best_q) {
        opinion.score = cost_apart(costs, p, q, best_p) - (least_p + least_q);
    }
    return opinion;
}

/// Constraints that agree and disagree with the features.
struct Answers {
    double agree = 0;
    double disagree = 0;
};

/// Agreement of constraints with the features: by the two clusters, and by together or apart.
class OtherAnswers {
public:
    void add(const Opinion& opinion, Link link) {
        const bool agrees = opinion.together() == (link == Link::must);
        for (Answers* answers : {&by_clusters_[opinion.clusters], &by_kind_[opinion.together() ? 1 : 0]}) {
            ++(agrees ? answers->agree : answers->disagree);
        }
    }

    /// The share of the others about the same clusters that agree with a constraint which disagrees with the features.
    [[nodiscard]] double share_beside(const Opinion& opinion) const {
        const Answers& kind = by_kind_[opinion.together() ? 1 : 0];
        const Answers& same = by_clusters_.at(opinion.clusters);
        const double in_general = kind.disagree / (kind.agree + kind.disagree + 1);  // without itself, plus one of each
        return (same.disagree - 1 + kPriorAnswers * in_general) / (same.agree + same.disagree - 1 + kPriorAnswers);
    }

private:
    std::map<std::pair<Index, Index>, Answers> by_clusters_;
    Answers by_kind_[2];
};

struct Doubt {
    Suspect judgement;
    bool clear = false;  ///< it is a suspect
};

/// Of every judgement, in their order.
std::vector<Doubt> all_doubts(const ConstrainedView& problem, const Matrix& costs, const ViolationCounts& violations,
                              const Calibration& calibration) {
    std::vector<Opinion> opinions;
    OtherAnswers others;
    for (const constraints::Pair& pair : problem.pairs) {
        const Index p = problem.position_of(pair.a), q = problem.position_of(pair.b);
        opinions.push_back(opinion_on(costs, p, q, pair.link, calibration.temperature / 2));
        if (!pair.soft) others.add(opinions.back(), pair.link);
    }
    std::vector<Doubt> doubts;
    for (std::size_t i = 0; i < opinions.size(); ++i) {
        if (problem.pairs[i].soft) continue;  // nobody judged it
        const Opinion& opinion = opinions[i];
        const bool must = problem.pairs[i].link == Link::must;
        const double agreement = std::clamp(must ? 1 - opinion.apart : opinion.apart, 0.0, 1.0);
        const bool clear = opinion.together() != must && 1 - agreement > kClear;
        doubts.push_back({{problem.data.constraints()[i], opinion.score, violations.share(i),
                           probability_wrong(agreement, calibration.error_rate)},
                          clear && others.share_beside(opinion) < kContradicted});
    }
    return doubts;
}

}  // namespace

void ViolationCounts::add(const std::vector<std::int32_t>& labels) {
    ++runs_;
    for (std::size_t i = 0; i < violated_.size(); ++i) {
        const constraints::Pair& pair = problem_->pairs[i];
        const bool together = labels[pair.a] == labels[pair.b];
        violated_[i] += together != (pair.link == Link::must) ? 1 : 0;
    }
}

ViolationCounts ViolationCounts::or_of(const std::vector<std::int32_t>& labels) const {
    ViolationCounts counts = *this;
    if (counts.runs_ == 0) counts.add(labels);
    return counts;
}

std::vector<Suspect> find_suspects(const ConstrainedView& problem, const Matrix& costs,
                                   const ViolationCounts& violations, double variance) {
    Result result;
    add_doubts(problem, costs, violations, variance, std::nullopt, result);
    return result.suspects;
}

void add_doubts(const ConstrainedView& problem, const Matrix& costs, const ViolationCounts& violations, double variance,
                const std::optional<Calibration>& calibration, Result& result) {
    if (calibration) {
        result.judgements.error_rate = calibration->error_rate;
        result.judgements.weight = calibration->violation_cost();
    }
    if (costs.cols() < 2) return;
    const Calibration known =
        calibration.value_or(Calibration{.temperature = 2 * variance});  // of normal distributions
    std::vector<Doubt> doubts = all_doubts(problem, costs, violations, known);
    std::stable_sort(doubts.begin(), doubts.end(), [](const Doubt& x, const Doubt& y) {
        if (x.clear != y.clear) return x.clear;
        return x.clear ? x.judgement.score > y.judgement.score : x.judgement.probability > y.judgement.probability;
    });
    for (Doubt& doubt : doubts) {
        if (doubt.clear) result.suspects.push_back(doubt.judgement);
        result.judgements.ranking.push_back(std::move(doubt.judgement));
    }
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
