#include <mvlink/questions.hpp>

#include <algorithm>
#include <array>
#include <charconv>

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

constexpr int kMostRespects = 99;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// "same in 1, clustering2": the words, in lower case.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    bool inside = false;
    for (const char c : text) {
        if (is_letter_or_digit(c)) {
            if (!inside) words.emplace_back();
            words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        inside = is_letter_or_digit(c);
    }
    return words;
}

std::optional<int> respect_number(std::string_view word) {
    constexpr std::string_view kWord = "clustering";
    if (word.starts_with(kWord)) word.remove_prefix(kWord.size());
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number >= 1 && number <= kMostRespects ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string_view to_string(Reply verdict) noexcept {
    return kReplies[static_cast<std::size_t>(verdict)];
}
std::optional<Reply> parse_reply(std::string_view text) noexcept {
    return find_name<Reply>(kReplies, text);
}

std::string to_string(const Ruling& verdict) {
    std::string text(to_string(verdict.reply));
    for (std::size_t i = 0; i < verdict.same_in.size(); ++i)
        text += (i == 0 ? " in " : "+") + std::to_string(verdict.same_in[i]);
    return text;
}
std::optional<Ruling> parse_ruling(std::string_view text) {
    if (const auto reply = parse_reply(text)) return Ruling{*reply, {}};
    const std::vector<std::string> words = words_of(text);
    if (words.size() < 3 || words[0] != to_string(Reply::same) || words[1] != "in") return std::nullopt;
    Ruling verdict{Reply::same, {}};
    for (std::size_t i = 2; i < words.size(); ++i) {
        if (words[i] == "and" || words[i] == "clustering") continue;
        const auto number = respect_number(words[i]);
        if (!number) return std::nullopt;
        verdict.same_in.push_back(*number);
    }
    std::sort(verdict.same_in.begin(), verdict.same_in.end());
    verdict.same_in.erase(std::unique(verdict.same_in.begin(), verdict.same_in.end()), verdict.same_in.end());
    return verdict.same_in.empty() ? std::nullopt : std::optional(verdict);
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

SessionEvent answered(const Question& question, const Ruling& verdict, std::string person) {
    SessionEvent event = answered(question, verdict.reply, std::move(person));
    event.same_in = verdict.same_in;
    return event;
}

}  // namespace v1
}  // namespace mvlink
