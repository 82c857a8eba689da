#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The folder `name` in the first of `folders` that has it. Error{file} with the searched folders, and the option that
/// gives another one.
std::filesystem::path find_dataset_folder(const std::string& name, std::span<const std::filesystem::path> folders,
                                          const std::string& option);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
