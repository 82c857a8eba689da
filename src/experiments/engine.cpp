#include "experiments/engine.hpp"

#include "evaluate/generate/mapping_draw.hpp"
#include "experiments/scoring.hpp"
#include "runtime/thread_pool.hpp"

#include <mvlink/error.hpp>
#include <mvlink/run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

RunRequest request_of(const MethodSpec& method) {
    RunRequest request{.method = method.method, .options = method.options};
    if (!method.preparation.empty()) request.preparation = {parse_preparation(method.preparation)};
    // What is measured here is the answer; `auto` chooses by held-out judgements.
    if (method.method != kAuto) request.validate = 0;
    return request;
}

/// The time of the method alone, as the papers measure it: without the preparation.
void add_result(Result&& result, Answer& answer) {
    answer.seconds += seconds_of(result, "total") - seconds_of(result, "prepare");
    std::move(result.partitions.begin(), result.partitions.end(), std::back_inserter(answer.partitions));
    answer.clusterings = std::move(result.clusterings);
    answer.propagated = std::move(result.propagated);
    answer.iterations = std::max(answer.iterations, result.iterations);
    if (result.stop_reason != StopReason::converged) answer.stop_reason = result.stop_reason;
}

/// A method for fewer views than there are is called on each of them.
Answer run_on_views(const MethodSpec& method, const Dataset& data, Context& context) {
    Answer answer;
    const RunRequest request = request_of(method);
    const int most = method.method == kAuto ? 0 : find_method(method.method).needs.max_views;
    if (most == 0 || data.n_views() <= most) {
        add_result(cluster({data}, request, context).result, answer);
        return answer;
    }
    for (const View& view : data.views()) {
        const std::vector<std::string> name{view.name()};
        add_result(cluster({data.select(name)}, request, context).result, answer);
        if (answer.stop_reason == StopReason::cancelled) break;
    }
    return answer;
}

class Engine {
public:
    Engine(const Plan& plan, RunLog& log, Context& context)
        : plan_(plan),
          log_(log),
          context_(context),
          runs_(context.concurrent(context.seed())),
          records_(log.finished(plan)) {}

    Finished run() {
        std::vector<std::size_t> open;
        for (std::size_t run = 0; run < records_.size(); ++run) {
            if (!records_[run]) open.push_back(run);
        }
        const auto reused = static_cast<Index>(records_.size() - open.size());
        done_ = reused;
        report_progress();
        context_.pool().run(static_cast<Index>(open.size()), [&](Index task) { take(open[task]); });
        Finished finished{{}, reused, done_, done_ < static_cast<Index>(records_.size())};
        if (!finished.cancelled) {
            for (auto& record : records_)
                finished.records.push_back(std::move(*record));
        }
        return finished;
    }

private:
    void take(std::size_t number) {
        if (runs_.cancel_requested()) return;
        try {
            if (auto record = run_one(plan_.runs[number])) keep(number, std::move(record));
        } catch (...) {
            runs_.cancel();  // those beside this one
            throw;
        }
    }

    void keep(std::size_t number, std::optional<RunRecord> record) {
        const std::lock_guard lock(mutex_);
        log_.add(plan_, plan_.runs[number], *record);
        records_[number] = std::move(record);
        ++done_;
        report_progress();
    }

    /// Called by one thread at a time.
    void report_progress() { context_.cancelled({static_cast<int>(done_), static_cast<int>(records_.size()), 0}); }

    /// Empty if it was cancelled.
    std::optional<RunRecord> run_one(const RunId& run) {
        const Cell& cell = plan_.cells[run.cell];
        const Material& material = plan_.materials[cell.material];
        const Trial& trial = *material.trials[run.repetition];
        try {
            const Draw drawn = draw(material, cell.setting, cell.folds, run.repetition, run.fold, context_.seed());
            const Dataset mapped = mapped_data(cell, trial.data, run.repetition);
            const Trial given{mapped.with_constraints(std::span<const Constraint>(drawn.constraints)), trial.truths,
                              trial.columns};
            return measured(cell, drawn, given);
        } catch (const Error& error) {
            throw error.at(fmt::format("experiment {}, {} on {} at {}, repetition {}, fold {}", cell.experiment,
                                       cell.method.label, material.recipe.name, cell.x, run.repetition, run.fold));
        }
    }

    [[nodiscard]] Dataset mapped_data(const Cell& cell, const Dataset& data, int repetition) const {
        if (cell.setting.mapped < 0 && cell.setting.wrong_mapped == 0) return data;
        const std::string& name = plan_.materials[cell.material].recipe.name;
        const double share = cell.setting.mapped < 0 ? 1 : cell.setting.mapped / 100;
        return evaluate::with_mapping_drawn(
            data, share, cell.setting.wrong_mapped,
            Random(context_.seed(), "reproduce/mapped/" + name, static_cast<std::uint64_t>(repetition)));
    }

    std::optional<RunRecord> measured(const Cell& cell, const Draw& drawn, const Trial& trial) {
        Context context = runs_.concurrent(drawn.seed);
        const Answer answer = run_on_views(cell.method, trial.data, context);
        if (answer.stop_reason == StopReason::cancelled) return std::nullopt;
        RunRecord record{.seed = drawn.seed,
                         .seconds = answer.seconds,
                         .iterations = answer.iterations,
                         .stop_reason = std::string(to_string(answer.stop_reason))};
        score(plan_.materials[cell.material], trial, drawn, answer, record);
        return record;
    }

    const Plan& plan_;
    RunLog& log_;
    Context& context_;
    Context runs_;  // all of them: stopped together if one fails, or if the context is
    std::vector<std::optional<RunRecord>> records_;
    std::mutex mutex_;
    Index done_ = 0;
};

}  // namespace

Finished run_all(const Plan& plan, RunLog& log, Context& context) {
    return Engine(plan, log, context).run();
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
