#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// True classes, for evaluation only.
struct Truth {
    std::string name = "labels";  ///< "labels" for labels.txt, x for labels_x.txt
    std::string view;             ///< the view whose rows it labels; empty: of every view, or of the objects
    std::vector<std::int32_t> labels;
    std::vector<std::string> class_names;  ///< by label; may be empty
    std::vector<Index> columns = {};       ///< the columns of its view that separate its classes, if known
    std::vector<std::string> ids = {};     ///< of the rows, if its file has them; may be empty
};

struct TableSource;

/// A dataset and what is known besides: what every front end hands over.
struct Problem {
    Dataset data;
    std::vector<Truth> truths = {};
    std::vector<std::string> object_ids = {};       ///< of the objects if ids.txt lists them; may be empty
    std::vector<std::string> row_names = {};        ///< names.txt; may be empty
    std::vector<Warning> warnings = {};             ///< what was noticed while the problem was put together
    std::string source = {};                        ///< what the user gave: the folder, or the files
    double read_seconds = -1;                       ///< time to read it; negative: it was not read from files
    std::shared_ptr<const TableSource> table = {};  ///< the table that its views were made of, if it was one table
    std::string recipe = {};                        ///< how they were made: Model::recipe
};

/// How the rows of several views map where nobody states it, for every front end:
///   - all views have ids: equal ids are the same object;
///   - no view has ids: row i of every view is object i if all have equally many rows, else nothing is mapped;
///   - some views have ids: equal ids map, the views without ids stay unmapped.
/// Adds a warning where views stay unmapped. A dataset of one view comes back as it is.
MVLINK_API Dataset with_implied_mapping(const Dataset& data, std::vector<Warning>& warnings);

}  // namespace v1
}  // namespace mvlink
