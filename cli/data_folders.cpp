#include "data_folders.hpp"

#include <cstdlib>

namespace mvlink::cli {

std::vector<std::filesystem::path> data_folders(const std::string& given) {
    if (!given.empty()) return {given};
    if (const char* variable = std::getenv("MVLINK_DATA"); variable != nullptr && *variable != '\0') return {variable};
    return {"data", "../shared/data"};
}

}  // namespace mvlink::cli
