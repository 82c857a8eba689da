#include "io/learnt_features.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

std::string name_in(const Run& run, int view, std::size_t feature) {
    const auto names = run.prepared.view(view).column_names();
    return feature < names.size() ? names[feature] : "column " + std::to_string(feature);
}

}  // namespace

std::string feature_name(const Run& run, std::size_t feature) {
    return name_in(run, 0, feature);
}

std::string feature_name(const Run& run, const std::string& view, Index column) {
    return name_in(run, run.problem.data.find_view(view).value_or(0), static_cast<std::size_t>(column));
}

std::vector<std::size_t> largest_positions(std::span<const double> values, std::size_t most) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, order.size()));
    std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](std::size_t a, std::size_t b) {
        const double size_a = std::abs(values[a]), size_b = std::abs(values[b]);
        return size_a != size_b ? size_a > size_b : a < b;
    });
    order.resize(count);
    return order;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
