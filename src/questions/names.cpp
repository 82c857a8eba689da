#include <mvlink/questions.hpp>

#include <array>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr std::array<std::string_view, 3> kReplies{"same", "different", "not-sure"};
constexpr std::array<std::string_view, 4> kKinds{"strategy", "repeat", "audit", "conflict"};
constexpr std::array<std::string_view, 5> kEvents{"answer", "undo", "redo", "correct", "withdraw"};

template <class Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names, std::string_view text) noexcept {
    for (std::size_t i = 0; i < N; ++i) {
        if (names[i] == text) return static_cast<Enum>(i);
    }
    return std::nullopt;
}

}  // namespace

std::string_view to_string(Reply verdict) noexcept {
    return kReplies[static_cast<std::size_t>(verdict)];
}
std::optional<Reply> parse_reply(std::string_view text) noexcept {
    return find_name<Reply>(kReplies, text);
}

std::string_view to_string(QuestionKind kind) noexcept {
    return kKinds[static_cast<std::size_t>(kind)];
}
std::optional<QuestionKind> parse_question_kind(std::string_view text) noexcept {
    return find_name<QuestionKind>(kKinds, text);
}

std::string_view to_string(EventType type) noexcept {
    return kEvents[static_cast<std::size_t>(type)];
}
std::optional<EventType> parse_event_type(std::string_view text) noexcept {
    return find_name<EventType>(kEvents, text);
}

SessionEvent answered(const Question& question, Reply verdict, std::string person) {
    SessionEvent event;
    event.person = std::move(person);
    event.a = question.a;
    event.b = question.b;
    event.verdict = verdict;
    event.kind = question.kind;
    event.p_same = question.p_same;
    event.why = question.why;
    return event;
}

}  // namespace v1
}  // namespace mvlink
