#include "methods/mvcsc/weights.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

std::vector<double> all_on_the_smallest(std::span<const double> v) {
    const double least = *std::min_element(v.begin(), v.end());
    const auto equal = static_cast<double>(std::count(v.begin(), v.end(), least));
    std::vector<double> mu;
    for (const double value : v) {
        mu.push_back(value == least ? 1 / equal : 0);
    }
    return mu;
}

}  // namespace

std::vector<double> view_weights(std::span<const double> v, double beta) {
    if (beta <= 0) return all_on_the_smallest(v);
    std::vector<double> sorted(v.begin(), v.end());
    std::sort(sorted.begin(), sorted.end());
    double theta = sorted.front() + beta, sum = 0;
    for (std::size_t p = 0; p < sorted.size(); ++p) {
        sum += sorted[p];
        const double next = (sum + beta) / static_cast<double>(p + 1);
        if (next <= sorted[p]) break;  // this view and all rougher ones are ignored
        theta = next;
    }
    std::vector<double> mu;
    double total = 0;
    for (const double value : v) {
        mu.push_back(std::max((theta - value) / beta, 0.0));
        total += mu.back();
    }
    if (!(total > 0)) return all_on_the_smallest(v);  // beta is too small to be seen beside v
    for (double& weight : mu) {
        weight /= total;  // 1 but for rounding
    }
    return mu;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
