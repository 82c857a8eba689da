#include "io/csv_records.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <limits>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

constexpr std::string_view kLabelsPrefix = "labels_";

/// Labels as text, each with its line, and the ids of their rows if the file has them.
struct LabelTexts {
    std::vector<std::string> texts;
    std::vector<std::string> ids;
    std::vector<Index> lines;
};

/// A csv with a column `label`. A single column counts only if the file name says csv: "label" may be a class. The
/// header is read as `texts_of_csv` reads it, so that both see the same columns.
bool is_labels_csv(const Bytes& bytes) {
    std::string_view first;
    Lines lines(bytes.text());
    if (!lines.next(first) || first.find('"') != std::string_view::npos) return false;
    CsvRecords records(bytes, ',');  // holds what quoted fields say
    CsvFields header;
    if (!records.next(header)) return false;
    const bool has_label = find_column(header, "label", bytes.name + " line 1") != kNoColumn;
    return has_label && (header.size() > 1 || bytes.name.ends_with(".csv"));
}

LabelTexts texts_of_csv(const Bytes& bytes) {
    LabelTexts found;
    CsvRecords records(bytes, ',');
    CsvFields fields;
    records.next(fields);
    const std::size_t columns = fields.size();
    const std::size_t label = find_column(fields, "label", records.where());
    const std::size_t id = find_column(fields, "id", records.where());
    while (records.next(fields)) {
        if (fields.size() != columns) {
            refuse("{}: {} fields; expected {} as in the first line", records.where(), fields.size(), columns);
        }
        if (fields[label].empty()) refuse("{}: no label; expected one", records.where(label));
        if (id != kNoColumn && fields[id].empty()) refuse("{}: no id; expected one", records.where(id));
        if (id != kNoColumn) found.ids.emplace_back(fields[id]);
        found.texts.emplace_back(fields[label]);
        found.lines.push_back(records.line());
    }
    return found;
}

LabelTexts texts_of_lines(const Bytes& bytes) {
    LabelTexts found;
    found.texts = parse_lines(bytes, "label");
    for (std::size_t i = 0; i < found.texts.size(); ++i)
        found.lines.push_back(static_cast<Index>(i) + 1);
    return found;
}

/// Integers, or an empty list if some label is a word.
std::vector<std::int32_t> as_integers(const LabelTexts& found, const std::string& name) {
    std::vector<std::int32_t> labels;
    labels.reserve(found.texts.size());
    for (std::size_t i = 0; i < found.texts.size(); ++i) {
        const std::string& text = found.texts[i];
        const std::size_t sign = text[0] == '-' || text[0] == '+' ? 1 : 0;
        if (text.size() == sign || text.find_first_not_of("0123456789", sign) != std::string::npos) return {};
        const auto label = parse_integer(text);
        if (!label || *label > std::numeric_limits<std::int32_t>::max() ||
            *label < std::numeric_limits<std::int32_t>::min()) {
            refuse("{} line {}: label {}; expected a 32-bit integer", name, found.lines[i], shown(text));
        }
        labels.push_back(static_cast<std::int32_t>(*label));
    }
    return labels;
}

}  // namespace

std::vector<std::string> parse_lines(const Bytes& bytes, std::string_view what) {
    require_utf8(bytes);
    std::vector<std::string> found;
    Lines lines(bytes.text());
    std::string_view line;
    while (!lines.only_blank_lines_left() && lines.next(line)) {
        line = trimmed(line);
        if (line.empty()) refuse("{} line {}: no {}; expected one per line", bytes.name, lines.number(), what);
        if (has_line_break(line))
            refuse("{} line {}: a control character in {}", bytes.name, lines.number(), shown(line));
        found.emplace_back(line);
    }
    return found;
}

Truth parse_labels(const Bytes& bytes) {
    LabelTexts found = is_labels_csv(bytes) ? texts_of_csv(bytes) : texts_of_lines(bytes);
    if (found.texts.empty()) refuse("{}: empty; expected one label per line", bytes.name);
    Truth truth;
    truth.ids = std::move(found.ids);
    truth.labels = as_integers(found, bytes.name);
    if (!truth.labels.empty()) return truth;
    std::unordered_map<std::string_view, std::int32_t> numbers;
    for (const std::string& word : found.texts) {
        const auto [place, is_new] = numbers.try_emplace(word, static_cast<std::int32_t>(numbers.size()));
        if (is_new) truth.class_names.push_back(word);
        truth.labels.push_back(place->second);
    }
    return truth;
}

std::string truth_name(const std::string& file_name) {
    const std::string stem = std::filesystem::path(file_name).stem().string();
    const bool has_prefix = stem.starts_with(kLabelsPrefix) && stem.size() > kLabelsPrefix.size();
    return has_prefix ? stem.substr(kLabelsPrefix.size()) : stem;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
