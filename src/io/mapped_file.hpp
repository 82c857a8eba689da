#pragma once

#include "io/bytes.hpp"

#include <optional>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The file by its pages, if it is larger than `memory` and the program lets files be mapped (`map_large_files`); else
/// nothing. A program that shortens it does not end this one: what is missing reads as zero, and
/// `require_unchanged_files` says so.
std::optional<Bytes> mapped_if_large(const std::filesystem::path& file, std::size_t memory);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
