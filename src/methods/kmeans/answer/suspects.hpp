#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/calibration.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"

#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Counts, over the runs of a method, how often each given constraint ended violated.
class ViolationCounts {
public:
    explicit ViolationCounts(const ConstrainedView& problem) : problem_(&problem), violated_(problem.pairs.size(), 0) {}
    void add(const std::vector<std::int32_t>& labels);
    /// These counts; where there was no run, those of these labels.
    [[nodiscard]] ViolationCounts or_of(const std::vector<std::int32_t>& labels) const;
    [[nodiscard]] double share(std::size_t pair) const {
        return runs_ == 0 ? 0 : static_cast<double>(violated_[pair]) / static_cast<double>(runs_);
    }

private:
    const ConstrainedView* problem_;
    std::vector<Index> violated_;
    Index runs_ = 0;
};

/// Constraints that disagree with the features so clearly that they deserve a second look, the most strained first.
/// `costs` are those of the constrained rows before constraints, by position: squared distances to means around which
/// rows vary by `variance` in every feature. Two conditions make a constraint a suspect:
///   - by their costs alone, its rows are in two clusters (must-link) or in one (cannot-link), beyond reasonable doubt;
///   - the other constraints on rows of the same clusters agree with that. If many disagree, it is the clusters that do
///     not follow the constraints, and none of them stands out.
/// The score of a must-link is what its rows would save if each took its cheapest cluster instead of the cheapest
/// common one; that of a cannot-link, what they would save if both took the cheapest cluster.
std::vector<Suspect> find_suspects(const ConstrainedView& problem, const Matrix& costs,
                                   const ViolationCounts& violations, double variance = 1);

/// Suspects, all judgements ranked (the suspects, then the others, the most probably wrong first), and how far they can
/// be trusted, where that was estimated.
void add_doubts(const ConstrainedView& problem, const Matrix& costs, const ViolationCounts& violations, double variance,
                const std::optional<Calibration>& calibration, Result& result);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
