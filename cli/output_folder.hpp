#pragma once

#include <mvlink/io.hpp>

#include <memory>
#include <string>

namespace mvlink::cli {

/// The folder of -o, made and held from now on, so that an hour's run is not lost at the end; none if it is empty.
std::unique_ptr<OutputFolder> open_output(const std::string& folder, bool force);

/// Throws Error{usage} for "-", which is standard output, where a command writes a folder.
void require_folder(const std::string& folder);

/// Throws Error{usage} if more than one of them goes to standard output.
void require_one_on_screen(bool json, const std::string& folder, const std::string& join);

}  // namespace mvlink::cli
