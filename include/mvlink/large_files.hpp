#pragma once

#include <mvlink/export.hpp>

#include <cstddef>
#include <memory>
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
/// Error{file} if any mapped file is not as it was opened. Call it before an answer is used.
MVLINK_API void require_unchanged_files();

/// Pages that the caller has mapped from a file and shares with it (MAP_SHARED), mapped once more, so that the file may
/// become shorter while they are read: what is missing reads as zero here, and the caller's own pages stay as they are.
/// SIGBUS is watched as long as such pages are in use, and passed on if it is about other addresses. `file` is where
/// the pages come from, for messages and to notice changes; it need not be known. The answer is where `start` lies in
/// the new pages; null if the system cannot map them.
MVLINK_API std::shared_ptr<const void> guard_mapped_bytes(const void* start, std::size_t bytes,
                                                          const std::string& file);
/// Whether the file that this byte is read from has become too short. False for bytes that lie in memory.
MVLINK_API bool file_was_shortened(const void* byte) noexcept;
/// Error{file} if the file that this byte is read from is not as it was. No effect for bytes that lie in memory.
MVLINK_API void require_unchanged_file(const void* byte);

}  // namespace v1
}  // namespace mvlink
