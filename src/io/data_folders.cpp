#include "io/data_folders.hpp"

#include <fmt/format.h>
#include <mvlink/error.hpp>

#include <system_error>

namespace mvlink {
inline namespace v1 {
namespace io {

std::filesystem::path find_dataset_folder(const std::string& name, std::span<const std::filesystem::path> folders,
                                          const std::string& option) {
    std::string looked;
    for (const std::filesystem::path& folder : folders) {
        std::error_code ignored;
        if (std::filesystem::is_directory(folder / name, ignored)) return folder / name;
        looked += (looked.empty() ? "" : ", ") + (folder / name).string();
    }
    throw Error{
        ErrorCode::file,
        fmt::format("dataset \"{}\": found no folder of that name; searched {} (MVLINK_DATA can name another place)",
                    name, looked.empty() ? "nothing" : looked),
        {{option, "FOLDER"}}};
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
