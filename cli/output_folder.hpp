#pragma once

#include <filesystem>

namespace mvlink::cli {

/// Throws Error{file} if results could not be written to this folder; leaves nothing behind. Checked before the work,
/// so that an hour's run is not lost at the end.
void require_writable_folder(const std::filesystem::path& folder);
/// The same for one file.
void require_writable_file(const std::filesystem::path& file);

}  // namespace mvlink::cli
