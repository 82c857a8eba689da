#include <mvlink/generate.hpp>

#include "evaluate/generate/common.hpp"

namespace mvlink {
inline namespace v1 {
namespace {

constexpr double kGap = 2;
constexpr double kThickness = 0.3;  // standard deviation across a streak

/// Longer than all streaks together are wide, so that cutting across saves K-Means more than telling them apart.
double length_of_streaks(int clusters) {
    return kGap * clusters * 5 / 3;
}

}  // namespace

Generated generate_streaks(const StreaksOptions& options, Random random) {
    evaluate::require_shape(options.rows, 2, options.clusters);
    const double length = length_of_streaks(options.clusters);
    std::vector<std::int32_t> labels = evaluate::balanced_labels(options.rows, options.clusters, random);
    std::vector<double> values;
    values.reserve(2 * labels.size());
    for (const auto label : labels) {
        values.push_back(random.uniform(-length / 2, length / 2));
        values.push_back(kGap * (label - (options.clusters - 1) / 2.0) + kThickness * random.normal());
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
