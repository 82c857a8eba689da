#include "output_folder.hpp"

#include <mvlink/error.hpp>

namespace mvlink::cli {

std::unique_ptr<OutputFolder> open_output(const std::string& folder, bool force) {
    return folder.empty() ? nullptr : std::make_unique<OutputFolder>(folder, force);
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

}  // namespace mvlink::cli
