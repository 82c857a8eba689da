#include "questions/strategy.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <vector>

namespace mvlink {
inline namespace v1 {

std::span<const StrategyInfo> strategies() {
    static const std::vector<StrategyInfo> all{
        {"skeleton", "Links of a nearest-neighbour skeleton, the most doubtful first",
         "Begins with the clusters of the start, links every row to a near one inside its cluster, and asks about the "
         "link whose test is expected to move most rows. An answer moves everything that hangs on the link."},
        {"uncertain", "Rows on which several clusterings disagree",
         "Clusters several times, in every view, and asks about the row on whose cluster the results disagree most."},
        {"super-instances", "COBRAS: splits and merges cells of rows",
         "Van Craenendonck et al. (2018). Needs no number of clusters, but shows nothing before its first round of "
         "merging is over. For comparison."},
        {"random", "Pairs drawn at random", "For comparison."},
    };
    return all;
}

namespace questions {

std::unique_ptr<Strategy> make_strategy(const QuestionOptions& options, const Base& base, Context& context) {
    if (options.strategy == "skeleton") return make_skeleton_strategy();
    if (options.strategy == "uncertain") return make_uncertain_strategy(base, options, context);
    if (options.strategy == "super-instances") return make_super_instances_strategy(base);
    if (options.strategy == "random") return make_random_strategy();
    std::vector<std::string> names;
    for (const StrategyInfo& info : strategies())
        names.push_back(info.name);
    const std::string nearest = nearest_name(options.strategy, names);
    throw Error(ErrorCode::usage,
                fmt::format("strategy \"{}\" does not exist{}; expected one of skeleton, uncertain, super-instances, "
                            "random",
                            options.strategy, nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest)));
}

bool is_open(State& state, Index a, Index b) {
    if (a == b || state.beliefs.find(a, b) != nullptr || state.beliefs.closure.known(a, b)) return false;
    return !state.wanted || state.wanted(a, b);
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
