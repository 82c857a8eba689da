#pragma once

#include <mvlink/io.hpp>

#include <string>

namespace mvlink {
inline namespace v1 {
namespace io {

/// Whether a file of a results folder begins as mvlink writes the file of this name.
bool begins_like_own_file(const std::filesystem::path& file);

/// Error{file} if the file is there, mvlink did not write it, and the folder is not forced.
void require_own_file(const OutputFolder& folder, const std::string& name);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
