#include "io/descriptors.hpp"
#include "io/temporary.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <mvlink/io.hpp>

#include <cerrno>

namespace mvlink {
inline namespace v1 {

namespace {

namespace fs = std::filesystem;

/// The target of a link, so that the link itself is kept.
fs::path link_target(const fs::path& file) {
    std::error_code error;
    if (!fs::is_symlink(file, error)) return file;
    const fs::path target = fs::weakly_canonical(file, error);
    return error ? file : target;
}

/// A device or a pipe must stay what it is.
void write_into(const fs::path& place, std::string_view text) {
    io::Descriptor output(io::open_file(place, O_WRONLY));
    if (!output.is_open()) io::refuse_to_write(place, errno);
    while (!text.empty()) {
        const ssize_t done = ::write(output.number(), text.data(), text.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) io::refuse_to_write(place, errno);
        text.remove_prefix(done);
    }
    if (output.close() != 0) io::refuse_to_write(place, errno);  // some errors show only here
}

}  // namespace

void write_text(const fs::path& file, std::string_view text) {
    const fs::path place = link_target(file);
    const fs::path folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
    struct stat status {};
    const bool exists = ::stat(place.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) io::refuse_to_write(place, EISDIR);
    if (exists && !S_ISREG(status.st_mode)) return write_into(place, text);
    io::sweep_temporaries_of(place);
    io::Temporary temporary(place);
    temporary.write(text);
    temporary.sync();
    temporary.move_to_place();
    io::sync_folder(folder);
}

}  // namespace v1
}  // namespace mvlink
