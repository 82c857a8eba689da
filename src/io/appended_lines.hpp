#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A text file that grows line by line, each in one write: a program that is killed leaves at most one incomplete line,
/// the last. One process at a time: a second one is refused.
class AppendedLines {
public:
    /// With `keep`, complete lines of an earlier file stay (an incomplete last one is cut off) and its first line must
    /// be `header`; otherwise the file is started anew. Error{file} if it cannot be written, Error{input} on another
    /// header.
    AppendedLines(const std::filesystem::path& file, std::string_view header, bool keep);
    ~AppendedLines();
    AppendedLines(const AppendedLines&) = delete;
    AppendedLines& operator=(const AppendedLines&) = delete;

    /// What the file held when it was opened, complete lines with the header.
    [[nodiscard]] const std::string& kept() const noexcept { return kept_; }
    /// `line` without its end. Not for several threads at once.
    void append(std::string_view line);

private:
    void write(std::string_view text);
    void start(std::string_view header, bool keep);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::string kept_;
};

}  // namespace io
}  // namespace v1
}  // namespace mvlink
