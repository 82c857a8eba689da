#include "evaluate/generate/blobs.hpp"
#include "evaluate/generate/mapping_draw.hpp"

#include <mvlink/error.hpp>

#include <span>

namespace mvlink {
inline namespace v1 {
namespace {

/// Every class occurs, and how often is left to chance: the paper's classes have different sizes in the two views.
std::vector<std::int32_t> uneven_labels(Index rows, int classes, Random& random) {
    std::vector<std::int32_t> labels;
    for (Index row = 0; row < rows; ++row)
        labels.push_back(static_cast<std::int32_t>(row < classes ? row : random.below(classes)));
    random.shuffle(std::span<std::int32_t>{labels});
    return labels;
}

}  // namespace

Generated generate_super_instances(const SuperInstancesOptions& options, Random random) {
    evaluate::require_blobs(options.view);
    if (!(options.mapped >= 0 && options.mapped <= 1)) {
        throw Error{ErrorCode::usage, "mapped: found " + std::to_string(options.mapped) + "; expected 0 to 1"};
    }
    std::vector<View> views;
    std::vector<Truth> truths;
    for (const char* name : {"a", "b"}) {
        const std::vector<double> centres = evaluate::draw_centres(options.view, random);
        truths.push_back({name, name, uneven_labels(options.view.rows, options.view.clusters, random), {}});
        views.push_back(evaluate::draw_around(centres, truths.back().labels, name, options.view, random));
    }
    const Dataset mapped = evaluate::with_classes_mapped(Dataset{std::move(views)},
                                                         {truths[0].labels, truths[1].labels}, Random{random.bits()});
    return {evaluate::with_mapping_drawn(mapped, options.mapped, 0, Random{random.bits()}), std::move(truths)};
}

}  // namespace v1
}  // namespace mvlink
