#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Files: the dataset folder, constraints, labels, models, results, reports. Left out with -DMVLINK_IO=OFF.
namespace mvlink {
inline namespace v1 {

/// A problem as stored on disk.
struct Problem {
    Dataset data;
    std::vector<Truth> truths;
    std::vector<std::string> object_ids;  ///< of the objects if ids.txt lists them; may be empty
    std::vector<std::string> row_names;   ///< names.txt; may be empty
    std::vector<Warning> warnings;        ///< what the reader noticed
    std::string source;                   ///< what the user gave: the folder, or the files
};

struct ReadRequest {
    std::filesystem::path folder;                                      ///< or
    std::vector<std::pair<std::string, std::filesystem::path>> views;  ///< name, file
    std::vector<std::string> select;                                   ///< --views; empty: all
    std::optional<std::filesystem::path> constraints;                  ///< instead of the folder's
    std::optional<std::filesystem::path> mapping;                      ///< instead of the folder's
    bool unmapped = false;
    std::string id_column = "id";
};

MVLINK_API Problem read_problem(const ReadRequest& request, Context& context);

/// One matrix file by its ending: npy, npz, csv, tsv, mtx.
MVLINK_API View read_view(const std::string& name, const std::filesystem::path& file,
                          const std::string& id_column = "id");
/// A constraints.csv against the views and ids of a dataset.
MVLINK_API std::vector<ConstraintSpec> read_constraints(const std::filesystem::path& file);
/// One label per line: integers, or words (numbered by first appearance, the words in class_names). Also id,label,..
/// csv as written by us, with its ids.
MVLINK_API Truth read_labels(const std::filesystem::path& file);

MVLINK_API Model read_model(const std::filesystem::path& file);
/// Writes a temporary file and renames it.
MVLINK_API void write_model(const std::filesystem::path& file, const Model& model);

/// The output of a run.
struct Run {
    const Problem& problem;
    const Result& result;
    std::string command;  ///< to repeat it
    std::string title;    ///< of the report; empty: from method and source
    /// The dataset as the method saw it, where it was prepared: what the report draws. Null: as it was read.
    const Dataset* prepared = nullptr;
};

/// Measures of every partition against every truth that fits it: (partition, truth, measures). With several
/// clusterings, each is measured against the truth it is matched with, one to one.
struct Score {
    std::string partition;
    std::string truth;
    Measures measures;
};
MVLINK_API std::vector<Score> score(const Problem& problem, const std::vector<Partition>& partitions);

/// Several clusterings as a whole, against all truths that fit: see clustering_measures.hpp.
struct ClusteringScores {
    std::optional<double> e4sc;  ///< where the columns of clusterings and truths are known
    std::optional<double> e4fc;  ///< where there is a truth
};
MVLINK_API ClusteringScores score_clusterings(const Problem& problem, const Result& result);

/// result.json as text.
MVLINK_API std::string result_json(const Run& run);
/// Writes labels_*.csv, result.json, model.npz and report.html; each as a temporary file that is then renamed. The
/// folder is created if missing, files of an earlier run are replaced (label files it wrote and this one does not are
/// removed), others left alone.
MVLINK_API void write_run(const std::filesystem::path& folder, const Run& run, Context& context);
/// Labels only, as predict writes them.
MVLINK_API void write_labels(const std::filesystem::path& folder, const Dataset& data,
                             const std::vector<Partition>& partitions);

/// constraints.csv (view_a,a,view_b,b,type,weight) as text; ids where the view has ids.
MVLINK_API std::string constraints_csv(const Dataset& data, std::span<const Constraint> constraints);
/// A dataset folder: views as csv or npy, ids, mapping, constraints, labels, dataset.json.
MVLINK_API void write_dataset(const std::filesystem::path& folder, const Dataset& data, std::span<const Truth> truths);
/// Writes a temporary file and renames it.
MVLINK_API void write_text(const std::filesystem::path& file, std::string_view text);

/// report.html as text.
MVLINK_API std::string report_html(const Run& run, Context& context);

}  // namespace v1
}  // namespace mvlink
