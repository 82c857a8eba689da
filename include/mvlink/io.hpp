#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/judgements.hpp>
#include <mvlink/model.hpp>
#include <mvlink/options.hpp>
#include <mvlink/problem.hpp>
#include <mvlink/result.hpp>
#include <mvlink/run.hpp>
#include <mvlink/select.hpp>
#include <mvlink/stored_result.hpp>
#include <mvlink/table.hpp>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Files: the dataset folder, constraints, labels, models, results, reports. Left out with -DMVLINK_IO=OFF.
namespace mvlink {
inline namespace v1 {

/// Which files make a problem.
struct ReadRequest {
    std::filesystem::path folder = {};  ///< or
    std::filesystem::path table = {};   ///< one csv of any columns; "-": standard input; or
    std::vector<std::pair<std::string, std::filesystem::path>> views = {};  ///< name, file
    std::vector<std::string> select = {};                                   ///< only these views; empty: all
    std::optional<std::filesystem::path> constraints = {};                  ///< instead of the folder's
    std::optional<std::filesystem::path> mapping = {};                      ///< instead of the folder's
    std::optional<std::filesystem::path> partial_labels = {};  ///< known classes of some rows: become constraints
    std::optional<std::filesystem::path> at_most_one = {};     ///< groups, one per row: every cluster holds one of each
    bool unmapped = false;
    bool known_classes_only = false;  ///< no constraints but those of known classes
    std::string id_column = "id";
    TableOptions table_options = {};
    std::string table_recipe = {};  ///< Model::recipe: make the features as this model's table did
};

MVLINK_API Problem read_problem(const ReadRequest& request, Context& context);
/// The problem of a table that is text already, as read_problem makes it of a file; `name` stands for it in messages.
MVLINK_API Problem parse_table(std::string text, const std::string& name, const TableOptions& options,
                               const std::string& recipe, Context& context);

/// One matrix file by its ending: npy, npz, csv, tsv, mtx, mat; csv.gz and other endings followed by .gz.
MVLINK_API View read_view(const std::string& name, const std::filesystem::path& file,
                          const std::string& id_column = "id");
/// A constraints.csv, or judgements as people write them: what `read_judgements` reads.
MVLINK_API std::vector<ConstraintSpec> read_constraints(const std::filesystem::path& file);
/// One label per line: integers, or words (numbered by first appearance, the words in class_names). Also id,label,..
/// csv as written by us, with its ids.
MVLINK_API Truth read_labels(const std::filesystem::path& file);

/// The labels of `file` in the order of `ids`, which stand in `other`. Labels without ids stay as they are.
MVLINK_API std::vector<std::int32_t> labels_in_order(std::span<const std::string> ids, const std::string& other,
                                                     const Truth& labels, const std::string& file);

/// The name of the model in the folder of a run.
constexpr auto kModelFile = "model.npz";
/// A model file, or the one in the folder of a run, which is refused with Error{input} if another run wrote it than the
/// result.json beside it. Error{internal} if it would need more memory than the context allows.
MVLINK_API Model read_model(const std::filesystem::path& path);
MVLINK_API Model read_model(const std::filesystem::path& path, const Context& context);
/// Writes a temporary file and renames it.
MVLINK_API void write_model(const std::filesystem::path& file, const Model& model);

/// An earlier answer to start from, so that cluster numbers stay.
struct WarmStart {
    Start start;
    std::shared_ptr<const Model> model = {};  ///< what start.model points to
};
/// Reads a model.npz, a file of labels, or the folder of an earlier run: its model where the method can start from one,
/// else its labels.
MVLINK_API WarmStart read_warm_start(const std::filesystem::path& path, const Dataset& data, const Starts& starts);

/// The format of result.json.
constexpr int kResultSchema = 1;
/// What result.json tells of a run, and its text.
MVLINK_API StoredResult stored_result(const Run& run);
MVLINK_API std::string result_json(const StoredResult& result);
MVLINK_API std::string result_json(const Run& run);
/// What `mvlink select --json` prints: the candidates with their held-out agreement, and the command that repeats it.
MVLINK_API std::string selection_json(const Selection& selection, const std::string& command);
/// Reads a run back: the folder that write_run wrote, or its result.json; the labels beside it where they are there.
/// Error{input} names file and field, or the file that this run did not write.
MVLINK_API StoredResult read_result(const std::filesystem::path& path);

/// In which plane the report draws the rows.
enum class ReportMap {
    automatic,  ///< the method's own embedding, else its learnt metric, else the features: whichever the run has first
    pca,        ///< principal components of the features as the method saw them
    metric,     ///< principal components under the learnt metric
    embedding,  ///< principal components of the method's own embedding
    spectral,   ///< eigenvectors of the graph of nearest neighbours among the rows that are drawn
};
template <>
struct EnumNames<ReportMap> {
    static constexpr std::array<std::string_view, 5> values{"auto", "pca", "metric", "embedding", "spectral"};
};

struct ReportOptions {
    ReportMap map = ReportMap::automatic;
};
/// Throws Error{usage} if a run of this method never has what the map shows.
MVLINK_API void check_report(const ReportOptions& options, std::string_view method);

/// A folder that results will be written to. It is made if missing and locked against other processes for as long as
/// this lives; folders that it made and that are still empty are removed at the end. Error{file} if the folder cannot
/// be made or written, or if another process holds it.
class MVLINK_API OutputFolder {
public:
    /// With `force`, files that mvlink did not write may be replaced.
    explicit OutputFolder(std::filesystem::path folder, bool force = false);
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept;
    [[nodiscard]] bool force() const noexcept;
    /// The folders that it made, innermost first: what a signal handler may remove if they are empty.
    [[nodiscard]] const std::vector<std::string>& made() const noexcept;
    /// Error{file} if a file that write_run always writes is there and mvlink did not write it. Call it before the
    /// work.
    void require_no_foreign_results() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Writes labels_*.csv, result.json, model.npz and report.html in one step: whatever happens, readers find all files of
/// this run or all of the earlier one. Files of an earlier run are replaced (label files it wrote and this one does not
/// are removed), others left alone; Error{file} if mvlink did not write what it would replace.
MVLINK_API void write_run(OutputFolder& folder, const Run& run, Context& context, const ReportOptions& options = {});
MVLINK_API void write_run(const std::filesystem::path& folder, const Run& run, Context& context,
                          const ReportOptions& options = {});
/// Labels only, as predict writes them, in one step too. Error{file} if the folder holds a run, whose labels these are
/// not.
MVLINK_API void write_labels(OutputFolder& folder, const Dataset& data, const std::vector<Partition>& partitions);
MVLINK_API void write_labels(const std::filesystem::path& folder, const Dataset& data,
                             const std::vector<Partition>& partitions);

/// constraints.csv (view_a,a,view_b,b,type,weight) as text; ids where the view has ids.
MVLINK_API std::string constraints_csv(const Dataset& data, std::span<const Constraint> constraints);
/// A dataset folder: views as csv or npy, ids, mapping, constraints, labels, dataset.json.
MVLINK_API void write_dataset(OutputFolder& folder, const Dataset& data, std::span<const Truth> truths);
MVLINK_API void write_dataset(const std::filesystem::path& folder, const Dataset& data, std::span<const Truth> truths);
/// What a file is written for, which tells one of ours from one of the user's.
enum class OwnFile { constraints, questions, labels, labelled_table };
/// Error{file} if a file is there, holds something, and does not begin as mvlink writes files of this kind. A list of
/// questions that somebody has answered is no longer ours.
MVLINK_API void require_own_or_no_file(const std::filesystem::path& file, OwnFile kind);
/// Writes a temporary file and renames it.
MVLINK_API void write_text(const std::filesystem::path& file, std::string_view text);

/// Removes the temporary files of whatever this process is writing and has not finished, for handlers that end it: safe
/// in a signal handler and in that of std::terminate, since it allocates nothing. Files already in place stay.
MVLINK_API void remove_unfinished_files() noexcept;

/// report.html as text.
MVLINK_API std::string report_html(const Run& run, Context& context, const ReportOptions& options = {});

/// One plot of the report, for other programs to draw: the rows of a view, or the objects, under one partition. Of many
/// rows it is a sample.
struct RowMap {
    struct Link {
        std::size_t from = 0, to = 0;  ///< positions in `instances`
        mvlink::Link link = mvlink::Link::must;
        bool violated = false;
    };
    Scope scope = Scope::view;
    std::string partition;              ///< its name
    std::string view;                   ///< empty: it shows objects
    std::vector<InstanceId> instances;  ///< of an object, its first
    std::vector<std::int32_t> labels;
    std::vector<double> coordinates;  ///< two per instance
    std::vector<Link> links;
    std::array<std::string, 2> axes;
    std::string words;  ///< which map it is and what it shows: a sentence
};
MVLINK_API std::vector<RowMap> row_maps(const Run& run, Context& context, const ReportOptions& options = {});

}  // namespace v1
}  // namespace mvlink
