#include "questions/beliefs.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr double kPriorAnswers = 12;  // the assumed error rate counts as much as this many answers
constexpr double kLeastRate = 0.002;
constexpr double kMostRate = 0.45;
constexpr double kMostExpected = 2;  // distances alone are never surer than 88 %: one good answer outweighs them
constexpr double kCycle = 3;         // a refuted answer belongs to a cycle of at least this many, one of them wrong

std::uint64_t key_of(Index a, Index b) {
    if (b < a) std::swap(a, b);
    return (static_cast<std::uint64_t>(a) << 32) | static_cast<std::uint64_t>(b);
}

double log_odds(double p) {
    p = std::clamp(p, 1e-6, 1 - 1e-6);
    return std::log(p / (1 - p));
}

PairEvidence& pair_of(Beliefs& beliefs, Index a, Index b) {
    const auto [found, is_new] = beliefs.number_of.try_emplace(key_of(a, b), static_cast<Index>(beliefs.pairs.size()));
    if (is_new) {
        PairEvidence pair;
        pair.a = std::min(a, b);
        pair.b = std::max(a, b);
        beliefs.pairs.push_back(std::move(pair));
    }
    return beliefs.pairs[found->second];
}

void collect(const Base& base, std::span<const Answer> answers, Beliefs& beliefs) {
    for (const Constraint& constraint : base.given) {
        const Index a = base.items.of(constraint.a);
        const Index b = base.items.of(constraint.b);
        if (a == b) continue;
        PairEvidence& pair = pair_of(beliefs, a, b);
        pair.given = true;
        ++(constraint.link == Link::must ? pair.same : pair.different);
    }
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const Answer& answer = answers[i];
        PairEvidence& pair = pair_of(beliefs, base.items.of(answer.a), base.items.of(answer.b));
        pair.answers.push_back(static_cast<Index>(i));
        ++(answer.verdict == Reply::same        ? pair.same
           : answer.verdict == Reply::different ? pair.different
                                                : pair.not_sure);
    }
}

void weigh(const Base& base, std::span<const Answer> answers, double error_rate, Beliefs& beliefs) {
    for (PairEvidence& pair : beliefs.pairs)
        pair.said = 0;
    for (const Constraint& constraint : base.given) {
        const Index a = base.items.of(constraint.a);
        const Index b = base.items.of(constraint.b);
        if (a == b) continue;
        const double sign = constraint.link == Link::must ? 1 : -1;
        pair_of(beliefs, a, b).said += sign * std::min(constraint.weight, 1.0) * log_odds(1 - error_rate);
    }
    for (PairEvidence& pair : beliefs.pairs) {
        for (const Index i : pair.answers) {
            const Answer& answer = answers[i];
            if (answer.verdict == Reply::not_sure) continue;
            const double sign = answer.verdict == Reply::same ? 1 : -1;
            pair.said += sign * answer.weight * log_odds(1 - beliefs.error_rate(answer.person));
        }
        if (std::abs(pair.said) < 1e-9) pair.said = 0;  // one "same" and one "different" cancel out
        pair.expected = expected_log_odds(base, beliefs.doubt, pair.a, pair.b);
    }
}

/// The strongest first; what contradicts them is refuted.
void decide(Beliefs& beliefs, Index n) {
    std::vector<Index> order(beliefs.pairs.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index x, Index y) {
        return std::abs(beliefs.pairs[x].total()) > std::abs(beliefs.pairs[y].total());
    });
    beliefs.closure = Closure(n);
    for (const Index number : order) {
        PairEvidence& pair = beliefs.pairs[number];
        pair.refuted = false;
        if (!pair.holds()) continue;
        const bool fits =
            pair.says_same() ? beliefs.closure.join(pair.a, pair.b) : beliefs.closure.separate(pair.a, pair.b);
        pair.refuted = !fits;
    }
}

void assume_rates(std::span<const Answer> answers, double error_rate, Beliefs& beliefs) {
    std::set<std::string> names;
    for (const Answer& answer : answers)
        names.insert(answer.person);
    for (const std::string& name : names)
        beliefs.people.push_back({name, 0, 0, 0, std::max(error_rate, kLeastRate)});
}

/// Answers that were checked by asking again or by others, and how many of them turned out wrong.
void rate_people(std::span<const Answer> answers, double error_rate, Beliefs& beliefs) {
    std::map<std::string, PersonReport> people;
    std::map<std::string, double> checked, wrong;
    for (const Answer& answer : answers)
        ++people[answer.person].answers;
    for (const PairEvidence& pair : beliefs.pairs) {
        const bool again = pair.same + pair.different > 1;
        for (std::size_t k = 0; k < pair.answers.size(); ++k) {
            const Answer& answer = answers[pair.answers[k]];
            if (answer.verdict == Reply::not_sure || !(again || pair.refuted)) continue;
            const bool against = pair.decided() ? (answer.verdict == Reply::same) != (pair.total() > 0) : false;
            const double share = pair.decided() ? (against || pair.refuted ? 1.0 : 0.0) : 0.5;
            checked[answer.person] += pair.refuted && !again ? kCycle : 1;
            wrong[answer.person] += share;
            if (k > 0) ++people[answer.person].repeats;
            if (against || pair.refuted) ++people[answer.person].contradicted;
        }
    }
    beliefs.people.clear();
    for (auto& [name, report] : people) {
        report.name = name;
        const double rate = (kPriorAnswers * error_rate + wrong[name]) / (kPriorAnswers + checked[name]);
        report.error_rate = std::clamp(rate, kLeastRate, kMostRate);
        beliefs.people.push_back(report);
    }
}

void learn_doubt(const Base& base, Beliefs& beliefs) {
    std::vector<DoubtModel::Example> examples;
    for (const PairEvidence& pair : beliefs.pairs) {
        if (!pair.decided() || pair.refuted) continue;
        const bool a_below = base.tree.parent[pair.a] == pair.b;
        if (!a_below && base.tree.parent[pair.b] != pair.a) continue;
        const double p_different = 1 / (1 + std::exp(pair.said));
        examples.push_back({base.features[a_below ? pair.a : pair.b], p_different, 1});
    }
    beliefs.doubt = DoubtModel(examples);
}

}  // namespace

double PairEvidence::p_wrong() const noexcept {
    const double p_same = 1 / (1 + std::exp(-total()));
    return says_same() ? 1 - p_same : p_same;
}

const PairEvidence* Beliefs::find(Index a, Index b) const {
    const auto found = number_of.find(key_of(a, b));
    return found == number_of.end() ? nullptr : &pairs[found->second];
}

double Beliefs::error_rate(const std::string& person) const {
    const auto found =
        std::lower_bound(people.begin(), people.end(), person,
                         [](const PersonReport& report, const std::string& name) { return report.name < name; });
    return found != people.end() && found->name == person ? found->error_rate : 0.05;
}

double expected_log_odds(const Base& base, const DoubtModel& doubt, Index a, Index b) {
    double odds = 0;
    if (base.tree.parent[a] == b) {
        odds = log_odds(1 - doubt.p_wrong(base.features[a]));
    } else if (base.tree.parent[b] == a) {
        odds = log_odds(1 - doubt.p_wrong(base.features[b]));
    } else if (base.cloud.space[a] == base.cloud.space[b]) {
        const auto of_a = base.memberships(a);
        const auto of_b = base.memberships(b);
        odds = log_odds(std::inner_product(of_a.begin(), of_a.end(), of_b.begin(), 0.0));
    }
    return std::clamp(odds, -kMostExpected, kMostExpected);
}

Beliefs believe(const Base& base, std::span<const Answer> answers, double error_rate) {
    Beliefs beliefs{{}, Closure(0), {}, {}, {}};
    collect(base, answers, beliefs);
    assume_rates(answers, error_rate, beliefs);
    // First with the assumed error rate and the first doubt model, then with what follows from that.
    for (int pass = 0; pass < 2; ++pass) {
        weigh(base, answers, error_rate, beliefs);
        decide(beliefs, base.count());
        if (pass > 0) break;
        rate_people(answers, error_rate, beliefs);
        learn_doubt(base, beliefs);
    }
    return beliefs;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
