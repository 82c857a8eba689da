#include "io/journal_text.hpp"

#include "io/json_fields.hpp"
#include "io/text.hpp"

#include <zlib.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

using JournalJson = nlohmann::ordered_json;

constexpr std::string_view kChecksum = ",\"crc\":\"";
constexpr std::size_t kChecksumDigits = 8;
constexpr int kJournalVersion = 1;

std::string journal_checksum(std::string_view text) {
    const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
    return fmt::format("{:08x}", ::crc32_z(0, bytes, text.size()));
}

/// The object as one line that ends with a checksum of what stands before it.
std::string sealed(const JournalJson& object) {
    std::string text = object.dump(-1, ' ', false, JournalJson::error_handler_t::replace);
    text.pop_back();  // the brace
    return fmt::format("{}{}{}\"}}", text, kChecksum, journal_checksum(text));
}

/// Nothing where the line is not whole.
std::optional<JournalJson> opened(std::string_view line) {
    const std::size_t tail = kChecksum.size() + kChecksumDigits + 2;
    if (line.size() < tail) return std::nullopt;
    const std::string_view body = line.substr(0, line.size() - tail);
    const std::string_view seal = line.substr(body.size());
    if (!seal.starts_with(kChecksum) || !seal.ends_with("\"}")) return std::nullopt;
    if (seal.substr(kChecksum.size(), kChecksumDigits) != journal_checksum(body)) return std::nullopt;
    JournalJson object = JournalJson::parse(std::string(body) + "}", nullptr, false);
    if (object.is_discarded() || !object.is_object()) return std::nullopt;
    return object;
}

template <class Value>
Value named_value(const JsonField& field, std::optional<Value> value, const char* expected) {
    if (!value) field.refuse_for(expected);
    return *value;
}

InstanceId instance_in(const JsonField& line, const char* view, const char* key, const Dataset& data,
                       const std::string& where) {
    const auto reference = parse_instance(line.at(view).text(), line.at(key).text());
    if (!reference) line.at(key).refuse_for("a row or an id");
    return data.find_instance(*reference, where);
}

void read_answer(const JsonField& line, const Dataset& data, const std::string& where, SessionEvent& event) {
    event.a = instance_in(line, "view_a", "a", data, where);
    event.b = instance_in(line, "view_b", "b", data, where);
    event.weight = line.at("weight").number();
    event.p_same = line.at("p").number();
    event.kind = named_value(line.at("kind"), parse_question_kind(line.at("kind").text()),
                             "strategy, repeat, audit or conflict");
    event.strategy = line.at("strategy").text();
    event.why = line.at("why").text();
}

SessionEvent event_of(const JsonField& line, const Dataset& data, const std::string& where) {
    SessionEvent event;
    event.sequence = line.at("n").count();
    event.time = line.at("time").text();
    event.person = line.at("person").text();
    event.type = named_value(line.at("event"), parse_event_type(line.at("event").text()),
                             "answer, undo, redo, correct or withdraw");
    if (event.type == EventType::answer || event.type == EventType::correct) {
        const Ruling verdict = named_value(line.at("answer"), parse_ruling(line.at("answer").text()),
                                           "same, different, not-sure or same in <clusterings>");
        event.verdict = verdict.reply;
        event.same_in = verdict.same_in;
    }
    if (event.type == EventType::answer) read_answer(line, data, where, event);
    if (event.type == EventType::correct || event.type == EventType::withdraw) event.target = line.at("of").count();
    return event;
}

/// What differs between two fingerprints, for a person.
std::string difference(const std::vector<std::string>& then, const std::vector<std::string>& now) {
    for (std::size_t i = 0; i < std::max(then.size(), now.size()); ++i) {
        if (i < then.size() && i < now.size() && then[i] == now[i]) continue;
        if (i >= now.size()) return fmt::format("it had {}, which is gone", shown(then[i]));
        if (i >= then.size()) return fmt::format("{} is new", shown(now[i]));
        return fmt::format("it was begun with {}, and now there is {}", shown(then[i]), shown(now[i]));
    }
    return "nothing";
}

std::vector<std::string> read_header(const JournalJson& object, const std::string& where, const Dataset& data) {
    const JsonField line(object, where);
    if (!line.find("mvlink") || line.at("mvlink").text() != "journal") {
        refuse("{}: not a journal of mvlink; expected a file that `mvlink ask` began", where);
    }
    if (line.at("version").count() != kJournalVersion) {
        refuse("{}: version {} of the format; expected {}", where, line.at("version").count(), kJournalVersion);
    }
    const std::vector<std::string> then = line.at("data").texts();
    const std::vector<std::string> now = dataset_fingerprint(data);
    if (then != now) {
        refuse("{}: the journal belongs to other data: {}; give the data it was begun with, or another journal", where,
               difference(then, now));
    }
    return then;
}

}  // namespace

std::string journal_header(const std::vector<std::string>& fingerprint) {
    return sealed({{"mvlink", "journal"}, {"version", kJournalVersion}, {"data", fingerprint}});
}

std::string journal_line(const SessionEvent& event, const Dataset& data) {
    JournalJson object{{"n", event.sequence},
                       {"time", event.time},
                       {"event", to_string(event.type)},
                       {"person", valid_utf8(event.person)}};
    if (event.type == EventType::answer) {
        const View& view_a = data.view(event.a.view);
        const View& view_b = data.view(event.b.view);
        object.update({{"view_a", view_a.name()},
                       {"a", view_a.has_ids() ? view_a.row_name(event.a.row) : fmt::format("row:{}", event.a.row)},
                       {"view_b", view_b.name()},
                       {"b", view_b.has_ids() ? view_b.row_name(event.b.row) : fmt::format("row:{}", event.b.row)}});
    }
    if (event.type == EventType::answer || event.type == EventType::correct)
        object["answer"] = to_string(Ruling{event.verdict, event.same_in});
    if (event.type == EventType::answer) {
        object.update({{"weight", event.weight},
                       {"p", event.p_same},
                       {"kind", to_string(event.kind)},
                       {"strategy", valid_utf8(event.strategy)},
                       {"why", valid_utf8(event.why)}});
    }
    if (event.type == EventType::correct || event.type == EventType::withdraw) object["of"] = event.target;
    return sealed(object);
}

JournalText read_journal_text(std::string_view text, const std::string& name, const Dataset& data) {
    JournalText out;
    Index number = 0;
    while (out.whole < text.size()) {
        const std::size_t end = text.find('\n', out.whole);
        const bool is_last = end == std::string_view::npos || end + 1 == text.size();
        const std::string_view line = text.substr(out.whole, end - out.whole);
        const std::string where = fmt::format("{} line {}", name, ++number);
        const auto object = end == std::string_view::npos ? std::nullopt : opened(line);
        if (!object && is_last && (number > 1 || text.starts_with("{\"mvlink\":"))) {
            out.contents.torn = std::string(text.substr(out.whole));
            return out;
        }
        if (!object && number == 1) refuse("{}: not a journal of mvlink: {}", where, shown(line));
        if (!object) refuse("{}: the line is damaged (its checksum does not fit): {}", where, shown(line));
        if (number == 1) {
            out.contents.fingerprint = read_header(*object, where, data);
        } else {
            out.contents.events.push_back(event_of(JsonField(*object, where), data, where));
            if (out.contents.events.back().sequence != number - 1) {
                refuse("{}: event number {}; expected {}", where, out.contents.events.back().sequence, number - 1);
            }
        }
        out.whole = end + 1;
    }
    return out;
}

}  // namespace io

JournalContents parse_journal(std::string_view text, const std::string& name, const Dataset& data) {
    return io::read_journal_text(text, name, data).contents;
}

}  // namespace v1
}  // namespace mvlink
