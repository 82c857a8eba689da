#include <mvlink/journal.hpp>
#include <mvlink/judgements.hpp>

#include "io/bytes.hpp"
#include "io/csv_records.hpp"
#include "io/delimiter.hpp"
#include "io/encoding.hpp"
#include "io/folder_change.hpp"
#include "io/judgement_columns.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <optional>

namespace mvlink {
inline namespace v1 {
namespace {

std::optional<Ruling> verdict_of(std::string_view word) {
    if (const auto verdict = parse_ruling(word)) return verdict;
    const auto answer = parse_answer(word);
    if (!answer) return std::nullopt;
    return Ruling{*answer == Judged::same        ? Reply::same
                  : *answer == Judged::different ? Reply::different
                                                 : Reply::not_sure,
                  {}};
}

struct AnswerColumns {
    std::size_t view_a, a, view_b, b, answer, person, why;
};

/// The columns of questions.csv with `answer`, or those of judgements as people name them.
AnswerColumns answer_columns(const io::CsvFields& header, const std::string& where) {
    const auto column = [&](std::string_view name) { return io::find_column(header, name, where); };
    AnswerColumns columns{column("view_a"), column("a"),      column("view_b"), column("b"),
                          column("answer"), column("person"), column("why")};
    if (columns.a == io::kNoColumn || columns.b == io::kNoColumn) {
        const io::JudgementColumns found = io::find_judgement_columns(header, {}, where);
        if (found.has_header) {
            columns = {found.view_a, found.a, found.view_b, found.b, found.answer, found.person, columns.why};
        }
    }
    for (const auto& [found, name] : {std::pair{columns.a, "a"}, {columns.b, "b"}, {columns.answer, "answer"}}) {
        if (found == io::kNoColumn) {
            io::refuse("{}: no column \"{}\"; expected the columns view_a,a,view_b,b,answer", where, name);
        }
    }
    return columns;
}

/// The row that stands for an object where no view is named.
InstanceId without_view(const Dataset& data, const InstanceRef& reference, const std::string& where) {
    for (int view = 0; view < data.n_views(); ++view) {
        const auto* const id = std::get_if<std::string>(&reference.key);
        if (data.n_views() > 1 && id && data.view(view).has_ids() && !data.view(view).find_row(*id)) continue;
        return data.find_instance({data.view(view).name(), reference.key}, where);
    }
    io::refuse("{}: no view has {}", where, io::shown(std::get<std::string>(reference.key)));
}

InstanceId instance_of(const Dataset& data, std::string_view view, std::string_view key, const std::string& where) {
    const auto reference = parse_instance(std::string(view), key);
    if (!reference) io::refuse("{}: {}; expected row:<number>, from 0", where, io::shown(key));
    if (view.empty()) return without_view(data, *reference, where);
    return data.find_instance(*reference, where);
}

}  // namespace

std::string questions_csv(const Dataset& data, std::span<const Question> questions) {
    std::string out = "view_a,a,view_b,b,why\n";
    for (const Question& question : questions) {
        const View& a = data.view(question.a.view);
        const View& b = data.view(question.b.view);
        out += fmt::format("{},{},{},{},{}\n", io::csv_field(a.name()), io::csv_field(a.row_name(question.a.row)),
                           io::csv_field(b.name()), io::csv_field(b.row_name(question.b.row)),
                           io::csv_field(question.why));
    }
    return out;
}

std::vector<SessionEvent> parse_answers(std::string_view text, const std::string& name, const Dataset& data) {
    const io::DecodedText decoded = io::decoded_text(io::bytes_of(text, name));
    io::CsvRecords records(decoded.bytes, io::sniff_delimiter(decoded.bytes.text()));
    io::CsvFields fields;
    if (!records.next(fields)) io::refuse("{}: empty; expected the columns view_a,a,view_b,b,answer", name);
    const std::size_t width = fields.size();
    const AnswerColumns columns = answer_columns(fields, records.where());
    std::vector<SessionEvent> events;
    std::uint32_t pairs = 0;
    while (records.next(fields)) {
        const std::string where = records.where();
        if (records.written().empty()) continue;
        if (fields.size() != width) {
            io::refuse("{}: {} fields; expected {} as in the first line", where, fields.size(), width);
        }
        const auto field = [&](std::size_t column) {
            return column == io::kNoColumn ? std::string_view() : fields[column];
        };
        for (const std::size_t end : {columns.a, columns.b})
            pairs = io::crc32_of(field(end), io::crc32_of("\n", pairs));
        if (io::trimmed(field(columns.answer)).empty()) continue;
        const auto verdict = verdict_of(field(columns.answer));
        if (!verdict) {
            io::refuse(
                "{}: answer {}; expected same, different or not-sure (of several clusterings also \"same in 1\")",
                where, io::shown(field(columns.answer)));
        }
        SessionEvent event;
        event.a = instance_of(data, field(columns.view_a), field(columns.a), where);
        event.b = instance_of(data, field(columns.view_b), field(columns.b), where);
        event.verdict = verdict->reply;
        event.same_in = verdict->same_in;
        event.person = std::string(field(columns.person));
        event.why = std::string(field(columns.why));
        if (data.objects().of(event.a) == data.objects().of(event.b)) {
            io::refuse("{}: {} is compared with itself; expected two objects", where, data.instance_name(event.a));
        }
        events.push_back(std::move(event));
    }
    // The same pairs in the same order are the same file, however many of them have an answer by now.
    for (SessionEvent& event : events)
        event.strategy = fmt::format("file {:08x}", pairs);
    return events;
}

std::vector<SessionEvent> read_answers(const std::filesystem::path& file, const Dataset& data) {
    const io::Bytes bytes = io::open_bytes(file);
    return parse_answers(bytes.text(), file.string(), data);
}

}  // namespace v1
}  // namespace mvlink
