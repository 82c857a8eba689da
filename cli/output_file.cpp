#include "output_file.hpp"

#include "screen.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace fs = std::filesystem;

namespace mvlink::cli {
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
    throw Error(ErrorCode::file, fmt::format("{}: cannot be written: {}", path.string(), why));
}

void require_writable(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) refuse(file, "it is a folder, not a file");
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, error)) refuse(file, fmt::format("there is no folder {}", folder.string()));
    if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(file, std::strerror(errno));
}

}  // namespace

OutputFile::OutputFile(std::string name, OwnFile kind, bool force) : name_(std::move(name)) {
    if (is_screen()) return;
    require_writable(name_);
    if (!force) require_own_or_no_file(name_, kind);
}

void OutputFile::write(std::string_view text) const {
    if (is_screen()) return print_data(text);
    write_text(name_, text);
}

void add_force_argument(CLI::App& app, bool& force) {
    app.add_flag("--force", force, "Replace files of that name that mvlink did not write.")->group("Output");
}

}  // namespace mvlink::cli
