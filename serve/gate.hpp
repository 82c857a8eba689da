#pragma once

#include "serve/request.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace mvlink::serve {

/// The one door of the page. Whatever it does not let in is refused: a route cannot be left open by mistake.
///
/// The address that is printed carries a token that works once. Whoever brings it gets a cookie, and the cookie opens
/// everything else. Other pages in the same browser and other users of the machine have neither.
class Gate {
public:
    explicit Gate(unsigned short port);

    /// The address to open, with a token that has not been used.
    [[nodiscard]] std::string address() const;
    /// The same with a new token, for another browser; the earlier one stops working.
    std::string new_address();

    /// Why this request is refused, whatever its route; nothing if it may go on. `changes_state`: the route is a POST.
    [[nodiscard]] std::optional<Response> refuse(const Request& request, bool changes_state) const;

    /// Whether the request is for the door itself, "/enter?token=..".
    static bool is_entrance(const Request& request);
    /// Exchanges the token for a cookie.
    Response enter(const Request& request);

    [[nodiscard]] unsigned short port() const noexcept { return port_; }

private:
    [[nodiscard]] bool is_our_host(std::string_view host) const;
    [[nodiscard]] std::optional<Response> refuse_form(const Request& request) const;
    [[nodiscard]] bool has_cookie(const Request& request) const;
    [[nodiscard]] std::optional<Response> refuse_change(const Request& request) const;

    unsigned short port_;
    std::string cookie_name_;  // cookies know no ports: two servers of one machine must not share a name
    std::string cookie_;
    mutable std::mutex mutex_;  // of token_
    std::string token_;
};

/// A refusal with a sentence for the person who reads it.
Response refusal(int status, std::string_view why);

/// The headers that every response gets: nothing is stored, framed, sniffed, referred to or loaded from elsewhere.
std::vector<Header> security_headers();

}  // namespace mvlink::serve
