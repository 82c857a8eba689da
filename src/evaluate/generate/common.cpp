#include "evaluate/generate/common.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace evaluate {
namespace {

constexpr Index kMostValues = 1'000'000'000'000;  // far beyond any memory, far below an overflow

void require_at_least_one(Index value, const char* name) {
    if (value >= 1) return;
    throw Error{ErrorCode::usage, std::string(name) + ": found " + std::to_string(value) + "; expected at least 1"};
}

}  // namespace

void require_shape(Index rows, Index cols, Index groups) {
    require_at_least_one(rows, "rows");
    require_at_least_one(cols, "cols");
    require_at_least_one(groups, "clusters");
    if (rows < groups) {
        throw Error{ErrorCode::input, "rows: found " + std::to_string(rows) + " for " + std::to_string(groups) +
                                          " clusters; expected at least one per cluster"};
    }
    if (rows > kMostValues / cols) {
        throw Error{ErrorCode::input, "rows x cols: found " + std::to_string(rows) + " x " + std::to_string(cols) +
                                          "; expected at most " + std::to_string(kMostValues) + " values"};
    }
}

void require_length(double value, const char* name) {
    if (std::isfinite(value) && value >= 0) return;
    throw Error{ErrorCode::usage,
                std::string(name) + ": found " + std::to_string(value) + "; expected a finite number >= 0"};
}

std::vector<std::int32_t> balanced_labels(Index rows, Index groups, Random& random) {
    std::vector<std::int32_t> labels(rows);
    for (Index i = 0; i < rows; ++i)
        labels[i] = static_cast<std::int32_t>(i % groups);
    random.shuffle(std::span<std::int32_t>{labels});
    return labels;
}

std::vector<std::string> numbered_names(std::string_view prefix, Index count) {
    const std::size_t width = std::max<std::size_t>(3, std::to_string(count - 1).size());
    std::vector<std::string> names;
    names.reserve(count);
    for (Index i = 0; i < count; ++i) {
        const std::string digits = std::to_string(i);
        names.push_back(std::string(prefix) + std::string(width - digits.size(), '0') + digits);
    }
    return names;
}

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
