#pragma once

#include "serve/view_facts.hpp"

#include <mvlink/result.hpp>

#include <utility>

namespace mvlink::serve {

/// Two rows that stand for the two halves of a cluster, cut across the direction in which it is longest (its first
/// principal axis, of standardized rows): the median row of each half. -1, -1 if it has less than two rows.
std::pair<Index, Index> halves_of_cluster(const View& view, const ViewFacts& facts, const Partition& partition,
                                          Index cluster);

}  // namespace mvlink::serve
