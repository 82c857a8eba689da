#include "experiments/axis_scale.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

/// About five ticks at 1, 2 or 5 times a power of ten.
double tick_step(double range) {
    constexpr double kTicks = 5;
    const double rough = range / kTicks;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (rough <= factor * power * (1 + 1e-9)) return factor * power;
    }
    return 10 * power;
}

}  // namespace

AxisScale::AxisScale(double low, double high, double first, double last)
    : low_(low), high_(high), first_(first), last_(last) {
    if (!(high_ > low_)) {
        low_ -= 0.5;
        high_ += 0.5;
    }
    step_ = tick_step(high_ - low_);
}

AxisScale AxisScale::rounded(double low, double high, double first, double last) {
    constexpr double kLeastRange = 0.05;
    if (!(high - low >= kLeastRange)) {
        const double middle = (low + high) / 2;
        low = middle - kLeastRange / 2;
        high = middle + kLeastRange / 2;
    }
    const double step = tick_step(high - low);
    AxisScale scale(std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step, first, last);
    scale.step_ = step;
    return scale;
}

double AxisScale::operator()(double value) const {
    return first_ + (value - low_) / (high_ - low_) * (last_ - first_);
}

std::vector<double> AxisScale::ticks() const {
    std::vector<double> ticks;
    for (double number = std::ceil(low_ / step_ - 1e-9); number * step_ <= high_ + 1e-9 * step_; ++number) {
        ticks.push_back(number * step_);
    }
    return ticks;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
