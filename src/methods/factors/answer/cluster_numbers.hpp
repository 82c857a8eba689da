#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "methods/factors/answer/assignment.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// Views that were clustered by themselves number their clusters at random. Where rows are mapped, every view takes the
/// numbers that agree best with the views before it: label c then means the same cluster in every view.
class ClusterNumbers {
public:
    ClusterNumbers(const Dataset& data, int n_clusters);

    /// The new number of each cluster of view v; the partition's labels are changed to it.
    std::vector<Index> match(int view, Partition& partition) const;
    void keep(int view, const Partition& partition);
    void warn_if_unmatched(Result& result) const;

private:
    const Dataset& data_;
    Index k_;
    bool mapped_;
    std::vector<std::int32_t> label_of_;  // one per object, of the first view that holds it; -1: none so far
};

/// For each of k clusters `a` of one labelling its number in the other, `b`, so that most rows agree; each number once.
/// Entries of -1 do not count.
std::vector<Index> matched_numbers(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b, Index k);

/// Renumbers clusters that K-Means found, so that they agree best with other labels of the same rows.
void take_numbers(const std::vector<std::int32_t>& like, Partition& partition, LabelRule& rule);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
