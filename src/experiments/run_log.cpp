#include "experiments/run_log.hpp"

#include "io/csv_records.hpp"
#include "io/text.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::array<double Measures::*, 7> kMeasures{&Measures::f_measure, &Measures::precision, &Measures::recall,
                                                      &Measures::nmi,       &Measures::acc,       &Measures::ari,
                                                      &Measures::purity};
constexpr std::size_t kFirstMeasure = 8;
constexpr std::size_t kColumns = kFirstMeasure + kMeasures.size() + 7;
constexpr std::array<std::string_view, 4> kExtras{"inferred", "precision_must", "precision_cannot", "precision_new"};

/// "inferred=12 precision_must=0.9"
std::string text_of(const std::vector<std::pair<std::string, double>>& extras) {
    std::string text;
    for (const auto& [name, value] : extras)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
    return text;
}

std::vector<std::pair<std::string, double>> extras_of(std::string_view text, const io::CsvRecords& records,
                                                      std::size_t column) {
    std::vector<std::pair<std::string, double>> extras;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(' '));
        const std::size_t sign = one.find('=');
        const auto value = sign == std::string_view::npos ? std::nullopt : io::parse_number(one.substr(sign + 1));
        if (!value) io::refuse("{}: found {}; expected name=number", records.where(column), io::shown(one));
        extras.emplace_back(one.substr(0, sign), *value);
        text.remove_prefix(std::min(one.size() + 1, text.size()));
    }
    return extras;
}

/// The measures of all parts as text: numbers separated by blanks, parts by semicolons.
std::string text_of(const std::vector<Measures>& parts) {
    std::string text;
    for (const Measures& part : parts) {
        if (!text.empty()) text += ';';
        for (std::size_t i = 0; i < kMeasures.size(); ++i)
            text += fmt::format("{}{}", i == 0 ? "" : " ", part.*kMeasures[i]);
    }
    return text;
}

std::vector<Measures> parts_of(std::string_view text, const io::CsvRecords& records, std::size_t column) {
    std::vector<Measures> parts;
    std::size_t next = kMeasures.size();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" ;"), text.size());
        const auto value = io::parse_number(text.substr(0, end));
        if (next == kMeasures.size()) {
            parts.emplace_back();
            next = 0;
        }
        const bool ends_part = next + 1 == kMeasures.size();
        const bool as_expected = end == text.size() ? ends_part : text[end] == (ends_part ? ';' : ' ');
        if (!value || !as_expected) {
            io::refuse("{}: found {}; expected {} numbers per part", records.where(column), io::shown(text),
                       kMeasures.size());
        }
        parts.back().*kMeasures[next++] = *value;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// Reads the fields of one line.
class Fields {
public:
    Fields(const io::CsvRecords& records, const io::CsvFields& fields) : records_(records), fields_(fields) {
        if (fields.size() != kColumns) {
            io::refuse("{}: {} fields; expected {}", records.where(), fields.size(), kColumns);
        }
    }
    [[nodiscard]] std::string_view text(std::size_t column) const { return fields_[column]; }
    [[nodiscard]] double number(std::size_t column) const {
        const auto value = io::parse_number(fields_[column]);
        if (!value) io::refuse("{}: found {}; expected a number", records_.where(column), io::shown(fields_[column]));
        return *value;
    }
    [[nodiscard]] std::vector<Measures> parts(std::size_t column) const {
        return parts_of(fields_[column], records_, column);
    }
    [[nodiscard]] std::vector<std::pair<std::string, double>> extras(std::size_t column) const {
        return extras_of(fields_[column], records_, column);
    }
    template <class Integer>
    [[nodiscard]] Integer integer(std::size_t column) const {
        Integer value{};
        const std::string_view text = fields_[column];
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size()) {
            io::refuse("{}: found {}; expected a whole number", records_.where(column), io::shown(text));
        }
        return value;
    }

private:
    const io::CsvRecords& records_;
    const io::CsvFields& fields_;
};

RunRecord record_of(const Fields& fields) {
    RunRecord record;
    record.seed = fields.integer<std::uint64_t>(kFirstMeasure - 1);
    std::size_t column = kFirstMeasure;
    for (const auto measure : kMeasures)
        record.measures.*measure = fields.number(column++);
    record.seconds = fields.number(column++);
    record.iterations = fields.integer<int>(column++);
    record.stop_reason = fields.text(column++);
    record.e4fc = fields.number(column++);
    record.e4sc = fields.number(column++);
    record.parts = fields.parts(column++);
    record.extras = fields.extras(column);
    return record;
}

}  // namespace

double value_of(const RunRecord& record, const std::string& measure, int part) {
    if (measure == "seconds") return record.seconds;
    if (measure == "e4fc") return record.e4fc;
    if (measure == "e4sc") return record.e4sc;
    for (const auto& [name, value] : record.extras) {
        if (name == measure) return value;
    }
    if (measure == "inferred") return 0;
    if (std::find(kExtras.begin(), kExtras.end(), measure) != kExtras.end()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const bool of_part = part >= 0 && static_cast<std::size_t>(part) < record.parts.size();
    for (const auto& [known, value] : named(of_part ? record.parts[part] : record.measures)) {
        if (known == measure) return value;
    }
    throw Error(ErrorCode::internal, fmt::format("measure \"{}\" does not exist", measure));
}

std::string RunLog::header() {
    return "key,experiment,dataset,method,sweep,repetition,fold,seed,f_measure,precision,recall,nmi,acc,ari,purity,"
           "seconds,iterations,stop_reason,e4fc,e4sc,parts,extras";
}

std::vector<std::optional<RunRecord>> RunLog::finished(const Plan& plan) const {
    std::unordered_map<std::string_view, const Cell*> cells;
    for (const Cell& cell : plan.cells)
        cells.emplace(cell.key, &cell);
    std::vector<std::optional<RunRecord>> finished(plan.runs.size());
    const io::Bytes bytes = io::bytes_of(lines_.kept(), name_);
    io::CsvRecords records(bytes, ',');
    io::CsvFields row;
    for (records.next(row); records.next(row);) {
        const Fields fields(records, row);
        const auto cell = cells.find(fields.text(0));
        const int repetition = fields.integer<int>(5);
        const int fold = fields.integer<int>(6);
        const bool wanted = cell != cells.end() && repetition >= 0 && repetition < cell->second->repetitions &&
                            fold >= 0 && fold < cell->second->folds_run();
        if (wanted) finished[cell->second->run(repetition, fold)] = record_of(fields);
    }
    return finished;
}

void RunLog::add(const Plan& plan, const RunId& run, const RunRecord& record) {
    const Cell& cell = plan.cells[run.cell];
    std::string line = fmt::format("{},{},{},{},{},{},{},{}", cell.key, io::csv_field(cell.experiment),
                                   io::csv_field(plan.materials[cell.material].recipe.name),
                                   io::csv_field(cell.method.label), cell.x, run.repetition, run.fold, record.seed);
    for (const auto measure : kMeasures)
        line += fmt::format(",{}", record.measures.*measure);
    lines_.append(line + fmt::format(",{:.6f},{},{},{},{},{},{}", record.seconds, record.iterations, record.stop_reason,
                                     record.e4fc, record.e4sc, text_of(record.parts), text_of(record.extras)));
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
