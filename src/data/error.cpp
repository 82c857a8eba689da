#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <utility>

namespace mvlink {
inline namespace v1 {

std::string spell_plainly(const OptionText& option) {
    return fmt::format("{}={}", option.name, option.value);
}

std::string with_advice(std::string_view message, std::span<const OptionText> advice, const SpellOption& spell) {
    std::string text(message);
    for (std::size_t i = 0; i < advice.size(); ++i) {
        text += (i == 0 ? "; try " : " or ") + spell(advice[i]);
    }
    return text;
}

Error::Error(ErrorCode code, const std::string& message, std::vector<OptionText> advice)
    : std::runtime_error(with_advice(message, advice)),
      code_(code),
      message_length_(message.size()),
      advice_(std::make_shared<const std::vector<OptionText>>(std::move(advice))) {}

Error::~Error() = default;  // anchors the type's vtable in the library, so that it can be caught across it

Error Error::at(std::string_view where) const {
    return {code_, fmt::format("{}: {}", where, message()), *advice_};
}

}  // namespace v1
}  // namespace mvlink
