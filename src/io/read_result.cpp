#include "io/csv_records.hpp"
#include "io/readers.hpp"
#include "io/result_files.hpp"
#include "io/stored_result.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace {

namespace fs = std::filesystem;

std::int32_t label_of(std::string_view text, const std::string& where) {
    const auto label = io::parse_integer(text);
    if (!label || *label < 0 || *label > std::numeric_limits<std::int32_t>::max()) {
        io::refuse("{}: label {}; expected a whole number >= 0", where, io::shown(text));
    }
    return static_cast<std::int32_t>(*label);
}

double confidence_of(std::string_view text, const std::string& where) {
    const auto confidence = io::parse_number(text);
    if (!confidence || !(*confidence >= 0 && *confidence <= 1)) {
        io::refuse("{}: confidence {}; expected a number from 0 to 1", where, io::shown(text));
    }
    return *confidence;
}

/// What the run may have labelled, in the order of its partitions.
std::vector<std::pair<Scope, std::string>> possible_partitions(const StoredResult& result) {
    std::vector<std::pair<Scope, std::string>> possible;
    for (const StoredView& view : result.views)
        possible.emplace_back(Scope::view, view.name);
    possible.emplace_back(Scope::objects, "objects");
    return possible;
}

void require_rows(const StoredPartition& partition, const StoredResult& result, const std::string& file) {
    for (const StoredView& view : result.views) {
        const bool is_of_view = partition.scope == Scope::clustering || view.name == partition.name;
        if (partition.scope == Scope::objects || !is_of_view) continue;
        if (static_cast<Index>(partition.labels.size()) == view.rows) return;
        io::refuse("{}: {} labels; expected {}, one per row of view {}", file, partition.labels.size(), view.rows,
                   io::shown(view.name));
    }
}

class LabelsBeside {
public:
    LabelsBeside(const fs::path& folder, StoredResult& result) : files_(folder, result.files), result_(result) {}

    /// Files are found by the names that the run itself has, so copies under other names are left alone.
    void read() {
        for (const auto& [scope, name] : possible_partitions(result_))
            read_if_there(scope, name);
        int number = 1;
        while (read_if_there(Scope::clustering, fmt::format("clustering{}", number)))
            ++number;
    }

private:
    bool read_if_there(Scope scope, const std::string& name) {
        // A name that no view can have would lead out of the folder.
        if (scope == Scope::view && io::view_name_fault(name)) return false;
        const std::string file = fmt::format("labels_{}.csv", name);
        if (!files_.has(file)) return false;
        const io::Bytes bytes = files_.open(file);
        result_.partitions.push_back(io::parse_label_file(scope, name, bytes));
        require_rows(result_.partitions.back(), result_, bytes.name);
        return true;
    }

    io::ResultFiles files_;
    StoredResult& result_;
};

}  // namespace

namespace io {

StoredPartition parse_label_file(Scope scope, const std::string& name, const Bytes& bytes) {
    require_utf8(bytes);
    CsvRecords records(bytes, ',');
    CsvFields fields;
    const CsvFields header{"id", "label", "confidence"};
    if (!records.next(fields) || fields != header) refuse("{}: expected the columns id,label,confidence", bytes.name);
    StoredPartition partition{scope, name, {}, {}, {}};
    while (records.next(fields)) {
        if (fields.size() != header.size()) {
            refuse("{}: {} fields; expected {}", records.where(), fields.size(), header.size());
        }
        partition.ids.emplace_back(fields[0]);
        partition.labels.push_back(label_of(fields[1], records.where()));
        partition.confidence.push_back(confidence_of(fields[2], records.where()));
    }
    return partition;
}

}  // namespace io

StoredResult read_result(const fs::path& path) {
    return io::read_results([&] {
        const bool is_folder = fs::is_directory(path);
        const fs::path file = is_folder ? path / "result.json" : path;
        StoredResult result = io::parse_result(io::open_bytes(file, SIZE_MAX, io::FileKind::regular));
        LabelsBeside(is_folder ? path : path.parent_path(), result).read();
        return result;
    });
}

}  // namespace v1
}  // namespace mvlink
