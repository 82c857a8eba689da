#include "experiments/run_log.hpp"

#include "io/csv_records.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::array<double Measures::*, 7> kMeasures{&Measures::f_measure, &Measures::precision, &Measures::recall,
                                                      &Measures::nmi,       &Measures::acc,       &Measures::ari,
                                                      &Measures::purity};
constexpr std::size_t kFirstMeasure = 8;
constexpr std::size_t kColumns = kFirstMeasure + kMeasures.size() + 3;

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
    record.stop_reason = fields.text(column);
    return record;
}

}  // namespace

std::string RunLog::header() {
    return "key,experiment,dataset,method,sweep,repetition,fold,seed,f_measure,precision,recall,nmi,acc,ari,purity,"
           "seconds,iterations,stop_reason";
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
    lines_.append(line + fmt::format(",{:.6f},{},{}", record.seconds, record.iterations, record.stop_reason));
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
