#include "serve/secret.hpp"

#include <mvlink/error.hpp>

#include <array>
#include <cerrno>

#include <sys/random.h>

namespace mvlink::serve {

std::string new_secret() {
    std::array<unsigned char, 32> bytes{};
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const auto got = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw Error(ErrorCode::internal, "serve: the system gave no random bytes for the token");
        filled += static_cast<std::size_t>(got);
    }
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

bool same_secret(std::string_view guess, std::string_view secret) noexcept {
    if (guess.size() != secret.size() || secret.empty()) return false;
    unsigned char difference = 0;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        difference = static_cast<unsigned char>(difference | (guess[i] ^ secret[i]));
    }
    return difference == 0;
}

}  // namespace mvlink::serve
