#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Text for people: wrapped, in columns, quoted.
namespace mvlink::cli {

/// Characters on screen of UTF-8 text.
std::size_t display_width(std::string_view text);
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

/// With everything escaped that a terminal would obey instead of showing: control characters (but line ends and tabs),
/// also those of U+0080 to U+009F, marks that change the direction of writing, and bytes that are not UTF-8.
std::string without_controls(std::string_view text);

/// Breaks at spaces so that no line passes column `width`. The text starts at column `indent`, and so does every
/// further line.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent = 0);

std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// As a shell would read it back.
std::string shell_quoted(const std::string& word);

/// As a cell of a csv file.
std::string csv_quoted(const std::string& cell);

/// "1 row", "2 rows"; thousands are grouped: "12,123 rows".
std::string counted(long long count, std::string_view noun);
std::string grouped(long long number);

/// Columns: the first one to the left, numbers to the right.
class Table {
public:
    enum class Align { left, right };
    struct Column {
        std::string title;
        Align align = Align::left;
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// The last column is wrapped to `width`; 0: never.
    [[nodiscard]] std::string text(std::size_t indent = 0, std::size_t width = 0) const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace mvlink::cli
