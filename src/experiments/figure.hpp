#pragma once

#include "experiments/analysis.hpp"

#include <string>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// Learning curves with 95 % intervals as SVG, one panel per dataset. Readable on light and dark backgrounds.
std::string figure_svg(const Analysis& analysis);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
