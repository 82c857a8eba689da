#pragma once

#include <mvlink/advice.hpp>
#include <mvlink/export.hpp>

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Why a call was refused. The values are the command line's exit statuses.
enum class ErrorCode {
    usage = 2,      ///< an option bad in itself: k = 0, an unknown method
    input = 3,      ///< malformed input, or input and options that do not fit each other: k > n
    numerical = 4,  ///< the numbers broke down
    file = 5,       ///< missing, unreadable or unwritable
    internal = 6,   ///< out of memory, or our own bug
};

/// The caller's mistake. The message is one line: where, what was found, what was expected. `advice` lists options that
/// would help, any one of them.
class MVLINK_API Error : public std::runtime_error {
public:
    Error(ErrorCode code, const std::string& message, std::vector<OptionText> advice = {});
    ~Error() override;

    [[nodiscard]] ErrorCode code() const noexcept { return code_; }
    /// Without the advice, which what() spells as "option=value".
    [[nodiscard]] std::string_view message() const noexcept { return {what(), message_length_}; }
    [[nodiscard]] std::span<const OptionText> advice() const noexcept { return *advice_; }
    /// The same error, its message opened with where it happened.
    [[nodiscard]] Error at(std::string_view where) const;

private:
    ErrorCode code_;
    std::size_t message_length_;
    std::shared_ptr<const std::vector<OptionText>> advice_;  // shared: copying an exception must not throw
};

/// For messages that ask "did you mean": the candidate closest to `word` if it is close enough to be meant, else empty.
MVLINK_API std::string nearest_name(std::string_view word, std::span<const std::string> candidates);

}  // namespace v1
}  // namespace mvlink
