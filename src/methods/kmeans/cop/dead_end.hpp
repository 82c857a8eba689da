#pragma once

#include "methods/kmeans/cop/chunks.hpp"
#include "methods/kmeans/cop/visit.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Chunks that are all cannot-linked to each other, grown greedily from this one: more of them than clusters prove that
/// the constraints cannot hold. Fewer prove nothing.
std::vector<Index> greedy_clique(const CopChunks& chunks, Index from);

/// Throws Error{input}: with the proof if the dead end's clique is one.
void refuse_if_infeasible(const CopChunks& chunks, const Visit& visit, Index k);

/// Throws Error{input}, naming the chunk and what kept it out of each cluster. `tried` says what was attempted.
[[noreturn]] void refuse_dead_end(const CopChunks& chunks, const Visit& visit, Index k, const std::string& tried);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
