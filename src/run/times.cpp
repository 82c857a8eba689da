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
namespace {

void add_time(const char* phase, double time, Result& result) {
    for (auto& [name, seconds] : result.seconds) {
        if (name == "total") seconds += time;
    }
    result.seconds.emplace_back(phase, time);
}

}  // namespace

void add_reading_time(const Problem& problem, Result& result) {
    if (problem.read_seconds >= 0) add_time("read", problem.read_seconds, result);
}

void add_evidence_time(Run& run) {
    if (run.held_out.seconds > 0) add_time("validate", run.held_out.seconds, run.result);
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
