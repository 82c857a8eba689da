#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mvlink::cli {

/// Where the papers' datasets are searched: in the folder given only, else in MVLINK_DATA only, else in two default
/// places.
std::vector<std::filesystem::path> data_folders(const std::string& given);

}  // namespace mvlink::cli
