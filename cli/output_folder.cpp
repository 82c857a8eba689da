#include "output_folder.hpp"

#include <mvlink/error.hpp>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace mvlink::cli {
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
    throw Error(ErrorCode::file, fmt::format("{}: cannot be written: {}", path.string(), why));
}

}  // namespace

std::unique_ptr<OutputFolder> open_output(const std::string& folder, bool force) {
    return folder.empty() ? nullptr : std::make_unique<OutputFolder>(folder, force);
}

void add_force_argument(CLI::App& app, bool& force) {
    app.add_flag("--force", force, "Replace files of that name that mvlink did not write.")->group("Output");
}

void require_folder(const std::string& folder) {
    if (folder != "-") return;
    throw Error(ErrorCode::usage, "-o -: this command writes several files; expected the name of a folder");
}

void require_one_on_screen(bool json, const std::string& folder, const std::string& join) {
    const int outputs = (json ? 1 : 0) + (folder == "-" ? 1 : 0) + (join == "-" ? 1 : 0);
    if (outputs < 2) return;
    throw Error(ErrorCode::usage, "two of --json, -o - and --join - write to standard output; expected one of them");
}

void require_writable_file(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) refuse(file, "it is a folder, not a file");
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, error)) refuse(file, fmt::format("there is no folder {}", folder.string()));
    if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(file, std::strerror(errno));
}

}  // namespace mvlink::cli
