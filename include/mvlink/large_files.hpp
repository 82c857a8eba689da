#pragma once

#include <mvlink/export.hpp>

#include <cstddef>
#include <string>
#include <vector>

/// Files that are larger than the memory that may be used.
namespace mvlink {
inline namespace v1 {

/// From now on an .npy view that is larger than the memory limit is mapped instead of refused, so that methods which
/// read rows one after the other work on files of any size. For programs, not for libraries: it takes the signal SIGBUS
/// of the process. Without it another program that shortens a mapped file would end this one.
MVLINK_API void map_large_files();
/// A file that is mapped now.
struct LargeFile {
    std::string name;
    std::size_t bytes = 0;
    std::size_t memory = 0;  ///< what could have been used for it
};
MVLINK_API std::vector<LargeFile> mapped_files();
/// Rows of a mapped file are missing, so the run is of no use: for Context::Settings::abandons.
MVLINK_API bool mapped_file_was_shortened() noexcept;
/// Error{file} if a mapped file is not as it was opened. Call it before an answer is used.
MVLINK_API void require_unchanged_files();

}  // namespace v1
}  // namespace mvlink
