#pragma once

#include <optional>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// The answer among the starts: that from the clusters without judgements, unless another predicts the judgements
/// clearly better. Starts are compared once their clusters have settled without the judgements, so that none predicts
/// by fit. The objective does not decide: it sums over all rows and columns, so it takes small differences between two
/// ways to divide the data for certain, and no number of judgements could outweigh them.
template <class Trial>
class BestPredictor {
public:
    /// `most_evidence`: what no start can exceed.
    BestPredictor(double caution, double most_evidence) : needed_(kClear * caution), most_(most_evidence) {}

    void offer(const Trial& trial, double evidence, bool unguided) {
        if (!best_ || evidence > best_->evidence) best_ = Offer{trial, evidence};
        if (unguided) unguided_ = Offer{trial, evidence};
    }
    /// Whether no other start can predict so much better than the unguided one any more.
    [[nodiscard]] bool is_decided() const { return unguided_ && most_ <= unguided_->evidence + needed_; }
    /// The answer and its evidence; none where no start is unguided.
    [[nodiscard]] std::optional<std::pair<Trial, double>> decide() const {
        if (!unguided_) return std::nullopt;
        const Offer& chosen = best_->evidence > unguided_->evidence + needed_ ? *best_ : *unguided_;
        return std::pair(chosen.trial, chosen.evidence);
    }

private:
    static constexpr double kClear = 2.5;  // log odds: 12 to 1
    struct Offer {
        Trial trial;
        double evidence;
    };
    double needed_, most_;
    std::optional<Offer> best_, unguided_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
