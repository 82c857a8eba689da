#pragma once

#include <mvlink/compare.hpp>

#include <string>

namespace mvlink::cli {

/// A table with one column per result, then how far their labels agree, pair by pair.
std::string describe_comparison(const Comparison& comparison);

}  // namespace mvlink::cli
