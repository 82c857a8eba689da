#include "io/csv_records.hpp"
#include "io/in_file.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr auto kPandasHint = "; pandas omits its row numbers with to_csv(index=False)";

bool is_number(std::string_view field) {
    return parse_number(field).has_value();
}

bool is_numeric(const CsvFields& fields) {
    return std::all_of(fields.begin(), fields.end(), is_number);
}

/// "3;4" in a file with commas, or "3,4" in one with tabs.
bool is_numbers_joined(std::string_view field) {
    constexpr std::string_view kOtherDelimiters = ";,|\t ";
    while (true) {
        const std::size_t end = field.find_first_of(kOtherDelimiters);
        if (!is_number(field.substr(0, end))) return false;
        if (end == std::string_view::npos) return true;
        field.remove_prefix(end + 1);
    }
}

class CsvTable {
public:
    CsvTable(const Bytes& bytes, char delimiter, const std::string& id_column)
        : bytes_(bytes), records_(bytes, delimiter), delimiter_(delimiter), id_column_name_(id_column) {}

    View read(const std::string& view) {
        CsvFields fields;
        if (!records_.next(fields)) refuse("{}: empty; expected rows of numbers", bytes_.name);
        fields_a_row_ = fields.size();
        const bool has_header = !is_numeric(fields);
        read_header(has_header ? fields : CsvFields{});
        reserve();
        if (has_header && !records_.next(fields))
            refuse("{}: a header without rows; expected at least one row", bytes_.name);
        do {
            read_row(fields);
        } while (records_.next(fields));
        return finish(view);
    }

private:
    void read_header(const CsvFields& header) {
        id_column_ = find_column(header, id_column_name_, records_.where());
        if (id_column_ == kNoColumn && id_column_name_ != "id") {
            refuse("{}: no column {}; expected it in the first line", bytes_.name, shown(id_column_name_));
        }
        if (id_column_ != kNoColumn && header.size() == 1) {
            refuse("{}: no column besides {}; expected numbers too", records_.where(), shown(id_column_name_));
        }
        require_names(header);
        for (std::size_t column = 0; column < header.size(); ++column) {
            if (header[column].empty()) {
                refuse("{}: a column without a name; expected one (\"id\" for ids{})", records_.where(column),
                       column == 0 ? kPandasHint : "");
            }
            if (column != id_column_) column_names_.emplace_back(header[column]);
        }
    }

    /// Names that look like numbers may be a row of data with a gap, which must not be taken for a header. An id column
    /// shows that they are names.
    void require_names(const CsvFields& header) const {
        const auto number = std::find_if(header.begin(), header.end(), is_number);
        if (number == header.end() || id_column_ != kNoColumn) return;
        const auto word = std::find_if_not(header.begin(), header.end(), is_number);
        refuse("{}: {} is a number and {} is not; expected numbers, or column names (\"id\" for ids{})",
               records_.where(), shown(*number), shown(*word), header.front().empty() ? kPandasHint : "");
    }

    /// Exact for a tidy file, and never more than the file can hold.
    void reserve() {
        const auto text = bytes_.text();
        const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
        const std::size_t most = text.size() / 2 + 1;
        const std::size_t values = lines < most / fields_a_row_ ? lines * fields_a_row_ : most;
        require_room(bytes_, values * sizeof(double) + (id_column_ == kNoColumn ? 0 : lines * sizeof(std::string)));
        values_.reserve(values);
    }

    void read_row(const CsvFields& fields) {
        if (fields.size() != fields_a_row_) {
            refuse("{}: {} fields; expected {} as in the first line", records_.where(), fields.size(), fields_a_row_);
        }
        for (std::size_t column = 0; column < fields.size(); ++column) {
            if (column == id_column_) {
                ids_.push_back(id(fields[column], column));
            } else {
                values_.push_back(number(fields[column], column));
            }
        }
        ++rows_;
    }

    [[nodiscard]] std::string id(std::string_view field, std::size_t column) const {
        if (field.empty()) refuse("{}: an empty id; expected one per row", records_.where(column));
        if (has_line_break(field)) refuse("{}: id {} has a line break", records_.where(column), shown(field));
        return std::string(field);
    }

    [[nodiscard]] double number(std::string_view field, std::size_t column) const {
        const auto value = parse_number(field);
        if (value && std::isfinite(*value)) return *value;
        const std::string place = records_.where(column);
        if (field.empty()) refuse("{}: an empty cell; expected a number", place);
        if (!value && is_numbers_joined(field)) {
            refuse("{}: {} is not a number; fields in this file are separated by {}", place, shown(field),
                   delimiter_ == '\t' ? "tabs" : "commas");
        }
        if (!value) refuse("{}: {} is not a number", place, shown(field));
        refuse("{}: {} is not a finite number", place, shown(field));
    }

    View finish(const std::string& view) {
        const auto cols = static_cast<Index>(fields_a_row_ - (id_column_ == kNoColumn ? 0 : 1));
        return in_file(bytes_.name, [&] {
            View table = View::dense(view, rows_, cols, std::move(values_));
            if (!column_names_.empty()) table = table.with_column_names(std::move(column_names_));
            return ids_.empty() ? table : table.with_ids(std::move(ids_));
        });
    }

    const Bytes& bytes_;
    CsvRecords records_;
    char delimiter_;
    const std::string& id_column_name_;
    std::size_t id_column_ = kNoColumn;
    std::size_t fields_a_row_ = 0;
    Index rows_ = 0;
    std::vector<double> values_;
    std::vector<std::string> ids_;
    std::vector<std::string> column_names_;
};

}  // namespace

View parse_csv(const std::string& view, const Bytes& bytes, char delimiter, const std::string& id_column) {
    return CsvTable(bytes, delimiter, id_column).read(view);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
