#include "io/table/cells.hpp"

#include "io/csv_records.hpp"
#include "io/delimiter.hpp"
#include "io/table/values.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <unordered_set>

namespace mvlink {
inline namespace v1 {

std::string TableCells::where(Index row, Index col) const {
    return fmt::format("{} line {}, column {}", bytes.name, lines[row], io::shown(names[col]));
}

namespace io::table {
namespace {

constexpr std::size_t kMostColumns = 100'000;
constexpr Index kRowsLookedAt = 20;
constexpr std::size_t kLeastYears = 3, kLeastCount = 5;  // names of columns that count up

std::vector<std::string_view> parted_by_blanks(std::string_view line) {
    std::vector<std::string_view> parts;
    constexpr std::string_view kBlanks = " \t";
    for (std::size_t begin = line.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
        parts.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(kBlanks, end);
    }
    return parts;
}

class CellReader {
public:
    CellReader(const Bytes& bytes, Context& context, bool is_frame)
        : is_frame_(is_frame),
          delimiter_(is_frame ? ',' : sniff_delimiter(bytes.text())),
          records_(bytes, delimiter_),
          begin_(bytes.data.data()),
          end_(begin_ + bytes.data.size()) {
        found_.bytes = bytes;
        found_.delimiter = delimiter_;
        const auto fields = std::count_if(begin_, end_, [&](char c) { return c == found_.delimiter || c == '\n'; });
        context.require_memory(static_cast<std::size_t>(fields + 1) * sizeof(std::string_view), bytes.name);
        found_.cells.reserve(fields + 1);
    }

    TableCells read() {
        CsvFields fields;
        do {
            if (!records_.next(fields)) refuse("{}: empty; expected a table with a line of column names", name());
        } while (records_.written().empty());
        note_beginning();
        width_ = fields.size();
        if (width_ > kMostColumns) {
            refuse("{}: {} columns; expected at most {}", records_.where(), width_, kMostColumns);
        }
        keep(fields);
        while (records_.next(fields)) {
            if (is_blank(fields) && width_ > 1 && !is_frame_) continue;
            if (fields.size() != width_) refuse_width(fields.size());
            keep(fields);
        }
        if (width_ == 1 && !is_frame_) require_no_blanks_between_numbers();
        find_header();
        require_distinct_names();
        return std::move(found_);
    }

private:
    [[nodiscard]] const std::string& name() const { return found_.bytes.name; }

    /// Spreadsheets write a line of separators for every row that was once touched.
    static bool is_blank(const CsvFields& fields) {
        return std::all_of(fields.begin(), fields.end(), [](std::string_view field) { return trimmed(field).empty(); });
    }

    /// As programs print tables: the same number of fields on every line, most of them numbers, parted by blanks.
    void require_no_blanks_between_numbers() const {
        const std::size_t rows = std::min<std::size_t>(found_.cells.size(), 1 + kRowsLookedAt);
        std::size_t width = 0, numbers = 0, all = 0;
        for (std::size_t row = 1; row < rows; ++row) {  // the line of names may lack that of the rows
            const std::vector<std::string_view> parts = parted_by_blanks(found_.cells[row]);
            if (parts.size() < 2 || (row > 1 && parts.size() != width)) return;
            width = parts.size();
            all += width;
            numbers += static_cast<std::size_t>(std::count_if(parts.begin(), parts.end(), [](std::string_view part) {
                return number_of(part, false) || number_of(part, true);
            }));
        }
        if (rows < 3 || 2 * numbers < all) return;
        refuse("{}: its fields seem to be parted by blanks; expected commas, semicolons, tabs or |", name());
    }

    [[noreturn]] void refuse_width(std::size_t found) const {
        refuse("{}: {} fields; expected {} as in the first line ({})", records_.where(), found, width_,
               width_ == 1 ? "a table begins with its column names: remove titles and remarks above them"
                           : fmt::format("fields are separated by {}; a field that holds one is written in quotes",
                                         delimiter_name(found_.delimiter)));
    }

    void note_beginning() {
        const std::string_view first = records_.written();
        found_.before = found_.bytes.text().substr(0, first.data() - begin_);
        const char* after = first.data() + first.size();
        found_.has_wide_line_ends = after < end_ && *after == '\r';
    }

    void keep(const CsvFields& fields) {
        for (const std::string_view field : fields) {
            const bool is_in_file = field.data() >= begin_ && field.data() < end_;
            found_.cells.push_back(is_in_file || field.empty() ? field : found_.unescaped.emplace_back(field));
        }
        found_.lines.push_back(records_.line());
        found_.written.push_back(records_.written());
    }

    /// Whether the numbers of a row count up one by one: "country,1960,1961,1962" names its columns. A row of data may
    /// do so by chance if they are few and no years.
    [[nodiscard]] bool counts_up(Index row) const {
        std::vector<double> numbers;
        for (std::size_t col = 0; col < width_; ++col) {
            const auto number = number_of(found_.cells[static_cast<std::size_t>(row) * width_ + col], false);
            if (!number) continue;
            if (!numbers.empty() && *number != numbers.back() + 1) return false;
            numbers.push_back(*number);
        }
        const bool are_years = !numbers.empty() && numbers.front() >= 1500 && numbers.back() <= 2100;
        return numbers.size() >= (are_years ? kLeastYears : kLeastCount);
    }

    /// The first line is a row where it has a number at a place where the rows below have numbers too.
    [[nodiscard]] bool looks_like_a_row() const {
        const Index rows = static_cast<Index>(found_.lines.size());
        if (rows > 1 && counts_up(0) && !counts_up(1)) return false;
        const auto is_number_at = [&](Index row, std::size_t col) {
            const std::string_view text = found_.cells[static_cast<std::size_t>(row) * width_ + col];
            return number_of(text, false).has_value() || number_of(text, true).has_value();
        };
        for (std::size_t col = 0; col < width_; ++col) {
            if (!is_number_at(0, col)) continue;
            Index alike = 0;
            const Index looked_at = std::min(rows - 1, kRowsLookedAt);
            for (Index row = 1; row <= looked_at; ++row)
                alike += is_number_at(row, col) ? 1 : 0;
            if (2 * alike >= looked_at) return true;
        }
        return false;
    }

    void find_header() {
        found_.has_header = is_frame_ || !looks_like_a_row();
        found_.names.resize(width_);
        for (std::size_t col = 0; col < width_; ++col) {
            if (found_.has_header) found_.names[col] = is_frame_ ? found_.cells[col] : trimmed(found_.cells[col]);
            found_.is_named.push_back(!found_.has_header || !found_.names[col].empty());
            if (found_.names[col].empty()) found_.names[col] = fmt::format("column {}", col + 1);
        }
        if (!found_.has_header) return;
        found_.cells.erase(found_.cells.begin(), found_.cells.begin() + static_cast<std::ptrdiff_t>(width_));
        found_.lines.erase(found_.lines.begin());
        found_.written_names = found_.written.front();
        found_.written.erase(found_.written.begin());
        if (found_.lines.empty()) refuse("{}: column names and no rows; expected at least one row", name());
    }

    void require_distinct_names() const {
        std::unordered_set<std::string_view> seen;
        for (const std::string& column : found_.names) {
            if (!seen.insert(column).second) {
                refuse("{} line 1: column {} occurs twice; expected distinct names", name(), shown(column));
            }
        }
    }

    bool is_frame_;
    char delimiter_;
    CsvRecords records_;
    const char* begin_;
    const char* end_;
    std::size_t width_ = 0;
    TableCells found_;
};

}  // namespace

TableCells parse_cells(const Bytes& bytes, Context& context, bool is_frame) {
    return CellReader(bytes, context, is_frame).read();
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
