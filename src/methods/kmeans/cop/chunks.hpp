#pragma once

#include <mvlink/context.hpp>
#include <mvlink/cop_kmeans.hpp>
#include <mvlink/dataset.hpp>

#include "kernels/matrix.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"

#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The constrained rows as COP-KMeans sees them: chunks that go into one cluster each (components of the must-links),
/// numbered by their smallest row, and cannot-links between them.
class CopChunks {
public:
    struct CannotLinked {
        Index chunk = 0;
        Index given = 0;  // cannot-links between the two
    };

    /// Throws Error{input} if a cannot-link joins two rows of one chunk.
    explicit CopChunks(const ConstrainedView& problem);

    [[nodiscard]] Index count() const noexcept { return problem_.components.count(); }
    [[nodiscard]] std::span<const Index> rows(Index chunk) const noexcept { return problem_.components.members(chunk); }
    [[nodiscard]] std::span<const CannotLinked> cannot_linked(Index chunk) const noexcept {
        const auto at = static_cast<std::size_t>(chunk);
        return std::span(cannot_linked_).subspan(offsets_[at], offsets_[at + 1] - offsets_[at]);
    }
    [[nodiscard]] bool are_cannot_linked(Index a, Index b) const noexcept;

    /// "row 3", or "rows 3, 17, 40, .. (12 rows)".
    [[nodiscard]] std::string name(Index chunk) const;

private:
    const ConstrainedView& problem_;
    std::vector<CannotLinked> cannot_linked_;  // by chunk, rising
    std::vector<Index> offsets_;
};

/// Squared distances of chunks to centroids, count x k each.
struct ChunkDistances {
    Matrix sum;    // over the rows of the chunk: |chunk| d2(its mean, centroid) + a constant
    Matrix first;  // of its smallest row; empty unless the rule asks for it
};
ChunkDistances chunk_distances(const CopChunks& chunks, const View& view, const Matrix& centroids, CopRule rule,
                               Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
