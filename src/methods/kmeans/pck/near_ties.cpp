#include "methods/kmeans/pck/near_ties.hpp"

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

NearTies::NearTies(const ConstraintIndex& index) {
    ranges_.reserve(index.size());
    for (Index position = 0; position < index.size(); ++position) {
        const auto begin = ties_.size();
        const bool complete = collect(index, position);
        if (!complete) ties_.resize(begin);
        all_complete_ = all_complete_ && complete;
        ranges_.push_back(
            {static_cast<std::uint32_t>(begin), static_cast<std::uint16_t>(ties_.size() - begin), complete});
    }
}

/// False: there are more than kMost.
bool NearTies::collect(const ConstraintIndex& index, Index position) {
    const auto begin = ties_.size();
    const Index own = index.component_of(position);
    if (index.closure()) {
        for (const Index i : index.members(own)) {
            if (i != position && !add(i, true, index.must_weight(own), begin)) return false;
        }
        for (const ConstraintIndex::Separation& other : index.separations(own)) {
            for (const Index i : index.members(other.component)) {
                if (!add(i, false, other.weight, begin)) return false;
            }
        }
    }
    for (const ConstraintIndex::Tie& tie : index.ties(position)) {
        if (!add(tie.other, tie.must, tie.weight, begin)) return false;
    }
    return true;
}

bool NearTies::add(Index other, bool must, double weight, std::size_t begin) {
    constexpr std::size_t kLargest = UINT32_MAX;  // what a range can count
    if (ties_.size() - begin == kMost || ties_.size() == kLargest) return false;
    ties_.push_back({static_cast<std::int32_t>(other), must, weight});
    return true;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
