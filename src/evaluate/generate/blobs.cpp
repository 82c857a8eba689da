#include <mvlink/error.hpp>
#include <mvlink/generate.hpp>

#include "evaluate/generate/common.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace {

void require_length(double value, const char* name) {
    if (std::isfinite(value) && value >= 0) return;
    throw Error{ErrorCode::usage,
                std::string(name) + ": found " + std::to_string(value) + "; expected a finite number >= 0"};
}

}  // namespace

Generated generate_blobs(const BlobsOptions& options, Random random) {
    evaluate::require_shape(options.rows, options.cols, options.clusters);
    require_length(options.spread, "spread");
    require_length(options.separation, "separation");

    const auto cols = static_cast<std::size_t>(options.cols);
    std::vector<double> centres(options.clusters * cols);
    for (double& value : centres)
        value = random.uniform(-options.separation / 2, options.separation / 2);

    std::vector<std::int32_t> labels = evaluate::balanced_labels(options.rows, options.clusters, random);
    std::vector<double> values;
    values.reserve(labels.size() * cols);
    for (const auto label : labels) {
        for (std::size_t d = 0; d < cols; ++d) {
            values.push_back(centres[label * cols + d] + options.spread * random.normal());
        }
    }
    Dataset data{View::dense("blobs", options.rows, options.cols, std::move(values))};
    return {std::move(data), {Truth{"labels", "", std::move(labels), {}}}};
}

}  // namespace v1
}  // namespace mvlink
