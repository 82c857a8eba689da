#pragma once

#include "io/zip.hpp"

#include <mvlink/model.hpp>

#include <string>

/// The arrays of a model that are not dense doubles, as entries of its archive.
namespace mvlink {
inline namespace v1 {
namespace io {

/// What the header says of a table: shape and View::kind().
struct TableEntry {
    std::string name;
    Index rows = 0;
    Index cols = 0;
    std::string kind;
};

/// Dense: "<name>.npy". Sparse: "<name>.indptr.npy", "<name>.indices.npy" and "<name>.data.npy", as SciPy names them.
void add_table(ZipWriter& archive, const View& table);
View read_table(ZipReader& archive, const TableEntry& entry, const std::string& file);

/// "<name>.npy"
void add_integers(ZipWriter& archive, const NamedIntegers& integers);
NamedIntegers read_integers(ZipReader& archive, const std::string& name, Index count, const std::string& file);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
