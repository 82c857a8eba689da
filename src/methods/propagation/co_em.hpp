#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/propagation.hpp>

#include "methods/common/rounds.hpp"
#include "methods/kmeans/resumable.hpp"
#include "methods/propagation/gaussians.hpp"
#include "methods/propagation/transfer.hpp"
#include "runtime/phase_timer.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// One view in the course of Algorithm 2.
struct ViewState {
    Dataset data;  // the view alone
    ViewConstraints constraints;
    std::vector<Index> mapped;  // X-hat; all rows if there is one view
    GaussianRules gaussians;
    double threshold = 0.75;
    std::optional<PropagationRows> rows;
    std::unique_ptr<ResumableRun> run;
    std::unique_ptr<ResumableRun> other;  // which lost to it, and starts afresh in the next round
    std::vector<Received> received;       // from the other views
    std::vector<int> since;               // one per received: the round since which it has been there
    std::vector<Constraint> unified;      // C-tilde
    std::vector<Propagated> propagated;   // P_V
    PropagationCounts counts;
    double objective = 0, objective_before = 0;
    bool changed = true;  // its constraints, in this round
};

/// Algorithm 2 for any number of views.
class CoEm {
public:
    CoEm(const Dataset& data, const PropagationOptions& options, const ClosureRules& rules,
         std::vector<double> thresholds, const Start& start, Context& context);

    /// Steps 6 to 13.
    void run(Context& context);

    [[nodiscard]] const std::vector<ViewState>& views() const { return views_; }
    [[nodiscard]] std::vector<ViewState>& views() { return views_; }
    [[nodiscard]] const JointClosure& closure() const { return relations_.front(); }
    [[nodiscard]] const Course& course() const { return course_; }
    [[nodiscard]] PhaseTimer& timer() { return timer_; }
    /// For runs of the base method in view v.
    [[nodiscard]] Context nested(int view, Context& context) const;

private:
    double one_round(int round, Context& context);
    void cluster(int view, int round, Context& context);
    void go_on(ViewState& state, Context& inner);
    void start_afresh(ViewState& state, Context& inner) const;
    [[nodiscard]] std::unique_ptr<ResumableRun> begun(const ViewState& state, const Start& start, Context& inner,
                                                      const ResumableRun* alike = nullptr) const;
    void infer(int view, Context& context);
    [[nodiscard]] std::vector<Received> received_by(int view) const;
    [[nodiscard]] bool is_iterated() const;
    [[nodiscard]] bool has_settled(int round) const;

    const Dataset& data_;
    const PropagationOptions& options_;
    std::vector<OptionText> base_options_;
    const Start& start_;
    PhaseTimer timer_;
    std::vector<JointClosure> relations_;  // the closure; the mapping alone where light judgements join to it
    std::vector<ViewState> views_;
    Course course_;
};

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
