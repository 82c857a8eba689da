#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

/// How well several clusterings of the same rows agree with several truths. Neither the order of clusterings nor the
/// numbers of clusters matter. All are linear in rows x clusterings x truths.
namespace mvlink {
inline namespace v1 {

/// One of several clusterings, found or true. A row whose label is negative is in none of its clusters; in a truth it
/// is unknown, and left out wherever something is compared with that truth.
struct SubspaceClustering {
    std::vector<std::int32_t> labels;
    /// The columns it is based on, each once: one list for all its clusters, or one per label. Only E4SC uses them.
    std::vector<std::vector<Index>> dimensions = {};
};

/// How well the clusters of all clusterings agree with those of all truths: the harmonic mean of how well the true ones
/// are found and how well the found ones are true, each with its best F1 = 2 |C and T| / (|C| + |T|). It is generous:
/// one cluster of everything scores 2 / (K + 1) against K equal classes. 0 where a side has no clusters. Throws
/// Error{input} where lengths differ.
MVLINK_API double e4fc(std::span<const SubspaceClustering> truths, std::span<const SubspaceClustering> found);

/// The same over pairs of row and dimension: a cluster counts |rows| x |dimensions|, so that its columns must be right
/// too. Clusters without dimensions are left out.
MVLINK_API double e4sc(std::span<const SubspaceClustering> truths, std::span<const SubspaceClustering> found);

/// The truth of each clustering under the one-to-one matching whose NMI (geometric) is largest in total; -1: more
/// clusterings than truths, and none is left for it.
MVLINK_API std::vector<int> match_clusterings(std::span<const SubspaceClustering> truths,
                                              std::span<const SubspaceClustering> found);

/// A clustering and the truth it is matched with.
struct MatchedClustering {
    int truth = -1;
    double nmi = 0;  ///< geometric
    double ari = 0;
};

/// One per clustering, in the order of `found`.
MVLINK_API std::vector<MatchedClustering> matched_scores(std::span<const SubspaceClustering> truths,
                                                         std::span<const SubspaceClustering> found);

}  // namespace v1
}  // namespace mvlink
