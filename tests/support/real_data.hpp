#pragma once

#include "support/places.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace mvlink::support {

/// The folder of real datasets: $MVLINK_DATA, or shared/data next to the project. May be absent.
inline std::filesystem::path real_data() {
    const char* given = std::getenv("MVLINK_DATA");
    return given != nullptr ? std::filesystem::path(given) : source_folder() / "../shared/data";
}

}  // namespace mvlink::support

/// Skips a test where the real datasets are not at hand.
#define MVLINK_NEEDS_REAL_DATA()                                \
    if (!std::filesystem::exists(mvlink::support::real_data())) \
    GTEST_SKIP() << "no datasets at " << mvlink::support::real_data() << "; set MVLINK_DATA"
