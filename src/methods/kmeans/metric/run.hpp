#pragma once

#include <mvlink/mpck_means.hpp>

#include "methods/common/calibration.hpp"
#include "methods/kmeans/answer/suspects.hpp"
#include "methods/kmeans/lloyd/state.hpp"
#include "methods/kmeans/metric/steps.hpp"
#include "methods/kmeans/resumable.hpp"
#include "methods/kmeans/start/neighbourhood_start.hpp"
#include "runtime/phase_timer.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Centroids, the metrics that go with them, and the labels, if they are known.
struct MetricSolution {
    Matrix centroids;
    Metrics metrics;
    std::vector<std::int32_t> labels;
};

/// Where a start of a method that learns metrics begins, and whether it forgets labels in its first rounds.
struct MetricStart {
    StartRules rules;
    int restart = 0;
    bool forgetful = false;
    const MetricSolution* from = nullptr;  // instead of the rules
};

/// The starts of a method, each made when its turn comes: n_init may be any number.
struct MetricStarts {
    Index count = 1;
    std::function<MetricStart(Index)> at;
};

/// What MPCK-Means and MK-Means do differently.
struct MetricMethod {
    const char* name;
    std::vector<OptionText> options;  // as given
    MetricRules rules;
    int n_clusters = 8;
    int max_iter = 100;
    double tol = 1e-6;
    ConstraintWeights weights = 1;
    bool calibrated = false;         // the weights are estimated instead
    OrAuto<double> shrinkage = 0.0;  // auto: 0 or 1, as the constraints say
    OrAuto<bool> closure = {};
    bool assignment_pays = true;  // for violated constraints (MPCK-Means); else they count in the metrics alone
    VisitOrder order = VisitOrder::random;
    std::function<MetricStarts(const ConstrainedView&, const Start&)> starts;
};

MetricMethod metric_method(const MpckMeansOptions& options);
MetricMethod metric_method(const MkMeansOptions& options);

/// MPCK-Means or MK-Means, which can stop after any round and go on.
class MetricRun final : public ResumableRun {
public:
    MetricRun(const Dataset& data, MetricMethod method, const Start& start, Context& context);

    /// Step 1 of start number `number`, which the run goes on with.
    void begin(std::size_t number, Context& context);
    void advance(int rounds, Context& context) override;
    void find_best(Context& context) override;
    void set_constraints(std::span<const Constraint> constraints) override;

    void find_unguided(Context& context) override;
    void share_unguided(const ResumableRun& other) override;

    [[nodiscard]] const std::vector<std::int32_t>& labels() const override { return trial_.state.labels; }
    [[nodiscard]] const Matrix& centroids() const override { return trial_.state.centroids; }
    [[nodiscard]] const Metric& metric(Index cluster) const override { return metric_of(trial_.metrics, cluster); }
    [[nodiscard]] const Course& course() const override { return trial_; }
    [[nodiscard]] bool compares_with(const ResumableRun& other) const override;
    [[nodiscard]] Result result(Context& context) override;

private:
    [[nodiscard]] MetricTrial started(const MetricStart& start, Context& context);
    [[nodiscard]] std::vector<MetricStart> starts_elsewhere() const;
    /// All starts; returns how well the costs of the chosen one predict the constraints, if weights are calibrated.
    double find_best_start(Context& context);
    /// Learns a metric from the constraints too, and keeps it if it predicts them so much better.
    void try_metric(double plain_evidence, Context& context);
    void use(const Calibration& calibration, const MetricSolution& unguided, double shrinkage, Context& context);
    /// Estimates what a violation costs, and whether a metric should be learnt, if that is left to the method and the
    /// constraints are new.
    void calibrate_weights(Context& context);
    /// The best of these starts without constraints.
    [[nodiscard]] MetricSolution without_constraints(double shrinkage, const MetricStarts& starts,
                                                     Context& context) const;
    [[nodiscard]] std::optional<Calibration> calibration_in_final_unit() const;
    /// How well a trial predicts the constraints once it has settled without them.
    [[nodiscard]] double evidence_of(const MetricTrial& trial, Context& context) const;
    void advance_to(int until, MetricTrial& trial, Context& context);
    void assign(MetricTrial& trial, bool forget, Context& context);
    [[nodiscard]] MetricPenalties penalties_of_problem() const;

    PhaseTimer timer_;
    Start start_;
    MetricMethod method_;
    MetricProblem problem_;
    std::vector<Index> all_rows_;  // where none pays
    MetricPenalties penalties_;
    Metrics first_metrics_;  // A = I
    Spreads first_spreads_;  // under them
    ViolationCounts violations_;
    MetricSolution plain_, learnt_;           // without constraints, once they are needed: K-Means, and with a metric
    Calibration of_plain_, of_learnt_;        // by these
    double caution_ = 1;                      // by K-Means
    std::optional<Calibration> calibration_;  // the one that is used, under the present constraints
    bool is_of_plain_ = false;                // it is that of K-Means
    std::optional<double> found_error_rate_;  // by the answer, where that is not the calibration's
    MetricTrial trial_;
};

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
