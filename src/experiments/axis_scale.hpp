#pragma once

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Maps values to positions on the page, with ticks at round numbers.
class AxisScale {
public:
    /// `first` and `last` are where `low` and `high` lie on the page.
    AxisScale(double low, double high, double first, double last);
    /// Widens low and high to ticks.
    static AxisScale rounded(double low, double high, double first, double last);

    [[nodiscard]] double operator()(double value) const;
    [[nodiscard]] std::vector<double> ticks() const;

private:
    double low_, high_, first_, last_;
    double step_ = 1;
};

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
