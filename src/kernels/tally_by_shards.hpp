#pragma once

#include "kernels/label_tally.hpp"

#include <memory>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// take_tally(), bit for bit, from a pass over X that something else makes: the rows of each shard are given as soon as
/// they have their labels.
class TallyByShards {
public:
    TallyByShards(const Features& X, std::span<const std::int32_t> labels, const Matrix& C);
    ~TallyByShards();
    TallyByShards(const TallyByShards&) = delete;
    TallyByShards& operator=(const TallyByShards&) = delete;

    [[nodiscard]] Index shards() const;
    /// From any thread, each shard once.
    void take(Index begin, Index end);
    /// After all shards.
    [[nodiscard]] LabelTally total();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
