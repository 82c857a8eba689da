#pragma once

#include "experiments/plan.hpp"
#include "io/appended_lines.hpp"

#include <mvlink/measures.hpp>

#include <optional>

namespace mvlink {
inline namespace v1 {
namespace experiments {

/// The outcome of one run.
struct RunRecord {
    std::uint64_t seed = 0;
    Measures measures = {};            ///< the mean over all parts
    std::vector<Measures> parts = {};  ///< one per view or true clustering, if there are several
    double e4fc = 0;                   ///< of all clusterings together, if there are several truths
    double e4sc = 0;
    double seconds = 0;
    int iterations = 0;
    std::string stop_reason = {};
    std::vector<std::pair<std::string, double>> extras = {};  ///< what only some methods have, by name
};

/// By the name that experiments give it; part < 0: of all parts together. NaN where the run has no such number.
double value_of(const RunRecord& record, const std::string& measure, int part = -1);

/// runs.csv: one line per finished run, in the order in which they finished.
class RunLog {
public:
    RunLog(const std::filesystem::path& file, bool resume)
        : name_(file.string()),
          lines_(file, header(), resume ? io::AppendedLines::Earlier::keep : io::AppendedLines::Earlier::set_aside) {}

    /// What an earlier process finished of this plan, by run. Lines of other plans are skipped.
    [[nodiscard]] std::vector<std::optional<RunRecord>> finished(const Plan& plan) const;
    /// Damaged lines that were cut off, and where an earlier log is now.
    [[nodiscard]] Index damaged() const noexcept { return lines_.damaged(); }
    [[nodiscard]] const std::filesystem::path& set_aside() const noexcept { return lines_.set_aside(); }
    /// Not for several threads at once.
    void add(const Plan& plan, const RunId& run, const RunRecord& record);

private:
    static std::string header();

    std::string name_;
    io::AppendedLines lines_;
};

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
