#include <mvlink/generate.hpp>

#include "evaluate/generate/common.hpp"

namespace mvlink {
inline namespace v1 {
namespace {

constexpr double kThickness = 0.25;  // standard deviation across a streak
constexpr double kGap = 2;           // between short streaks
constexpr double kShort = 2;         // no longer than the gap, so that the true groups stay where they are once found
constexpr double kLong = 8;          // halving it saves K-Means more than telling two short streaks apart
constexpr double kApart = 6;         // of the long streak, from the last short one

struct Streak {
    double length = kShort;
    double height = 0;
};

/// Short streaks one above the other, and a long one apart from them.
Streak streak_of(int label, int clusters) {
    const bool is_last = label == clusters - 1;
    return is_last ? Streak{kLong, kGap * (clusters - 2) + kApart} : Streak{kShort, kGap * label};
}

}  // namespace

Generated generate_streaks(const StreaksOptions& options, Random random) {
    evaluate::require_shape(options.rows, 2, options.clusters);
    std::vector<std::int32_t> labels = evaluate::balanced_labels(options.rows, options.clusters, random);
    std::vector<double> values;
    values.reserve(2 * labels.size());
    for (const auto label : labels) {
        const Streak streak = streak_of(label, options.clusters);
        values.push_back(random.uniform(-streak.length / 2, streak.length / 2));
        values.push_back(streak.height + kThickness * random.normal());
    }
    const View view = View::dense("points", options.rows, 2, std::move(values))
                          .with_ids(evaluate::numbered_names("s", options.rows))
                          .with_column_names({"along", "across"});
    Truth truth{"labels", "", std::move(labels), {}};
    for (int c = 0; c < options.clusters; ++c)
        truth.class_names.push_back("streak " + std::to_string(c + 1));
    return {Dataset{view}, {std::move(truth)}};
}

}  // namespace v1
}  // namespace mvlink
