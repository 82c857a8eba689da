#pragma once

#include <filesystem>

namespace mvlink::cli {

/// Throws Error{file} if results could not be written to this folder; leaves nothing behind. Asked before the work, so
/// that an hour's run does not end at a full stop.
void require_writable_folder(const std::filesystem::path& folder);
/// The same for one file.
void require_writable_file(const std::filesystem::path& file);

}  // namespace mvlink::cli
