#include "run/steps.hpp"

namespace mvlink {
inline namespace v1 {

double seconds_of(const Result& result, std::string_view phase) {
    for (const auto& [name, seconds] : result.seconds) {
        if (name == phase) return seconds;
    }
    return 0;
}

namespace pipeline {

void add_reading_time(const Problem& problem, Result& result) {
    if (problem.read_seconds < 0) return;
    for (auto& [phase, seconds] : result.seconds) {
        if (phase == "total") seconds += problem.read_seconds;
    }
    result.seconds.emplace_back("read", problem.read_seconds);
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
