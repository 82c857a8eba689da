#pragma once

#include <mvlink/dataset.hpp>

#include "kernels/sparse_products.hpp"

#include <cstdint>
#include <span>
#include <vector>

/// Public to methods: the constraints of a dataset as pairs of objects.
namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// Two objects, first < second.
struct ObjectPair {
    Index first = 0, second = 0;
    bool must = true;
    double weight = 1;
    bool operator==(const ObjectPair&) const = default;
};

/// The constraints of a dataset as pairs of objects.
struct ObjectLinks {
    std::vector<ObjectPair> pairs;  ///< by objects, must-links first
    Index inside_must = 0;          ///< must-links between two rows of one object: nothing to do
    Index inside_cannot = 0;        ///< cannot-links between two rows of one object: impossible
    Index both = 0;                 ///< pairs that are must-linked and cannot-linked
};

/// Constraints of positive weight, times `constraint_weight`. Several on one pair of objects and of one kind become
/// one, with the largest weight.
ObjectLinks object_links(const Dataset& data, double constraint_weight);

/// As how many constraints of one weight these count (Kish): those that weigh next to nothing are hardly there.
double number_of_equal_weight(std::span<const ObjectPair> pairs);

/// What each constraint adds to the balanced violation: zero if the labels satisfy it.
std::vector<double> violated_shares(std::span<const ObjectPair> pairs, std::span<const std::int32_t> labels);

/// What one constraint of the largest weight adds to it, of the more frequent kind.
double share_of_one(std::span<const ObjectPair> pairs);

/// (share of must-links violated + share of cannot-links violated) / 2, by weight; of one kind alone, its share. All
/// pairs together would let the more frequent kind decide: of random pairs, nearly all are cannot-links.
double balanced_violation(std::span<const ObjectPair> pairs, std::span<const std::int32_t> labels);

/// The pairs of one kind as a symmetric matrix of weights, n x n.
kernels::OwnedSparseRows<double> as_graph(const std::vector<ObjectPair>& pairs, bool must, Index n);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
