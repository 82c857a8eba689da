#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/result.hpp>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// One table as people have it: a csv with ids, numbers with gaps, categories, dates and texts, turned into views. How
/// is the recipe, which the model keeps, so that new rows are turned into the same features. Left out with
/// -DMVLINK_IO=OFF.
namespace mvlink {
inline namespace v1 {

/// What a column of a table is taken for.
enum class ColumnKind { id, number, date, category, text, image, truth, unused };
/// "number", "true classes", ..
MVLINK_API std::string_view to_string(ColumnKind kind) noexcept;

/// How the features of a table become views.
enum class TableLayout {
    automatic,  ///< texts alone where there are texts, else images alone, else all columns: one view either way
    kinds,      ///< texts are one view, images one, all other columns another; their rows are the same objects
    joined,     ///< one view of all
};

/// What the user says about a table; the rest is recognised.
struct TableOptions {
    std::string id = {};                     ///< the column of the names of the rows
    std::vector<std::string> names = {};     ///< names that judgements use: without `id`, the column that holds them
    bool is_frame = false;                   ///< a data frame as text: commas, one line of names, every line is a row
    bool names_may_be_rows = false;          ///< all names are numbers, which may count the rows
    std::vector<std::string> text = {};      ///< columns to take as free text
    std::vector<std::string> category = {};  ///< columns to take as categories
    std::vector<std::string> drop = {};      ///< columns to leave out
    std::vector<std::string> columns = {};   ///< only these columns become features; empty: all that can
    std::string truth = {};                  ///< the column of true classes, for evaluation only
    std::string partial_labels = {};         ///< a column of classes that are known for some rows: become constraints
    std::string at_most_one = {};            ///< a column of groups: every cluster holds at most one row of each
    bool stop_words = false;                 ///< leave out common English words
    std::string folder = {};                 ///< where the files of image columns are; empty: the working folder
    TableLayout layout = TableLayout::automatic;
};

/// One column, what it was taken for, and why or how.
struct TableColumn {
    std::string name;
    ColumnKind kind = ColumnKind::unused;
    std::string how;        ///< "12 gaps, filled with the mean"; why it is not used
    std::string view;       ///< of its features; empty: it has none
    Index features = 0;     ///< a text column: the words of all text columns together
    bool is_shown = false;  ///< to a person who compares rows: neither their names nor what would give away an answer
};

struct TableCells;

/// A table that was read: its plan, and the recipe to repeat it.
struct TableSource {
    std::string name;  ///< of the file, for messages
    Index rows = 0;
    char delimiter = ',';
    bool decimal_comma = false;
    bool has_header = true;
    std::vector<TableColumn> columns;
    std::string recipe;  ///< JSON; what Model::recipe keeps
    std::shared_ptr<const TableCells> cells;
};

/// One column of two rows, as the file has it.
struct PairedCell {
    std::string name, a, b;
    std::string view;         ///< of its features; empty: it has none
    Index first_feature = 0;  ///< their columns in that view
    Index features = 0;
};

/// What a person compares of two rows: names of things and texts first, then what became numbers. -1: there is no such
/// row.
MVLINK_API std::vector<PairedCell> paired_cells(const TableSource& table, Index a, Index b);

/// The table with the columns `cluster` and `confidence` added, in its own separators; one pair of columns per
/// partition where there are several clusterings (cluster1, ..). Columns that an earlier call added are replaced; other
/// columns of these names are an Error{input}.
MVLINK_API std::string labelled_table(const TableSource& table, std::span<const Partition> partitions);

/// Whether labelled_table() can add its columns, before any work is done for them: Error{input} if not.
MVLINK_API void require_room_for_labels(const TableSource& table);

}  // namespace v1
}  // namespace mvlink
