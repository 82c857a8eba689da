#pragma once

#include "io/bytes.hpp"

#include <mvlink/constraint.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/judgements.hpp>
#include <mvlink/model.hpp>
#include <mvlink/view.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// One function per format, from memory. All throw Error{input} with file, position and what was expected.
namespace mvlink {
inline namespace v1 {
namespace io {

View parse_csv(const std::string& view, const Bytes& bytes, char delimiter, const std::string& id_column);
View parse_npy_view(const std::string& view, const Bytes& bytes);
View parse_npz_view(const std::string& view, const Bytes& bytes);
View parse_mat_view(const std::string& view, const Bytes& bytes);
/// Without the whole file in memory.
View read_mat_view(const std::string& view, const std::filesystem::path& file, std::size_t memory);
View parse_matrix_market(const std::string& view, const Bytes& bytes);

/// One text per line, trimmed, none empty; blank lines may end the file.
std::vector<std::string> parse_lines(const Bytes& bytes, std::string_view what);
/// Labels and class names; name and view are left to the caller.
Truth parse_labels(const Bytes& bytes);
/// "labels" of labels.txt, x of labels_x.csv, the stem of others.
std::string truth_name(const std::string& file_name);

std::vector<Judgement> parse_judgements(const Bytes& bytes);
/// The constraints that they stand for.
std::vector<ConstraintSpec> parse_constraints(const Bytes& bytes);

struct MappingSpec {
    InstanceRef a;
    InstanceRef b;
    std::string where;
};
std::vector<MappingSpec> parse_mapping(const Bytes& bytes);

/// What dataset.json says; a list that is absent leaves the choice to the folder.
struct DatasetJson {
    struct ViewEntry {
        std::string name;
        std::string file;
    };
    struct LabelsEntry {
        std::string file;
        std::vector<Index> columns;  ///< that separate its classes, if named
    };
    std::optional<std::vector<ViewEntry>> views;
    std::optional<std::vector<LabelsEntry>> labels;
    bool made_by_mvlink = false;
};
DatasetJson parse_dataset_json(const Bytes& bytes);

Model parse_model(const Bytes& bytes);

/// [A-Za-z0-9_-]+, not `objects`, not `clustering<N>`; else what was expected, for a message.
std::optional<std::string> view_name_fault(std::string_view name);

/// By the ending of the name: npy, npz, csv, tsv, mtx.
View parse_view(const std::string& view, const Bytes& bytes, const std::string& id_column);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
