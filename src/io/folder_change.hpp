#pragma once

#include "io/temporary.hpp"
#include "io/writers.hpp"

#include <mvlink/stored_result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Several files of one folder that are replaced in one step, as in a database with a log that is rolled forward:
///
///   1. every new file is written beside its place and is on the disk;
///   2. a list of them is renamed to `.mvlink-commit.json`. This one call decides: before it, the folder is as it was;
///      after it, the new files count, wherever they are;
///   3. the files are renamed to their places, what is to go is removed, then the list.
///
/// A process that dies in step 3 leaves the list. Whoever reads or writes the folder next finishes the renames, and one
/// who may not write reads the files where the list says. So no reader ever sees files of two runs, nothing is lost,
/// and the folder keeps its identity (permissions, mounts, open shells), which swapping whole folders would not.
namespace mvlink {
inline namespace v1 {
namespace io {

class FolderChange {
public:
    /// The caller holds the folder. What an earlier process left is finished or removed first.
    explicit FolderChange(std::filesystem::path folder);

    /// Name without folder. Error{file} if the place cannot be written.
    void put(const std::string& name, std::string_view content);
    void put(const std::string& name, const TextPieces& pieces);
    /// Removed when the others appear, if it is there.
    void remove(const std::string& name) { removed_.push_back(name); }
    /// Error{file}; the folder is then as before, unless the message says otherwise.
    void commit();

    /// What was put, with checksums.
    [[nodiscard]] const std::vector<StoredFile>& files() const noexcept { return files_; }

private:
    [[nodiscard]] std::string list_text() const;
    void write_list();
    void put_in_place();

    std::filesystem::path folder_;
    std::vector<Temporary> staged_;
    std::vector<StoredFile> files_;
    std::vector<std::string> removed_;
};

/// Finishes what a dead process had decided; the caller holds the folder. Nothing is done if there is nothing to do.
void finish_change(const std::filesystem::path& folder);

/// Where the content of this file is: its place, unless an unfinished change has it elsewhere. Finishes the change if
/// nobody else is at work in the folder and it can be written.
std::filesystem::path committed_place(const std::filesystem::path& file);

/// `before`: that of the text in front of it.
std::uint32_t crc32_of(std::string_view content, std::uint32_t before = 0) noexcept;

}  // namespace io
}  // namespace v1
}  // namespace mvlink
