#include "large_files.hpp"

#include "text.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace mvlink::cli {

Problem read_large_problem(const ReadRequest& request, Context& context) {
    map_large_files();
    return with_unchanged_files([&] { return read_problem(request, context); });
}

void tell_large_files() {
    for (const LargeFile& file : mapped_files()) {
        const std::string text = fmt::format(
            "note: {}: {:.3g} GB, more than the {:.3g} GB of memory that may be used; "
            "every iteration reads it from the disk\n",
            without_controls(file.name), static_cast<double>(file.bytes) * 1e-9,
            static_cast<double>(file.memory) * 1e-9);
        std::fputs(text.c_str(), stderr);
    }
}

}  // namespace mvlink::cli
