#include <mvlink/propagation.hpp>

#include <mvlink/error.hpp>

#include "methods/common/requirements.hpp"
#include "methods/options/visitors.hpp"
#include "methods/propagation/base.hpp"
#include "methods/propagation/co_em.hpp"
#include "methods/propagation/contradiction.hpp"
#include "methods/propagation/result.hpp"
#include "methods/propagation/threshold.hpp"

#include <fmt/format.h>

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

void require_valid(const Dataset& data, const PropagationOptions& options) {
    options::check(options);
    base_options(options);
    require_rows_for_clusters(data, options.n_clusters);
    if (data.unmapped()) {
        throw Error(ErrorCode::input,
                    "propagation needs views that are mapped to each other, and nothing maps their "
                    "rows; cmvnmf clusters unmapped views");
    }
    const auto views = static_cast<std::size_t>(data.n_views());
    if (options.threshold.is_auto()) return;
    const std::size_t given = options.threshold.value->values.size();
    if (given != 1 && given != views) {
        throw Error(ErrorCode::input,
                    fmt::format("threshold: {} values for {} views; expected one, or one per view", given, views));
    }
}

ClosureRules rules_for(const Dataset& data, const PropagationOptions& options) {
    return checked_rules(data, options.closure, options.transfer != Transfer::none);
}

ThresholdChoice chosen_threshold(const Dataset& data, const PropagationOptions& options, const ClosureRules& rules,
                                 Context& context) {
    if (!options.threshold.is_auto() || options.transfer != Transfer::propagate) return {};
    return choose_threshold(data, options, rules, context);
}

std::vector<double> thresholds(const Dataset& data, const PropagationOptions& options, const ThresholdChoice& choice) {
    std::vector<double> list;
    for (std::size_t v = 0; v < static_cast<std::size_t>(data.n_views()); ++v) {
        list.push_back(options.threshold.is_auto() ? choice.threshold : options.threshold.value->of(v));
    }
    return list;
}

}  // namespace
}  // namespace propagation_steps

/// Multi-view constrained clustering with constraint propagation (Eaton, desJardins, Jacob 2014), Algorithm 2. Equation
/// map: README.md beside this file.
Result propagation(const Dataset& data, const PropagationOptions& given, Context& context, const Start& start) {
    using namespace propagation_steps;
    require_valid(data, given);
    const PropagationOptions options = resolved(given);
    const ClosureRules rules = rules_for(data, options);
    const ThresholdChoice choice = chosen_threshold(data, options, rules, context);
    CoEm run(data, options, rules, thresholds(data, options, choice), start, context);
    run.run(context);
    Result result = run.timer().time("result", [&] { return result_of(data, given, run, choice, context); });
    result.seconds = run.timer().seconds();
    return result;
}

std::vector<PropagatedConstraint> propagated_constraints(const Dataset& data, const PropagationOptions& given,
                                                         Context& context) {
    using namespace propagation_steps;
    require_valid(data, given);
    const PropagationOptions options = resolved(given);
    const ClosureRules rules = rules_for(data, options);
    const ThresholdChoice choice = chosen_threshold(data, options, rules, context);
    const Start none;
    CoEm run(data, options, rules, thresholds(data, options, choice), none, context);
    run.run(context);
    std::vector<PropagatedConstraint> list = inferred(run);
    std::erase_if(list, [](const PropagatedConstraint& one) { return one.is_certain; });
    return list;
}

std::vector<PropagatedConstraint> propagated_constraints(const Dataset& data, std::span<const OptionText> options,
                                                         Context& context) {
    return propagated_constraints(data, parsed_propagation(options), context);
}

}  // namespace v1
}  // namespace mvlink
