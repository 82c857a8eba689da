#include "io/gzip.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <mvlink/io.hpp>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io {

std::optional<std::string> view_name_fault(std::string_view name) {
    constexpr std::string_view kClustering = "clustering";
    const auto is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    if (name.empty() || !std::all_of(name.begin(), name.end(), is_allowed)) {
        return "expected letters, digits, _ and - only";
    }
    const bool is_clustering = name.starts_with(kClustering) && name.size() > kClustering.size() &&
                               name.find_first_not_of("0123456789", kClustering.size()) == std::string_view::npos;
    if (name == "objects" || is_clustering) return "expected another name: this one is reserved for results";
    return std::nullopt;
}

namespace {

/// Standard input has no name with an ending: what it holds, by how it begins.
std::string ending_by_content(const Bytes& bytes) {
    const std::string_view text = bytes.text();
    if (text.starts_with("\x93NUMPY")) return ".npy";
    if (text.starts_with("PK")) return ".npz";
    if (text.starts_with("%%MatrixMarket")) return ".mtx";
    if (text.starts_with("MATLAB") || text.starts_with("\x89HDF")) return ".mat";
    const std::string_view first_line = text.substr(0, text.find('\n'));
    return first_line.find('\t') == std::string_view::npos ? ".csv" : ".tsv";
}

std::string ending_of(const Bytes& bytes) {
    if (bytes.name == kStandardInput) return ending_by_content(bytes);
    return lower_case(std::filesystem::path(bytes.name).extension().string());
}

}  // namespace

View parse_view(const std::string& view, const Bytes& bytes, const std::string& id_column) {
    const std::string ending = ending_of(bytes);
    if (ending == ".npy") return parse_npy_view(view, bytes);
    if (ending == ".npz") return parse_npz_view(view, bytes);
    if (ending == ".csv") return parse_csv(view, bytes, ',', id_column);
    if (ending == ".tsv") return parse_csv(view, bytes, '\t', id_column);
    if (ending == ".mtx") return parse_matrix_market(view, bytes);
    if (ending == ".mat" || ending == ".h5" || ending == ".hdf5") return parse_mat_view(view, bytes);
    if (ending == ".parquet" || ending == ".feather" || ending == ".h5ad") {
        refuse("{}: {} files are read in Python (mvlink.datasets); expected npy, npz, csv, tsv, mtx, mat or h5",
               bytes.name, ending.substr(1));
    }
    refuse("{}: unknown file type; expected npy, npz, csv, tsv, mtx, mat or h5", bytes.name);
}

}  // namespace io

View read_view(const std::string& name, const std::filesystem::path& file, const std::string& id_column) {
    if (const auto fault = io::view_name_fault(name)) {
        throw Error{ErrorCode::usage, fmt::format("view name {}: {}", io::shown(name), *fault)};
    }
    if (io::lower_case(file.extension().string()) == ".mat") return io::read_mat_view(name, file, SIZE_MAX);
    return io::parse_view(name, io::open_unpacked(file), id_column);
}

std::vector<ConstraintSpec> read_constraints(const std::filesystem::path& file) {
    return io::parse_constraints(io::open_unpacked(file));
}

Truth read_labels(const std::filesystem::path& file) {
    const io::Bytes bytes = io::open_bytes(file);
    Truth truth = io::parse_labels(bytes);
    truth.name = io::truth_name(bytes.name);
    return truth;
}

}  // namespace v1
}  // namespace mvlink
