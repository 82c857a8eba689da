#pragma once

#include "io/descriptors.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A file that is written under a temporary name beside its place. It is locked while its process lives, so that others
/// can tell a file in use from one that a dead process left; it is removed unless it reaches its place or is kept, also
/// by remove_unfinished_files().
class Temporary {
public:
    /// Takes over the permissions of the file in that place. Error{file} if it cannot be made.
    explicit Temporary(std::filesystem::path place);
    ~Temporary();
    Temporary(Temporary&& other) noexcept;
    Temporary& operator=(Temporary&&) = delete;

    /// Error{file}, as the others.
    void write(std::string_view content);
    /// Until it is on the disk.
    void sync();
    void move_to_place();
    /// It will not be removed any more.
    void keep() noexcept;
    /// It will be, as at first.
    void keep_no_longer() noexcept;

    [[nodiscard]] const std::filesystem::path& place() const noexcept;
    [[nodiscard]] const std::filesystem::path& beside() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;  // its name is listed as unfinished, so it stays where it is when this is moved
};

/// The list of an unfinished change of a folder, see folder_change.hpp. While it is there, temporary files may be the
/// content.
constexpr const char* kCommitList = ".mvlink-commit.json";

/// Whether a temporary file of this program may have this name.
bool is_temporary_name(std::string_view name) noexcept;

/// Removes temporary files that dead processes left in a folder. Whatever fails is left for the next time.
void sweep_temporaries(const std::filesystem::path& folder) noexcept;

/// Only those of this file.
void sweep_temporaries_of(const std::filesystem::path& place) noexcept;

/// So that new names survive a power cut. Not every file system supports this; then nothing that was safe before is
/// lost.
void sync_folder(const std::filesystem::path& folder) noexcept;

/// Error{file} with what the system says of an errno.
[[noreturn]] void refuse_to_write(const std::filesystem::path& file, int error);
/// The same with more said, after a semicolon.
[[noreturn]] void refuse_to_write(const std::filesystem::path& file, int error, std::string_view more);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
