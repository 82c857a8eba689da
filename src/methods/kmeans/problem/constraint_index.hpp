#pragma once

#include "constraints/components.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// What violating a constraint of weight 1 costs, by its type; usually the same.
struct ConstraintWeights {
    double must = 1;
    double cannot = 1;
    ConstraintWeights(double both) : must(both), cannot(both) {}  // NOLINT(google-explicit-constructor)
    ConstraintWeights(double of_must, double of_cannot) : must(of_must), cannot(of_cannot) {}
    [[nodiscard]] double of(Link link) const { return link == Link::must ? must : cannot; }
    bool operator==(const ConstraintWeights&) const = default;
};

/// The constraints by position of the row in components.nodes(): which component it is in, and what given pairs cost
/// beyond the closure.
///
/// With the closure, a pair inside a component weighs as much as the lightest must-link there, and a pair between two
/// cannot-linked ones as much as the lightest of the pairs that join each and separate the two (times
/// constraint_weight): what follows from pairs is no surer than any of them. Ties are the given pairs that weigh
/// something else, with the difference; without the closure, they are all given pairs.
// Departure: the paper speaks of unit weights alone, under which all of these are 1.
class ConstraintIndex {
public:
    struct Tie {
        Index other;    // position
        double weight;  // what a violation costs beyond the closure's share
        bool must;
        bool soft;
    };

    /// Another component, and what a pair of rows, one of each, costs in one cluster.
    struct Separation {
        Index component;
        double weight;
    };

    ConstraintIndex(const constraints::Components& components, std::span<const constraints::Pair> given, bool closure,
                    ConstraintWeights weights);

    [[nodiscard]] Index size() const { return static_cast<Index>(component_of_.size()); }
    [[nodiscard]] Index count() const { return static_cast<Index>(member_offsets_.size()) - 1; }
    [[nodiscard]] bool closure() const { return closure_; }
    [[nodiscard]] const ConstraintWeights& weights() const { return weights_; }
    [[nodiscard]] Index component_of(Index position) const { return component_of_[position]; }
    /// Positions of the component's rows, rising.
    [[nodiscard]] std::span<const Index> members(Index component) const;
    /// What two rows of the component cost in different clusters.
    [[nodiscard]] double must_weight(Index component) const { return weights_.must * lightest_[component]; }
    /// The components that are cannot-linked to it, rising.
    [[nodiscard]] std::span<const Separation> separations(Index component) const;
    [[nodiscard]] std::span<const Tie> ties(Index position) const;

private:
    void find_lightest(std::span<const constraints::Pair> given);
    void find_separations(std::span<const constraints::Pair> given);
    void collect_ties(std::span<const constraints::Pair> given);
    [[nodiscard]] Separation* separation(Index component, Index other);
    [[nodiscard]] double implied_weight(Index a, Index b, bool must);

    const constraints::Components* components_;
    bool closure_;
    ConstraintWeights weights_;
    std::vector<Index> component_of_;
    std::vector<Index> members_, member_offsets_;
    std::vector<double> lightest_;         // must-link of each component; 1 where there is none
    std::vector<Separation> separations_;  // by component
    std::vector<Index> separation_offsets_;
    std::vector<Tie> ties_;
    std::vector<Index> tie_offsets_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
