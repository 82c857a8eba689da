#pragma once

#include <mvlink/measures.hpp>

#include "evaluate/contingency.hpp"

namespace mvlink {
inline namespace v1 {
namespace evaluate {

/// The measures of include/mvlink/measures.hpp from counts alone.
PairScores pair_scores(const Contingency& table);
double normalized_mutual_information(const Contingency& table, NmiNormalizer normalizer);
double accuracy(const Contingency& table);
double adjusted_rand_index(const Contingency& table);
double purity(const Contingency& table);

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
