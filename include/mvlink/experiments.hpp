#pragma once

#include <mvlink/context.hpp>
#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The papers' experiments, run again: numbers, intervals, plots, claims, verdicts. Left out with -DMVLINK_IO=OFF.
namespace mvlink {
inline namespace v1 {

struct ExperimentInfo {
    std::string name;  ///< "figure2"
    std::string title;
    std::vector<std::string> datasets;
    std::vector<std::string> methods;          ///< labels
    std::vector<std::string> missing_methods;  ///< that it names and this library does not have
    Index runs = 0;                            ///< of the full experiment, those shared with others counted
};

struct PaperInfo {
    std::string name;  ///< "bilenko2004"
    std::string title;
    std::string citation;
    std::vector<ExperimentInfo> experiments;
};

/// Every paper whose experiments are declared.
MVLINK_API std::vector<PaperInfo> reproducible_papers();

/// A dataset folder that experiments read.
struct DataSource {
    std::string folder;               ///< its name
    std::string what;                 ///< rows, views, classes
    std::string origin;               ///< the collection or publication that it comes from
    std::vector<std::string> papers;  ///< that use it
};
/// Those of all papers. Empty `what`: nothing is known about it.
MVLINK_API std::vector<DataSource> data_of_papers();

struct ReproduceRequest {
    std::string paper = {};
    std::string experiment = {};                           ///< empty: all of the paper
    bool quick = false;                                    ///< fewer repetitions, fewer points of the sweep
    bool resume = false;                                   ///< keep what runs.csv in `folder` has
    std::vector<std::filesystem::path> data_folders = {};  ///< where datasets are searched, in this order
    std::filesystem::path folder = {};                     ///< of the results; made if missing
    std::string command = {};                              ///< to repeat it, for the pages

    // The same protocol on other data, with other methods, at other points of the sweep.
    std::vector<std::filesystem::path> datasets = {};  ///< dataset folders instead of the paper's
    std::vector<std::string> views = {};               ///< of them; empty: all
    std::vector<std::string> methods =
        {};  ///< "label=name option=value ..", or a label of the experiment; instead of its own
    std::vector<double> sweep = {};
    int repetitions = 0;  ///< 0: as declared
};

/// Of one comparison: reproduced, slight (in the claimed direction, but too small to matter), not_reproduced or
/// inconclusive. Of a claim with several comparisons also mostly_reproduced and mixed.
enum class Verdict { reproduced, mostly_reproduced, mixed, slight, not_reproduced, inconclusive };
/// "reproduced", "mostly reproduced", ..
MVLINK_API std::string_view to_string(Verdict verdict) noexcept;

struct ClaimOutcome {
    std::string experiment;
    std::string claim;
    std::string form;  ///< "mode=paper" or "mode=corrected", if a method has both forms and they are judged apart
    bool own = false;  ///< not a claim of the paper
    Verdict verdict = Verdict::inconclusive;
    std::string detail;  ///< how many of its comparisons hold, and which do not
};

struct ReproduceOutcome {
    bool cancelled = false;  ///< then nothing but runs.csv was written, and `resume` goes on from there
    Index runs = 0;          ///< of all experiments, each once
    Index done = 0;
    Index reused = 0;   ///< of an earlier process
    Index damaged = 0;  ///< lines of runs.csv that were cut off because they were incomplete or changed
    std::filesystem::path set_aside = {};  ///< where the runs.csv of an earlier call is now, if it was not resumed
    std::vector<ClaimOutcome> claims;
    std::string tables;  ///< table.md
    std::string json;    ///< all numbers
};

/// Runs the experiments, as many runs at a time as the context has threads; the results do not depend on it.
/// Writes runs.csv, table.md, table.tex, one SVG per experiment, README.md and index.html. Progress: runs done of all.
MVLINK_API ReproduceOutcome reproduce(const ReproduceRequest& request, Context& context);

}  // namespace v1
}  // namespace mvlink
