#include "evaluate/generate/blobs.hpp"

#include "evaluate/generate/common.hpp"

namespace mvlink {
inline namespace v1 {
namespace evaluate {

void require_blobs(const BlobsOptions& options) {
    require_shape(options.rows, options.cols, options.clusters);
    require_length(options.spread, "spread");
    require_length(options.separation, "separation");
}

std::vector<double> draw_centres(const BlobsOptions& options, Random& random) {
    std::vector<double> centres(options.clusters * static_cast<std::size_t>(options.cols));
    for (double& value : centres)
        value = random.uniform(-options.separation / 2, options.separation / 2);
    return centres;
}

View draw_around(const std::vector<double>& centres, const std::vector<std::int32_t>& labels, const std::string& name,
                 const BlobsOptions& options, Random& random) {
    const auto cols = static_cast<std::size_t>(options.cols);
    std::vector<double> values;
    values.reserve(labels.size() * cols);
    for (const auto label : labels) {
        for (std::size_t d = 0; d < cols; ++d) {
            values.push_back(centres[label * cols + d] + options.spread * random.normal());
        }
    }
    return View::dense(name, options.rows, options.cols, std::move(values));
}

}  // namespace evaluate

Generated generate_blobs(const BlobsOptions& options, Random random) {
    evaluate::require_blobs(options);
    const std::vector<double> centres = evaluate::draw_centres(options, random);
    std::vector<std::int32_t> labels = evaluate::balanced_labels(options.rows, options.clusters, random);
    Dataset data{evaluate::draw_around(centres, labels, "blobs", options, random)};
    return {std::move(data), {Truth{"labels", "", std::move(labels), {}}}};
}

}  // namespace v1
}  // namespace mvlink
