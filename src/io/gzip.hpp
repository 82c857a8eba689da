#pragma once

#include "io/part.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The content of a gzip file, of one part or several; its name loses ".gz". Checksums are checked, bombs are refused.
Bytes gunzipped(const Bytes& bytes);

/// As open_bytes, and unpacked if the name ends with ".gz" or standard input begins like a gzip file.
Bytes open_unpacked(const std::filesystem::path& file, std::size_t memory = SIZE_MAX);

/// Inflates into `out` what fits, and returns the size of the whole content; nothing if it is damaged or larger than
/// `most`. What was read is given back. For .mat and HDF5 files.
std::optional<std::size_t> inflate_zlib(const Part& packed, std::span<char> out, std::size_t most);

/// The first bytes of its content; false if there are fewer.
bool inflate_begin(const Part& packed, std::span<char> out);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
