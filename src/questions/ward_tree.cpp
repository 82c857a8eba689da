#include "questions/ward_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr double kSameDistance = 1e-9;  // relative: what rounding may make of equal distances

double cost_of_joining(const Bundle& x, const Bundle& y) {
    return squared_distance(x.mean, y.mean) * x.size * y.size / (x.size + y.size);
}

Bundle joined(const Bundle& x, const Bundle& y) {
    Bundle both{x.representative, x.size + y.size, x.mean};
    for (std::size_t col = 0; col < both.mean.size(); ++col)
        both.mean[col] = (x.size * x.mean[col] + y.size * y.mean[col]) / both.size;
    return both;
}

/// Chains of nearest neighbours: each bundle is followed by the one that is cheapest to join with, until two are the
/// cheapest of each other. Joining those at once gives the same tree as joining the cheapest pair of all.
class WardChain {
public:
    WardChain(const Cloud& cloud, std::vector<Bundle> bundles, SkeletonTree& tree)
        : cloud_(cloud), bundles_(std::move(bundles)), tree_(tree) {}

    std::int32_t run() {
        while (bundles_.size() > 1) {
            if (chain_.empty()) chain_.push_back(0);
            const std::size_t last = chain_.back();
            const std::size_t next = cheapest(last);
            if (chain_.size() > 1 && next == chain_[chain_.size() - 2]) {
                join(last, next);
            } else {
                chain_.push_back(next);
            }
        }
        return bundles_.front().representative;
    }

private:
    /// Of equally cheap ones the one before in the chain, so that chains end.
    [[nodiscard]] std::size_t cheapest(std::size_t from) const {
        std::size_t best = bundles_.size();
        double least = std::numeric_limits<double>::infinity();
        if (chain_.size() > 1) {
            best = chain_[chain_.size() - 2];
            least = cost_of_joining(bundles_[from], bundles_[best]);
        }
        for (std::size_t other = 0; other < bundles_.size(); ++other) {
            if (other == from) continue;
            const double cost = cost_of_joining(bundles_[from], bundles_[other]);
            if (cost < least || best == bundles_.size()) {
                least = cost;
                best = other;
            }
        }
        return best;
    }

    /// Whether the parent of a join is `other` and not `last`. Rounding does not decide between equal distances.
    [[nodiscard]] bool is_more_central(std::int32_t other, std::int32_t last, const Bundle& both) const {
        const double of_other = squared_distance(cloud_.point(other), both.mean);
        const double of_last = squared_distance(cloud_.point(last), both.mean);
        return of_other < of_last * (1 - kSameDistance);
    }

    void join(std::size_t last, std::size_t other) {
        chain_.pop_back();
        chain_.pop_back();
        const std::size_t low = std::min(last, other);
        const std::size_t high = std::max(last, other);
        Bundle both = joined(bundles_[low], bundles_[high]);
        std::int32_t parent = bundles_[last].representative;
        std::int32_t child = bundles_[other].representative;
        if (is_more_central(child, parent, both)) std::swap(parent, child);
        tree_.parent[child] = parent;
        tree_.length[child] = std::sqrt(squared_distance(bundles_[low].mean, bundles_[high].mean));
        both.representative = parent;
        bundles_[low] = std::move(both);
        bundles_[high] = std::move(bundles_.back());
        for (std::size_t& place : chain_) {
            if (place + 1 == bundles_.size()) place = high;
        }
        bundles_.pop_back();
    }

    const Cloud& cloud_;
    std::vector<Bundle> bundles_;
    SkeletonTree& tree_;
    std::vector<std::size_t> chain_;
};

}  // namespace

std::int32_t link_by_ward(const Cloud& cloud, std::vector<Bundle> bundles, SkeletonTree& tree) {
    return WardChain(cloud, std::move(bundles), tree).run();
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
