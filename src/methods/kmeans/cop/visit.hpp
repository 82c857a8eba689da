#pragma once

#include <mvlink/cop_kmeans.hpp>

#include "methods/kmeans/cop/chunks.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// How chunks are visited.
struct VisitRules {
    CopOrder order = CopOrder::saturation;
    bool soften = false;
    std::span<const Index> dead_ends = {};  // how often each chunk was one before: those come first; empty: never
};

/// The outcome of one visit of all chunks.
struct Visit {
    std::vector<std::int32_t> clusters;  // by chunk, -1: not reached
    Index dead_end = -1;                 // the chunk that no cluster was left for; the visit ended there
    Index violated = 0;                  // given cannot-links, if the visit was soft
};

/// Gives each chunk the cluster of least cost (count x k) that no chunk cannot-linked to it is in. Ties keep the
/// present cluster, else the lowest. A visit that is soft goes on at a dead end: where fewest given cannot-links break,
/// then by cost.
Visit visit_chunks(const CopChunks& chunks, const Matrix& cost, std::span<const std::int32_t> present,
                   const VisitRules& rules);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
