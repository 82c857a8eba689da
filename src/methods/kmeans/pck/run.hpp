#pragma once

#include <mvlink/kmeans.hpp>

#include "methods/common/calibration.hpp"
#include "methods/kmeans/answer/suspects.hpp"
#include "methods/kmeans/lloyd/state.hpp"
#include "methods/kmeans/pck/feature_scales.hpp"
#include "methods/kmeans/pck/penalties.hpp"
#include "methods/kmeans/problem/constrained_view.hpp"
#include "methods/kmeans/problem/grouped_rows.hpp"
#include "methods/kmeans/problem/unguided.hpp"
#include "methods/kmeans/resumable.hpp"
#include "runtime/phase_timer.hpp"

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// One start of PCK-Means.
struct PckTrial : Trial {
    Random order{0};  // in which constrained rows are visited
};

/// PCK-Means, which can stop after any round and go on.
class PckRun final : public ResumableRun {
public:
    PckRun(const Dataset& data, const PckMeansOptions& options, const Start& start, Context& context);

    /// Step 1 of start number `restart`, which the run goes on with.
    void begin(int restart, Context& context) {
        calibrate_weight(context);
        trial_ = started(restart, context);
    }
    void advance(int rounds, Context& context) override;
    void find_best(Context& context) override;
    void set_constraints(std::span<const Constraint> constraints) override;

    void find_unguided(Context& context) override;
    void share_unguided(const ResumableRun& other) override;

    [[nodiscard]] const std::vector<std::int32_t>& labels() const override { return trial_.state.labels; }
    [[nodiscard]] const Matrix& centroids() const override { return trial_.state.centroids; }
    [[nodiscard]] const Metric& metric(Index /*cluster*/) const override { return identity_; }
    [[nodiscard]] const Course& course() const override { return trial_; }
    [[nodiscard]] bool compares_with(const ResumableRun& other) const override;
    [[nodiscard]] Result result(Context& context) override;

private:
    /// Where a start that is not the paper's begins: at K-Means without constraints, or at k-means++.
    [[nodiscard]] State elsewhere(int number, Context& context);
    [[nodiscard]] PckTrial started(int restart, Context& context);
    /// Estimates what a violation costs, if that is left to the method and the constraints are new.
    void calibrate_weight(Context& context);
    void advance_to(int until, PckTrial& trial, Context& context);

    PhaseTimer timer_;
    Start start_;
    PckMeansOptions given_;
    FeatureScales scales_;
    PckMeansOptions options_;  // with every `auto` resolved
    ConstrainedView problem_;
    GroupedRows groups_;
    Penalties penalties_;  // under the labels of the trial that is advanced
    ViolationCounts violations_;
    Unguided unguided_;                                 // K-Means without constraints, once it is needed
    std::optional<Calibration> calibration_;            // under the present constraints, if the weight is calibrated
    int own_starts_ = std::numeric_limits<int>::max();  // as the paper begins; those elsewhere follow
    Metric identity_;
    PckTrial trial_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
