#pragma once

#include <mvlink/export.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/problem.hpp>
#include <mvlink/result.hpp>

#include <optional>
#include <string>
#include <vector>

/// The answer to a problem beside the truths that it has. Measures of plain labels are in measures.hpp.
namespace mvlink {
inline namespace v1 {

/// Measures of one partition against one truth.
struct Score {
    std::string partition;
    std::string truth;
    Measures measures;
    bool operator==(const Score&) const = default;
};

/// Every partition against every truth that fits it. Of several clusterings each is measured against the truth it is
/// matched with, one to one.
MVLINK_API std::vector<Score> score(const Problem& problem, const std::vector<Partition>& partitions);

/// Of several clusterings as a whole, against all truths that fit: see clustering_measures.hpp.
struct ClusteringScores {
    std::optional<double> e4sc = {};  ///< where the columns of clusterings and truths are known
    std::optional<double> e4fc = {};  ///< where there is a truth
    bool operator==(const ClusteringScores&) const = default;
};
MVLINK_API ClusteringScores score_clusterings(const Problem& problem, const Result& result);

}  // namespace v1
}  // namespace mvlink
