#pragma once

#include "io/descriptors.hpp"

#include <mvlink/matrix.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A table (csv) that grows line by line, each in one write. Its last column `check` is the checksum of the line, so
/// that a line that was torn by a full disk or a power cut is known. A line that cannot be written is cut off again.
/// One process at a time: a second one is refused.
class AppendedLines {
public:
    /// What to do with lines that are there.
    enum class Earlier { keep, set_aside };

    /// `columns` without the check. Lines of an earlier file are kept without those that are damaged, or the file is
    /// renamed to the next free `<name>.<number>`. Files of earlier versions have no checks; they are kept so.
    /// Error{file} if it cannot be written, is in use, or is not such a table and would be replaced; Error{input} if it
    /// has other columns and is to be kept.
    AppendedLines(std::filesystem::path file, std::string columns, Earlier earlier);

    /// The complete lines that the file held when it was opened, without checks, the columns first.
    [[nodiscard]] const std::string& kept() const noexcept { return kept_; }
    /// How many lines were damaged, and are cut off.
    [[nodiscard]] Index damaged() const noexcept { return damaged_; }
    /// Where the earlier file is now; empty if it was kept, or had no lines.
    [[nodiscard]] const std::filesystem::path& set_aside() const noexcept { return set_aside_; }
    /// `line` without its end. Not for several threads at once. Error{file}, and the file is as before.
    void append(std::string_view line);

private:
    void open();
    void start(Earlier earlier);
    void move_aside();
    std::string keep_sound_lines(std::string_view text);
    void replace_content(const std::string& text);
    void write(std::string_view text);

    std::filesystem::path file_;
    std::string columns_;
    Descriptor descriptor_;
    bool checks_ = true;
    std::string kept_;
    Index damaged_ = 0;
    std::filesystem::path set_aside_;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
