#pragma once

#include <optional>

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
    void offer(const Trial& trial, double evidence, bool unguided) {
        if (!best_ || evidence > best_->evidence) best_ = Offer{trial, evidence};
        if (unguided) unguided_ = Offer{trial, evidence};
    }
    /// The answer; where no start is unguided, the objective's.
    [[nodiscard]] Trial decide(Trial by_objective, double caution) const {
        constexpr double kClear = 2.5;  // log odds: 12 to 1
        if (!unguided_) return by_objective;
        return best_->evidence > unguided_->evidence + kClear * caution ? best_->trial : unguided_->trial;
    }

private:
    struct Offer {
        Trial trial;
        double evidence;
    };
    std::optional<Offer> best_, unguided_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
