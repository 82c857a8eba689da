#include <mvlink/smvc.hpp>

#include <mvlink/error.hpp>

#include "methods/common/requirements.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/warnings.hpp"
#include "methods/options/visitors.hpp"
#include "methods/smvc/answer.hpp"
#include "methods/smvc/priors.hpp"
#include "methods/smvc/rounds.hpp"
#include "methods/smvc/sizes.hpp"
#include "methods/smvc/starts.hpp"
#include "methods/smvc/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

/// What a run holds besides the data: states of the starts that are kept, rows with links, labels, the sample.
void require_memory(const Table& table, const Links& links, const SmvcOptions& options, Context& context) {
    constexpr double kTables = 10;        // D x C in one state, and on the way to the next
    constexpr double kSample = 1u << 26;  // numbers of the sample and of its groups
    const Sizes sizes = is_open(options) ? largest_sizes(options, table.dims()) : asked_sizes(options);
    double components = 0;
    for (const int size : sizes) {
        components += size;
    }
    const auto states = static_cast<double>(std::min(options.n_finish, options.n_init)) + 2;
    const auto n = static_cast<double>(table.rows), linked = static_cast<double>(links.rows.size());
    const double numbers = states * (kTables * static_cast<double>(table.dims()) * components + linked * components +
                                     static_cast<double>(links.list.size() * sizes.size())) +
                           2 * n * static_cast<double>(sizes.size()) +
                           std::min(kSample, 2 * n * static_cast<double>(table.dims()));
    context.require_memory(static_cast<std::size_t>(std::min(1e18, numbers * sizeof(double))), "smvc");
}

Schedule schedule_of(const SmvcOptions& options, bool linked) {
    const int warm_up = options.mode == Mode::paper ? 0 : 10;
    return {.warm_up = options.warm_up.value.value_or(warm_up),
            .ramp = options.ramp,
            .max_iter = options.max_iter,
            .tol = options.tol,
            .linked = linked};
}

/// A solved problem with the sizes it was solved for.
struct Solution {
    Sizes sizes;
    Trial trial;
};

Solution solve(const Table& table, const Links& links, const SmvcOptions& options, std::vector<TriedSize>& tried,
               PhaseTimer& timer, Context& context) {
    const Schedule schedule = schedule_of(options, links.any());
    Starts starts(table, links, options.start, context);
    const auto solved = [&](const Sizes& sizes) {
        const Problem problem{table, links, form_of(options, sizes)};
        return best_of_starts(problem, schedule, options, starts, timer, context);
    };
    if (!is_open(options)) return {asked_sizes(options), solved(asked_sizes(options))};
    Solution best;
    bool cancelled = false;
    const auto bound_of = [&](const Sizes& sizes) {
        Trial trial = solved(sizes);
        const double found = trial.objective.back();
        cancelled = trial.cancelled();
        if (!cancelled) tried.push_back({sizes, found});
        const bool first = best.sizes.empty();
        if (first || (!cancelled && found > best.trial.objective.back())) best = {sizes, std::move(trial)};
        if (cancelled) best.trial.stop_reason = StopReason::cancelled;
        return found;
    };
    search_sizes(options, table.dims(), bound_of, [&] { return cancelled; });
    return best;
}

Solution warm(const Table& table, const Links& links, const Dataset& data, const SmvcOptions& options,
              const Start& start, PhaseTimer& timer, Context& context) {
    if (is_open(options)) {
        throw Error(ErrorCode::usage,
                    "warm start: n_clusterings and the numbers of clusters must be given, not chosen");
    }
    Solution solution{asked_sizes(options), {}};
    const Problem problem{table, links, form_of(options, solution.sizes)};
    const Labels labels = warm_labels(start, data, problem.form, context);
    timer.time("start", [&] { solution.trial.state = started(problem, labels, context); });
    timer.time("rounds",
               [&] { advance(problem, schedule_of(options, links.any()), options.max_iter, solution.trial, context); });
    return solution;
}

void warn_of_data(const Table& table, const Links& links, const Dataset& data, Result& result) {
    if (const auto count = table.constant.size(); count > 0) {
        warn(result, "constant-dimensions",
             fmt::format("{} of {} dimensions do not vary and belong to no clustering", count, data.view(0).cols()),
             static_cast<double>(count));
    }
    if (const Index both = data.contradictions(); both > 0) {
        warn(result, "constraints-both-ways",
             fmt::format("pairs both must-linked and cannot-linked: {}; both can hold, in different clusterings", both),
             static_cast<double>(both));
    }
    if (links.capped > 0) {
        warn(
            result, "weights-capped",
            fmt::format("{} constraints weigh more than {:g} nats; they count as that much", links.capped, kMostWeight),
            static_cast<double>(links.capped));
    }
}

void warn_of_bare_clusterings(Result& result) {
    const auto explains_nothing = [](const Clustering& clustering) { return clustering.dimensions.empty(); };
    const auto bare = std::count_if(result.clusterings.begin(), result.clusterings.end(), explains_nothing);
    if (bare == 0) return;
    warn(result, "bare-clusterings",
         fmt::format("{} of {} clusterings explain no dimension: fewer were found", bare, result.clusterings.size()),
         static_cast<double>(bare));
}

}  // namespace
}  // namespace smvc_method

Result smvc(const Dataset& data, const SmvcOptions& options, Context& context, const Start& start) {
    using namespace smvc_method;
    options::check(options);
    const View& view = require_one_view(data);
    PhaseTimer timer;
    Table table = timer.time("standardise", [&] { return standardised(view, context); });
    require_fit(options, view, table.dims());
    table.known = known_columns(options, view, table);
    Links links = links_of(data, options.constraint_weight);
    mark_known_pairs(options, data, links);
    require_memory(table, links, options, context);

    Result result = result_header("smvc", options::texts(options), data.views(), context);
    Solution solution = start.empty() ? solve(table, links, options, result.tried, timer, context)
                                      : warm(table, links, data, options, start, timer, context);
    const Problem problem{table, links, form_of(options, solution.sizes)};
    if (start.empty()) put_in_order(problem, solution.trial.state);
    timer.time("answer",
               [&] { write_answer(data, problem, solution.trial.state, options.constraint_weight, result, context); });
    add_course(std::move(solution.trial), result);
    warn_of_data(table, links, data, result);
    warn_of_bare_clusterings(result);
    warn_of_empty_clusters(result);
    warn_if_not_converged(result);
    result.seconds = timer.seconds();
    return result;
}

}  // namespace v1
}  // namespace mvlink
