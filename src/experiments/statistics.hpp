#pragma once

#include <cstddef>
#include <span>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// A mean and how well it is known: a 95 % interval by Student's t. With one value the interval is not known (nan).
struct Estimate {
    double mean = 0;
    double error = 0;  ///< standard error
    double low = 0;
    double high = 0;
    std::size_t count = 0;
};

Estimate estimate(std::span<const double> values);

/// The 97.5 % quantile of Student's t.
double student_quantile(std::size_t degrees);

double standard_deviation(std::span<const double> values);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
