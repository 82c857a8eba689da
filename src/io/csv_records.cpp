#include "io/csv_records.hpp"

#include "io/delimiter.hpp"
#include "io/text.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io {

CsvRecords::CsvRecords(const Bytes& bytes, char delimiter)
    : name_(bytes.name), rest_(without_byte_order_mark(bytes.text())), delimiter_(delimiter) {
    require_utf8(bytes);
    const std::size_t lone = rest_.find('\n') == std::string_view::npos ? rest_.find('\r') : std::string_view::npos;
    if (lone != std::string_view::npos && lone + 1 < rest_.size()) {
        refuse("{}: its lines end with a carriage return alone; expected LF or CR LF (save it as \"CSV UTF-8\")",
               name_);
    }
    if (const std::size_t length = separator_line(rest_); length > 0) {
        rest_.remove_prefix(length);
        ++next_line_;
    }
}

std::string CsvRecords::where() const {
    return fmt::format("{} line {}", name_, line_);
}

std::string CsvRecords::where(std::size_t column) const {
    return fmt::format("{} line {} column {}", name_, line_, column + 1);
}

bool CsvRecords::next(CsvFields& fields) {
    fields.clear();
    unescaped_.clear();
    if (rest_.find_first_not_of("\r\n") == std::string_view::npos) return false;
    line_ = next_line_;
    const std::string_view from_here = rest_;
    const auto note_written = [&] {
        written_ = from_here.substr(0, from_here.size() - rest_.size());
        if (written_.ends_with('\n')) written_.remove_suffix(1);
        if (written_.ends_with('\r')) written_.remove_suffix(1);
    };
    while (true) {
        fields.push_back(rest_.starts_with('"') ? quoted_field(fields.size()) : plain_field());
        if (rest_.empty()) break;
        const char stop = rest_.front();
        rest_.remove_prefix(1);
        if (stop == '\n') break;
        if (stop == delimiter_ && rest_.empty()) {
            fields.emplace_back();
            break;
        }
    }
    ++next_line_;
    note_written();
    return true;
}

std::string_view CsvRecords::plain_field() {
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != delimiter_ && rest_[end] != '\n')
        ++end;
    std::string_view field = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (field.ends_with('\r') && (rest_.empty() || rest_.front() == '\n')) field.remove_suffix(1);
    return trimmed(field);
}

std::string_view CsvRecords::quoted_field(std::size_t column) {
    const std::string place = where(column);
    std::string& field = unescaped_.emplace_back();
    rest_.remove_prefix(1);
    while (true) {
        const std::size_t quote = rest_.find('"');
        if (quote == std::string_view::npos) refuse("{}: a quoted field that does not end; expected \"", place);
        field += rest_.substr(0, quote);
        rest_.remove_prefix(quote + 1);
        if (!rest_.starts_with('"')) break;
        field += '"';
        rest_.remove_prefix(1);
    }
    next_line_ += std::count(field.begin(), field.end(), '\n');
    if (rest_.starts_with("\r\n") || rest_ == "\r") rest_.remove_prefix(1);
    if (!rest_.empty() && rest_.front() != delimiter_ && rest_.front() != '\n') {
        refuse("{}: {} after the closing quote; expected the end of the field", place, shown(rest_.substr(0, 1)));
    }
    return field;
}

std::size_t find_column(const CsvFields& header, std::string_view name, const std::string& where) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end()) return kNoColumn;
    if (std::find(found + 1, header.end(), name) != header.end()) {
        refuse("{}: column {} occurs twice; expected it once", where, shown(name));
    }
    return static_cast<std::size_t>(found - header.begin());
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
