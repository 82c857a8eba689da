#pragma once

#include "io/bytes.hpp"

#include <cstdint>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The content of a gzip file, of one part or several; its name loses ".gz". Checksums are checked, bombs are refused.
Bytes gunzipped(const Bytes& bytes);

/// As open_bytes, and unpacked if the name ends with ".gz" or standard input begins like a gzip file.
Bytes open_unpacked(const std::filesystem::path& file, std::size_t memory = SIZE_MAX);

/// Its content inflated; it may grow to `most` bytes. False if it is damaged or would grow further. For .mat files.
bool inflate_zlib(std::span<const char> packed, std::size_t most, std::vector<char>& out);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
