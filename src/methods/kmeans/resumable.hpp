#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"
#include "methods/common/rounds.hpp"
#include "methods/kmeans/metric/metric.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

/// Public to other methods: a base method that is advanced a few rounds at a time while its constraints change, as
/// co-EM (eaton2014) does, or an application that gets one more answer and refits.
namespace mvlink {
inline namespace v1 {

/// A run of a method that takes weighted soft constraints, between two rounds.
class ResumableRun {
public:
    ResumableRun() = default;
    ResumableRun(const ResumableRun&) = delete;
    ResumableRun& operator=(const ResumableRun&) = delete;
    virtual ~ResumableRun() = default;

    /// Does so many more rounds; fewer where the run settles, has done max_iter rounds, or is cancelled. A cancelled
    /// run goes on with the next call. A settled run stays as it is until its constraints change.
    virtual void advance(int rounds, Context& context) = 0;
    /// Runs all starts to their ends, as the method's public function does, and goes on from the best of them.
    virtual void find_best(Context& context) = 0;
    /// Goes on with these constraints instead. Centroids, metrics, labels and random streams stay where they are; the
    /// course begins anew, since objectives under other constraints do not compare.
    virtual void set_constraints(std::span<const Constraint> constraints) = 0;

    /// Finds what the run needs to know about its view without any constraints, if it needs that and does not know it.
    virtual void find_unguided(Context& context) = 0;
    /// Takes over what another run on the same view has found without any constraints, so that it is found once.
    virtual void share_unguided(const ResumableRun& other) = 0;

    /// One per row; -1 before the first round.
    [[nodiscard]] virtual const std::vector<std::int32_t>& labels() const = 0;
    /// k x d
    [[nodiscard]] virtual const Matrix& centroids() const = 0;
    /// A of a cluster: its rows are at squared distance (x - mu)' A (x - mu). The identity where none is learnt.
    [[nodiscard]] virtual const kmeans_family::Metric& metric(Index cluster) const = 0;
    /// The objective after each round under the present constraints, and why the last call stopped.
    [[nodiscard]] virtual const Course& course() const = 0;

    /// Objectives of the two can be compared under the same constraints: both weigh violations and metrics alike.
    [[nodiscard]] virtual bool compares_with(const ResumableRun& other) const = 0;

    /// The answer as the method's public function gives it. Confidence, suspects and the report on constraints are
    /// computed here alone. Throws Error{usage} before the first round under the present constraints.
    [[nodiscard]] virtual Result result(Context& context) = 0;
};

/// The methods that can be run so, by their names in the registry.
std::span<const std::string_view> resumable_methods();

/// A run after step 1, the first start, on the only view of the data. Where a method tries several kinds of start
/// (memory=best of MPCK-Means), it begins with the first kind. It shares what `alike`, a run on the same view, has
/// found without constraints. Another method or bad options: Error{usage}.
std::unique_ptr<ResumableRun> start_resumable(std::string_view method, const Dataset& data,
                                              std::span<const OptionText> options, const Start& start, Context& context,
                                              const ResumableRun* alike = nullptr);

}  // namespace v1
}  // namespace mvlink
