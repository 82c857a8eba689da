#pragma once

#include <filesystem>

namespace mvlink::support {

/// The folder of the sources. Only places.cpp is compiled with its name, so that a compiler cache knows every other
/// test again in another folder.
std::filesystem::path source_folder();

}  // namespace mvlink::support
