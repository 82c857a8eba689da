#include "methods/kmeans/cop/dead_end.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

constexpr std::size_t kNamed = 6;  // chunks that a message names

std::string listed(const std::vector<std::string>& names) {
    const auto shown = static_cast<std::ptrdiff_t>(std::min(kNamed, names.size()));
    return fmt::format("{}{}", fmt::join(names.begin(), names.begin() + shown, "; "),
                       names.size() > kNamed ? "; .." : "");
}

/// The first chunk in each cluster that is cannot-linked to the dead end.
std::vector<std::string> blocking_partners(const CopChunks& chunks, const Visit& visit, Index k) {
    std::vector<std::string> partners;
    for (Index h = 0; h < k; ++h) {
        for (const CopChunks::CannotLinked& other : chunks.cannot_linked(visit.dead_end)) {
            if (visit.clusters[other.chunk] != h) continue;
            partners.push_back(fmt::format("{} in cluster {}", chunks.name(other.chunk), h));
            break;
        }
    }
    return partners;
}

}  // namespace

std::vector<Index> greedy_clique(const CopChunks& chunks, Index from) {
    std::vector<Index> candidates;
    for (const CopChunks::CannotLinked& other : chunks.cannot_linked(from)) {
        candidates.push_back(other.chunk);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](Index a, Index b) { return chunks.cannot_linked(a).size() > chunks.cannot_linked(b).size(); });
    std::vector<Index> clique{from};
    for (const Index candidate : candidates) {
        const bool joins = std::all_of(clique.begin(), clique.end(),
                                       [&](Index member) { return chunks.are_cannot_linked(candidate, member); });
        if (joins) clique.push_back(candidate);
    }
    std::sort(clique.begin(), clique.end());
    return clique;
}

void refuse_if_infeasible(const CopChunks& chunks, const Visit& visit, Index k) {
    const std::vector<Index> clique = greedy_clique(chunks, visit.dead_end);
    if (static_cast<Index>(clique.size()) <= k) return;
    std::vector<std::string> names;
    for (const Index chunk : clique) {
        names.push_back(chunks.name(chunk));
    }
    throw Error(ErrorCode::input,
                fmt::format("cop-kmeans: the constraints cannot be satisfied with {} cluster{}: {} groups are all "
                            "separated by cannot-links ({}); expected n_clusters >= {}, or fewer cannot-links",
                            k, k == 1 ? "" : "s", clique.size(), listed(names), clique.size()));
}

void refuse_dead_end(const CopChunks& chunks, const Visit& visit, Index k, const std::string& tried) {
    throw Error(ErrorCode::input,
                fmt::format("cop-kmeans: no cluster is left for {}: cannot-linked with {}{}; expected more clusters or "
                            "fewer cannot-links, or on_dead_end=soften, which violates some",
                            chunks.name(visit.dead_end), listed(blocking_partners(chunks, visit, k)), tried));
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
